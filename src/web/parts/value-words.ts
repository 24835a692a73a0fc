import { visibleJson, visibleText } from '#std/visible-text.ts'

/** The value of a field as people read it: a time with its zone, a state by its name. */
export function valueWords(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return '–'
  if (typeof value !== 'string') return JSON.stringify(visibleJson(value))
  if (isTime.test(value)) return exact.format(new Date(value))
  return (field === 'status' && states[value]) || visibleText(value)
}

const states: Record<string, string> = { draft: 'Draft', scheduled: 'Scheduled', published: 'Live' }

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const exact = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})
