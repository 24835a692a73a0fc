import { addDays, dayIn } from '#std/zoned-time.ts'

/** The days of Search Console are those of California, whatever the organization's own are. */
const timezone = 'America/Los_Angeles'
/** What Search Console keeps, in months: further back there is nothing to ask for. */
export const monthsKept = 16

/** The day that has not ended there. */
export const searchDay = (at: Date): string => dayIn(timezone, at)

/** 2026-01-31 as it is stored: 20260131. */
export const dayNumber = (day: string): number => Number(day.replaceAll('-', ''))

/** Its month as it is stored: 20260100. */
export const monthNumber = (day: string): number => Math.floor(dayNumber(day) / 100) * 100

/** 20260131 as a date. */
export function dayOf(stored: number): string {
  const digits = String(stored)
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
}

/** The same day this many months earlier; the last of a month that is shorter. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const index = year * 12 + month - 1 - months
  const [wantedYear, wantedMonth] = [Math.floor(index / 12), (index % 12) + 1]
  const last = new Date(Date.UTC(wantedYear, wantedMonth, 0)).getUTCDate()
  const padded = (value: number, digits: number) => String(value).padStart(digits, '0')
  return `${padded(wantedYear, 4)}-${padded(wantedMonth, 2)}-${padded(Math.min(date, last), 2)}`
}

export type Days = { from: string; to: string }

/** So many days that end with this one. */
export const daysUntil = (to: string, count: number): Days => ({ from: addDays(to, 1 - count), to })
