import { sql } from 'kysely'

import { termIds } from '#areas/content/stored/item-terms.ts'
import { fieldsOfRow, type ItemState, lastRevisionAsked } from '#areas/items/index.ts'
import type { Actor } from '#kernel/access.ts'
import { ask } from '#kernel/ask.ts'
import { inCollection } from '#kernel/content-revision.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { journalOf, type Snapshot } from '#kernel/journal.ts'
import { writeTogether } from '#kernel/write-together.ts'

/** Who changes an item. Masthead itself (`system`) is not a person, and serves no request when it publishes what is due. */
export type Authorship = {
  actor: Pick<Actor, 'kind'> & { userId: string | null; credentialId: string | null }
  requestId: string | null
  now: Date
  /** A save of a web session: with those before it in a sitting it is one revision (content.md#sittings-are-one-revision). */
  isSave?: boolean
  /** What the revision says of itself where its caller says nothing. */
  note?: string
}

/** A state that an item had, or, with `stagedFields`, would have. */
declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'item_revision.snapshot': Snapshot
  }
}

export type StoredRevision = { n: number; snapshot: Snapshot; stagedFields: readonly string[] | null }

/** The write of an item's state after a change, which it reports; creation is number 1. The item's row is locked. */
export function revisionWrite(db: Writer, item: ItemState, authorship: Authorship) {
  const revision = { n: item.lastRevision, snapshot: snapshotOf(item), stagedFields: null }
  return revisionInsert(db, item, revision, authorship)
}

/** The write of an item's state into its last revision, which is a save of the same sitting. The item's row is locked. */
export function revisionUpdate(db: Writer, item: ItemState, { requestId, now }: Authorship) {
  const { id, title } = item.row
  const n = item.lastRevision
  journalOf(db).wrote({ type: 'item', id, title, last: n - 1, n })
  return db
    .updateTable('item_revision')
    .set({
      snapshot: JSON.stringify(snapshotOf(item)),
      request_id: requestId,
      folded_requests: sql<string[]>`folded_requests || request_id`,
      created_at: now,
    })
    .where('item_id', '=', id)
    .where('n', '=', n)
}

/**
 * Whether a save continues the last revision of an item: one that only saves of the same session wrote, within a sitting, before
 * anybody decided about it (content.md#sittings-are-one-revision). The item's row is locked.
 */
export async function continuesSitting(db: Writer, item: ItemState, authorship: Authorship): Promise<boolean> {
  const { actor, now, isSave } = authorship
  const { note, revertOf } = journalOf(db)
  if (isSave !== true || item.row.status === 'published' || note !== null || revertOf.length > 0) return false
  const row = await db
    .selectFrom('item_revision')
    .select('n')
    .where('item_id', '=', item.row.id)
    .where('n', '=', item.lastRevision)
    .where('credential_id', '=', actor.credentialId)
    .where('user_id', '=', actor.userId)
    .where('note', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - sittingGap))
    .where(sql<boolean>`cardinality(folded_requests) < ${mostFolded}`)
    .where(sql<boolean>`not exists (select from app.item_review d
      where d.organization_id = app.org() and d.item_id = item_revision.item_id and d.revision >= item_revision.n)`)
    .executeTakeFirst()
  return row !== undefined
}

const sittingGap = 15 * 60_000
const mostFolded = 500

/**
 * Stores changes of a published item that wait for a person (content.md#edits-are-live): the item stays as it is, and `publishItem` applies them.
 * A later one replaces one that waits. The item's row is locked.
 *
 * @returns the number of the revision
 */
export async function stageRevision(
  db: Writer,
  item: ItemState,
  changes: Snapshot,
  authorship: Authorship,
): Promise<number> {
  const n = item.lastRevision + 1
  const snapshot = { ...snapshotOf(item), ...changes }
  await writeTogether(inCollection(db, item.row.collection_id), [
    revisionInsert(db, item, { n, snapshot, stagedFields: Object.keys(changes) }, authorship),
    db
      .updateTable('item')
      .set({
        pending_revision: n,
        // What waits was not part of what a reviewer approved (publishing.md#edits-take-approvals-away).
        ...(item.row.review_state === 'approved' ? { review_state: 'none' as const } : {}),
        updated_at: authorship.now,
        version: sql<number>`version + 1`,
      })
      .where('id', '=', item.row.id),
  ])
  return n
}

/** A revision of an item. Errors: `not_found`. */
export async function findRevision(db: Reader, itemId: string, n: number): Promise<StoredRevision> {
  const row = await db
    .selectFrom('item_revision')
    .select(['n', 'snapshot', 'staged_fields'])
    .where('item_id', '=', itemId)
    .where('n', '=', n)
    .executeTakeFirst()
  if (row === undefined) throw noRevision(n)
  return { n: row.n, snapshot: row.snapshot, stagedFields: row.staged_fields }
}

export const noRevision = (n: number) =>
  new Refusal('not_found', 'The item has no revision of this number.', { revision: n })

/**
 * Removes revisions older than 90 days except the first, the waiting one, and each person's last one of each day (UTC): where
 * nobody approves their own work, revisions show who wrote an item. Returns how many, `limit` at most.
 */
export async function thinRevisions(db: Writer, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from app.item_revision where organization_id = app.org() and (item_id, n) in (
      select item_id, n from (
        select r.item_id, r.n, r.n = i.pending_revision as waits,
          row_number() over (
            partition by r.item_id, r.user_id, date_trunc('day', r.created_at at time zone 'UTC') order by r.n desc) as place
        from app.item_revision r join app.item i on i.organization_id = r.organization_id and i.id = r.item_id
        where r.organization_id = app.org() and r.created_at < now() - interval '90 days') old
      where place > 1 and n > 1 and waits is not true limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The number of the latest revision of an item, 0 if there is none. */
export const lastRevision = (db: Reader, itemId: string): Promise<number> => ask(db, lastRevisionAsked(itemId))

function revisionInsert(
  db: Writer,
  { row: { id, title } }: Pick<ItemState, 'row'>,
  { n, snapshot, stagedFields }: StoredRevision,
  { actor, requestId, now, isSave, note }: Authorship,
) {
  const journal = journalOf(db)
  journal.wrote({ type: 'item', id, title, last: n - 1, n })
  return db.insertInto('item_revision').values({
    item_id: id,
    n,
    snapshot: JSON.stringify(snapshot),
    staged_fields: stagedFields === null ? null : [...stagedFields],
    author_type: actor.kind,
    user_id: actor.userId,
    credential_id: actor.credentialId,
    request_id: requestId,
    note: journal.note ?? note ?? null,
    revert_of: [...journal.revertOf],
    folded_requests: isSave === true && n > 1 ? [] : null,
    created_at: now,
  })
}

function snapshotOf({ row, body, terms }: ItemState): Snapshot {
  return {
    ...fieldsOfRow(row),
    content: body.content,
    contentFormat: body.contentFormat,
    ...termIds(terms),
    status: row.status,
    publishAt: row.publish_at,
    firstPublishedAt: row.first_published_at,
    trashedAt: row.trashed_at,
    consolidatedIntoId: row.consolidated_into_id,
  }
}
