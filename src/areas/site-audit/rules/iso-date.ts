import { isDate } from '#areas/site-audit/crawl/sitemap.ts'

const extended = {
  day: /^(?<year>\d{4})-(?:(?<month>\d\d)-(?<day>\d\d)|W(?<week>\d\d)(?:-[1-7])?|(?<ordinal>\d{3}))$/,
  time: /^(?:[01]\d|2[0-4])(?::[0-5]\d(?::[0-6]\d(?:[.,]\d{1,9})?)?)?(?:Z|[+-]\d\d(?::[0-5]\d)?)?$/,
}
const basic = {
  day: /^(?<year>\d{4})(?:(?<month>\d\d)(?<day>\d\d)|W(?<week>\d\d)[1-7]?|(?<ordinal>\d{3}))$/,
  time: /^(?:[01]\d|2[0-4])(?:[0-5]\d(?:[0-6]\d(?:[.,]\d{1,9})?)?)?(?:Z|[+-]\d\d(?:[0-5]\d)?)?$/,
}

/** Whether a text is a date of ISO 8601, in any of its forms: also days of weeks and of years, and those without separators. */
export function isIsoDate(text: string): boolean {
  const given = text.trim()
  if (isDate(given)) return true
  const [day = '', time, ...rest] = given.split('T')
  if (rest.length > 0) return false
  return [extended, basic].some((form) => {
    const parts = form.day.exec(day)?.groups
    return parts !== undefined && exists(parts) && (time === undefined || form.time.test(time))
  })
}

type Parts = Partial<Record<string, string>>

function exists({ year = '', month, day, week, ordinal }: Parts): boolean {
  if (month !== undefined) return isDate(`${year}-${month}-${day ?? ''}`)
  if (week !== undefined) return isWithin(week, weeksOf(Number(year)))
  return ordinal !== undefined && isWithin(ordinal, isLeap(Number(year)) ? 366 : 365)
}

const isWithin = (text: string, most: number) => Number(text) >= 1 && Number(text) <= most
const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1

/** A year has 53 weeks where it begins or ends on a Thursday. */
function weeksOf(year: number): number {
  const begins = new Date(Date.UTC(year, 0, 1)).getUTCDay()
  const ends = new Date(Date.UTC(year, 11, 31)).getUTCDay()
  return begins === 4 || ends === 4 ? 53 : 52
}
