import { sql } from 'kysely'

import type { Status } from '#areas/items/index.ts'
import type { Settings } from '#areas/organizations/index.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { addDays, dayIn, daysBetween, momentIn } from '#std/zoned-time.ts'

/** How far ahead an item can be scheduled. */
const horizonDays = 730
const daysAtOnce = 90

type SlotSettings = Pick<Settings, 'timezone' | 'defaults'>

/** The slot of a day: when the organization publishes on it; null where it has set no time for that. */
export function slotOf({ timezone, defaults }: SlotSettings, day: string): Date | null {
  return defaults.publishTime === null ? null : momentIn(timezone, day, defaults.publishTime)
}

/**
 * The next slot on a free day (publishing.md#slots-of-the-calendar). `but` is the item that is to be scheduled. The row of the
 * settings is locked.
 */
export async function nextSlot(
  db: Writer,
  settings: Settings,
  { now, but }: { now: Date; but: string },
): Promise<Date> {
  if (settings.defaults.publishTime === null)
    throw noSlot('The organization has no time for slots: set defaults.publishTime with updateOrganizationSettings.')
  const today = dayIn(settings.timezone, now)
  for (let ahead = 0; ahead < horizonDays; ahead += daysAtOnce) {
    const days = daysBetween(addDays(today, ahead), addDays(today, Math.min(ahead + daysAtOnce, horizonDays) - 1))
    const taken = await takenDays(db, settings, days, but)
    for (const day of days) {
      const slot = slotOf(settings, day)
      if (slot !== null && slot > now && !taken.has(day)) return slot
    }
  }
  throw noSlot('Every slot of the next two years is taken: give publishAt.')
}

/** Which of these successive days have an item scheduled or published on them, in any collection. */
export async function takenDays(
  db: Reader,
  { timezone }: SlotSettings,
  days: readonly string[],
  but?: string,
): Promise<Set<string>> {
  const bounds = boundsOf(timezone, days)
  const rows = await datedItems(db, bounds)
    .select(bucketOf(bounds).as('day'))
    .distinct()
    .$if(but !== undefined, (others) => others.where('i.id', '<>', but ?? ''))
    .execute()
  return new Set(rows.flatMap(({ day }) => days[day - 1] ?? []))
}

/** The beginnings of successive days, and the end of the last one. */
export function boundsOf(timezone: string, days: readonly string[]): Date[] {
  const last = days.at(-1)
  return [...days, ...(last === undefined ? [] : [addDays(last, 1)])].map((day) => momentIn(timezone, day))
}

/** Which of the days an item belongs to by its date, from 1. */
export function bucketOf(bounds: readonly Date[]) {
  return sql<number>`width_bucket(i.publish_at, ${bounds.map((bound) => bound.toISOString())}::timestamptz[])`
}

/** The items, as `i`, that are scheduled or were published within these bounds, in one collection or in any. */
export function datedItems(db: Pick<Reader, 'selectFrom'>, bounds: readonly Date[], collectionId?: string) {
  // A range of the index on dates, which begins with the collection.
  const everyCollection = sql<string>`any(array(${db.selectFrom('collection').select('id')}))`
  return db
    .selectFrom('item as i')
    .where('i.trashed_at', 'is', null)
    .where('i.collection_id', '=', collectionId ?? everyCollection)
    .where('i.effective_status', '=', sql<Status>`any(${['scheduled', 'published']})`)
    .where('i.publish_at', '>=', bounds[0] ?? null)
    .where('i.publish_at', '<', bounds.at(-1) ?? null)
}

const noSlot = (message: string) =>
  new Refusal('validation_failed', message, [{ path: '/input/slot', message, code: 'invalid_value' }])
