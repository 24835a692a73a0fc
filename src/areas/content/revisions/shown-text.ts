import { sql } from 'kysely'

import type { ShownText } from '#kernel/approval.ts'
import type { Reader } from '#kernel/database.ts'
import type { Snapshot } from '#kernel/journal.ts'
import { iso } from '#kernel/schema.ts'

import { diffSnapshots } from './revision-diff.ts'

type Stored = { n: number; snapshot: Snapshot; at: Date }

/** The state of items by their latest revisions, what only waits left out; `byPerson`: the last that a person wrote. */
export async function latestSnapshots(
  db: Reader,
  ids: readonly string[],
  { byPerson = false } = {},
): Promise<Map<string, Stored>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('item_revision')
    .distinctOn('item_id')
    .select(['item_id', 'n', 'snapshot', 'created_at'])
    .where('item_id', '=', sql<string>`any(${[...ids]})`)
    .where('staged_fields', 'is', null)
    .$if(byPerson, (query) => query.where('author_type', '=', 'user'))
    .orderBy('item_id')
    .orderBy('n', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.item_id, { n: row.n, snapshot: row.snapshot, at: row.created_at }]))
}

/**
 * The text of an item as a change leaves it, and how it differs from what a person last wrote, else from the live text
 * (approvals.md#people-see-the-text).
 */
export function shownText(
  after: Stored,
  { byPerson, before }: { byPerson: Stored | undefined; before: Stored | undefined },
): Omit<ShownText, 'warnings'> {
  const live = before?.snapshot['status'] === 'published' ? before : undefined
  const base = byPerson ?? live
  const kind = base === undefined ? 'none' : base === byPerson ? 'person' : 'live'
  return {
    content: String(after.snapshot['content'] ?? ''),
    diff: diffSnapshots(base ?? { n: 0, snapshot: {} }, after),
    base: { kind, revision: base?.n ?? null, at: base === undefined ? null : iso(base.at) },
  }
}
