import { sql } from 'kysely'

import { getCollection } from '#areas/collections/index.ts'
import type { Origin } from '#areas/items/index.ts'
import type { Settings } from '#areas/organizations/index.ts'
import type { Reader } from '#kernel/database.ts'

import { boundsOf, bucketOf, datedItems, slotOf, takenDays } from './slots.ts'

/** How many items of a day are named; the counts cover all. */
const namedPerDay = 20

export type Entry = {
  id: string
  title: string
  status: 'scheduled' | 'published'
  publishAt: Date
  origin: Origin
}
export type Day = { date: string; scheduled: number; published: number; freeSlot: Date | null; items: Entry[] }

/**
 * What is scheduled and published on each of these successive days in the organization's time zone, and the slot of the day
 * where it lies ahead and the day is free. Slots are the organization's: they consider all collections.
 */
export async function calendarOf(
  db: Reader,
  settings: Settings,
  { days, collectionId, now }: { days: readonly string[]; collectionId: string | undefined; now: Date },
): Promise<Day[]> {
  const rows = await firstOfDays(db, boundsOf(settings.timezone, days), collectionId)
  const taken =
    collectionId === undefined
      ? new Set(rows.flatMap(({ day }) => days[day - 1] ?? []))
      : await takenDays(db, settings, days)
  return days.map((date, at) => {
    const own = rows.filter(({ day }) => day === at + 1)
    const slot = taken.has(date) ? null : slotOf(settings, date)
    return {
      date,
      scheduled: own.find(({ status }) => status === 'scheduled')?.total ?? 0,
      published: own.find(({ status }) => status === 'published')?.total ?? 0,
      freeSlot: slot !== null && slot > now ? slot : null,
      items: own
        .map(({ id, title, status, publishAt, origin }) => ({ id, title, status, publishAt, origin }))
        .toSorted((a, b) => a.publishAt.getTime() - b.publishAt.getTime() || (a.id < b.id ? -1 : 1))
        .slice(0, namedPerDay),
    }
  })
}

// The first items of each status of a day, with the total number.
async function firstOfDays(db: Reader, bounds: readonly Date[], collectionId: string | undefined) {
  const only = collectionId === undefined ? undefined : (await getCollection(db, collectionId)).id
  const day = bucketOf(bounds)
  const rows = await db
    .selectFrom((query) =>
      datedItems(query, bounds, only)
        .select([
          'i.id',
          'i.title',
          'i.effective_status as status',
          'i.publish_at as publishAt',
          'i.origin',
          day.as('day'),
        ])
        .select(sql<number>`count(*) over (partition by ${day}, i.effective_status)`.as('total'))
        .select(
          sql<number>`row_number() over (partition by ${day}, i.effective_status order by i.publish_at, i.id)`.as('n'),
        )
        .as('dated'),
    )
    .selectAll()
    .where('n', '<=', namedPerDay)
    .execute()
  return rows as (Entry & { day: number; total: number })[]
}
