import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'
import { type Author, journalOf } from '#kernel/journal.ts'

import type { TermKind } from './terms.ts'

const fieldOf = { author: 'authorIds', category: 'categoryIds', tag: 'tagIds' } as const satisfies Record<
  TermKind,
  string
>

/**
 * Writes a revision of each item whose terms of a kind were changed from the side of the terms, all of them in one statement
 * (taxonomies.md#merging-writes-revisions): its latest state, with the terms that it has by now.
 */
export async function reviseItems(
  db: Writer,
  kind: TermKind,
  itemIds: readonly string[],
  { actor, requestId, now }: Author,
): Promise<void> {
  if (itemIds.length === 0) return
  const { note, revertOf, wrote } = journalOf(db)
  const { rows } = await sql<{ id: string; title: string; n: number }>`with written as (
    insert into app.item_revision
      (organization_id, item_id, n, snapshot, author_type, user_id, credential_id, request_id, note, revert_of, created_at)
    select item.organization_id, item.id, last.n + 1, state.snapshot,
      ${actor.kind}, ${actor.userId}, ${actor.credentialId}, ${requestId}, ${note}, ${[...revertOf]}::text[], ${now}
    from app.item
    cross join lateral (select max(n) as n from app.item_revision where item_id = item.id) last
    cross join lateral (select coalesce(json_agg(term_id order by position, term_id), '[]') as ids from app.item_term
      where item_id = item.id and kind = ${kind}) terms
    cross join lateral (select json_object_agg(key, case key when ${fieldOf[kind]} then terms.ids else value end order by at)
        as snapshot
      from (select snapshot from app.item_revision
        where item_id = item.id and staged_fields is null order by n desc limit 1) latest,
        json_each(latest.snapshot) with ordinality field(key, value, at)
      having count(*) > 0) state
    where item.id = any(${[...itemIds]})
    returning item_id, n)
    select item.id, item.title, written.n from written join app.item on item.id = written.item_id`.execute(db)
  for (const { id, title, n } of rows) wrote({ type: 'item', id, title, last: n - 1, n })
}
