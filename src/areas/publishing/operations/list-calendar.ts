import { z } from 'zod'

import { origins } from '#areas/items/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { calendarOf } from '#areas/publishing/calendar.ts'
import { narrow, narrowed, narrowing } from '#kernel/narrowed-lists.ts'
import { operation } from '#kernel/operation.ts'
import { id, iso, timestamp, title } from '#kernel/schema.ts'
import { parseDay } from '#std/dates.ts'
import { daysBetween } from '#std/zoned-time.ts'

const maxDays = 92

const day = () => z.string().refine((text) => parseDay(text) !== undefined, 'Must be a day, such as 2026-01-31')

const dated = z.object({
  id: id('item'),
  title: title(300),
  status: z.enum(['scheduled', 'published']),
  publishAt: timestamp(),
  origin: z.enum(origins).describe('Who wrote it first'),
})

export const listCalendar = operation({
  name: 'listCalendar',
  title: 'Show the calendar',
  summary:
    "Counts what is scheduled and published per day, up to 92 days, and names free slots. In the organization's time zone.",
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'A month', input: { from: '2027-01-01', to: '2027-01-31' } }],
  input: z
    .strictObject({
      from: day().describe('YYYY-MM-DD'),
      to: day().describe('YYYY-MM-DD, inclusive'),
      collectionId: id('collection').optional().describe('Collection id or slug'),
      fields: narrowing(dated).describe('Only these fields of each item, and its id'),
    })
    .refine(({ from, to }) => lengthOf(from, to) >= 1, { path: ['to'], message: 'Must not be before from' })
    .refine(({ from, to }) => lengthOf(from, to) <= maxDays, {
      path: ['to'],
      message: `Must be at most ${maxDays} days, both inclusive`,
    }),
  output: z.object({
    timezone: z.string(),
    days: z.array(
      z.object({
        date: z.string(),
        scheduled: z.int(),
        published: z.int(),
        freeSlot: timestamp().nullable(),
        items: z.array(narrowed(dated)),
      }),
    ),
  }),

  async handle({ db, now }, { from, to, collectionId, fields }) {
    const settings = await getSettings(db)
    const days = await calendarOf(db, settings, { days: daysBetween(from, to), collectionId, now })
    return {
      timezone: settings.timezone,
      days: days.map(({ freeSlot, items, ...counts }) => ({
        ...counts,
        freeSlot: iso(freeSlot),
        items: items.map((item) => narrow({ ...item, publishAt: iso(item.publishAt) }, fields)),
      })),
    }
  },
})

// Counted before the days are enumerated: two distant dates would be many. An invalid day is refused by its own schema.
function lengthOf(from: string, to: string): number {
  const [first, last] = [parseDay(from), parseDay(to)]
  return first === undefined || last === undefined ? 1 : (last.getTime() - first.getTime()) / 86_400_000 + 1
}
