import { type Selectable, sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'
import type { Snapshot } from '#kernel/journal.ts'
import type { Tables } from '#kernel/tables.ts'

import type { Touched } from './calls.ts'
import type { Entry } from './plan-record.ts'

/** A record that calls changed, with its states from before the first of them until now, and its version. */
export type History = { touched: Touched; entries: Entry[]; version: number; item?: ItemNow | undefined }

/** What a plan needs to know of the row of an item. */
export type ItemNow = Pick<
  Selectable<Tables['item']>,
  | 'id'
  | 'version'
  | 'slug'
  | 'collection_id'
  | 'status'
  | 'effective_status'
  | 'publish_at'
  | 'first_published_at'
  | 'trashed_at'
  | 'consolidated_into_id'
>

/** What both tables of revisions have. */
const revisionColumns = ['n', 'snapshot', 'request_id', 'revert_of', 'author_type', 'user_id', 'credential_id'] as const

/** The histories of records, in their order. An item that was removed for good has none. */
export async function historiesOf(db: Reader, touched: readonly Touched[]): Promise<History[]> {
  const idsOf = (isItem: boolean) => touched.flatMap(({ type, id }) => ((type === 'item') === isItem ? id : []))
  const first = new Map(touched.map(({ id, first: n }) => [id, n]))
  const items = await itemsNow(db, idsOf(true))
  const ofItems = await db
    .selectFrom('item_revision')
    .select(revisionColumns)
    .select(['item_id as id', sql<boolean>`staged_fields is not null`.as('is_staged')])
    .select(sql<string[]>`coalesce(folded_requests, '{}')`.as('folded'))
    .where('item_id', '=', sql<string>`any(${idsOf(true)})`)
    .orderBy('item_id')
    .orderBy('n')
    .execute()
  const ofOthers = await db
    .selectFrom('record_revision')
    .select(revisionColumns)
    .select(['record_id as id', sql<boolean>`false`.as('is_staged')])
    .select(sql<string[]>`'{}'::text[]`.as('folded'))
    .where('record_id', '=', sql<string>`any(${idsOf(false)})`)
    .orderBy('record_id')
    .orderBy('n')
    .execute()
  const rows = Map.groupBy([...ofItems, ...ofOthers], ({ id }) => id)
  const entries = new Map([...rows].map(([id, all]) => [id, since(all, first.get(id) ?? 0).map(entryOf)]))
  return touched.map((record) => {
    const item = items.get(record.id)
    const known = entries.get(record.id) ?? []
    if (record.type === 'item' && item !== undefined)
      return { touched: record, entries: upTo(known, item), version: item.version, item }
    return { touched: record, entries: known, version: known.at(-1)?.n ?? 0 }
  })
}

// A rewrite that waits is no state of the item: the one before it is what the calls found (content.md#edits-are-live).
function since(rows: readonly Row[], first: number): Row[] {
  let from = rows.findIndex(({ n }) => n >= first)
  while (from > 0 && rows[from]?.n === first && rows[from]?.is_staged === true) first = rows[--from]?.n ?? first
  return rows.slice(Math.max(from, 0)).filter(({ is_staged: isStaged, n }) => !isStaged && n >= first)
}

async function itemsNow(db: Reader, ids: readonly string[]): Promise<Map<string, ItemNow>> {
  const rows = await db
    .selectFrom('item')
    .select([
      'id',
      'version',
      'slug',
      'collection_id',
      'status',
      'effective_status',
      'publish_at',
      'first_published_at',
      'trashed_at',
      'consolidated_into_id',
    ])
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

// What writes no revision, such as a later consolidation of the winner, shows in the row only.
function upTo(entries: readonly Entry[], item: ItemNow): Entry[] {
  const last = entries.at(-1)
  if (last?.snapshot == null) return [...entries]
  const now = {
    status: item.status,
    publishAt: item.publish_at,
    trashedAt: item.trashed_at,
    consolidatedIntoId: item.consolidated_into_id,
  }
  const by = { kind: 'system', userId: null, credentialId: null } as const
  return [
    ...entries,
    { n: last.n, snapshot: { ...last.snapshot, ...now }, requestId: null, folded: [], revertOf: [], by },
  ]
}

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'record_revision.snapshot': Snapshot
  }
}

type Row = {
  n: number
  snapshot: Snapshot | null
  request_id: string | null
  revert_of: string[]
  author_type: 'user' | 'agent' | 'system'
  user_id: string | null
  credential_id: string | null
  is_staged: boolean
  folded: string[]
}

function entryOf(row: Row): Entry {
  return {
    n: row.n,
    snapshot: row.snapshot,
    requestId: row.request_id,
    folded: row.folded,
    revertOf: row.revert_of,
    by: { kind: row.author_type, userId: row.user_id, credentialId: row.credential_id },
  }
}
