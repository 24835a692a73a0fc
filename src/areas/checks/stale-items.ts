import { sql } from 'kysely'

import { readSurroundings } from '#areas/items/index.ts'
import type { StoredItem } from '#kernel/checks.ts'
import type { Reader, Writer } from '#kernel/database.ts'

import { markItems } from './marks.ts'
import { type Around, aroundOf, basisOf } from './site.ts'

/** After how many hours an item is checked again even if nobody noted it. */
const hoursOfTruth = 24

/** Items whose stored warnings may be wrong now, and how many there are. */
export async function staleItems(
  db: Reader,
  around: Around,
  limit: number,
): Promise<{ rows: StoredItem[]; count: number }> {
  const basis = basisOf(around)
  const stale = () =>
    db
      .selectFrom('item as i')
      .leftJoin('item_check as c', 'c.item_id', 'i.id')
      .where('i.trashed_at', 'is', null)
      .where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('c.item_id', 'is', null),
          eb('c.basis', '<>', basis),
          eb('c.item_version', '<>', eb.ref('i.version')),
          exists(selectFrom('item_recheck as r').select('r.id').whereRef('r.item_id', '=', 'i.id')),
        ]),
      )
  const { count } = await stale()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count === 0) return { rows: [], count }
  const rows = await stale().selectAll('i').orderBy('i.updated_at', 'desc').orderBy('i.id').limit(limit).execute()
  return { rows, count }
}

/** Notes items whose check is older than a day, or was made under other settings, `limit` at most. Returns how many. */
export async function markOutdated(db: Writer, organizationId: string, limit: number): Promise<number> {
  const basis = basisOf(aroundOf(await readSurroundings(db), organizationId))
  const rows = await withoutMark(db)
    .where(
      sql<boolean>`(c.item_id is null or c.basis <> ${basis} or c.item_version <> i.version or c.checked_at < now() - make_interval(hours => ${hoursOfTruth}))`,
    )
    .limit(limit)
    .execute()
  await markItems(
    db,
    rows.map(({ id }) => id),
  )
  return rows.length
}

function withoutMark(db: Reader) {
  return db
    .selectFrom('item as i')
    .leftJoin('item_check as c', 'c.item_id', 'i.id')
    .select('i.id')
    .where('i.trashed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('item_recheck as r').select('r.id').whereRef('r.item_id', '=', 'i.id'))),
    )
}
