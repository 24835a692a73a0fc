import { sql } from 'kysely'
import { z } from 'zod'

import type { Ctx } from '#kernel/context.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Author } from '#kernel/journal.ts'
import { nextVersion } from '#kernel/version.ts'

import { reviseItems } from './item-revisions.ts'
import { repeatCategory } from './repeat-category.ts'
import { countUsesChange } from './term-counts.ts'
import { noTerm, reportTerm, type Term, type TermId, type TermKind, termOf } from './terms.ts'

/** A transaction that changes items from the side of their terms. */
type TermWriter = Author & Pick<Ctx<'write'>, 'db' | 'shownChanged'>

/** The term that takes the place of another one. Who approves that approves its name and slug (approvals.md#approvals-bind-texts). */
export const replacementOutput = z
  .object({ id: z.string(), name: z.string(), slug: z.string() })
  .nullable()
  .describe('What its items have instead; null without reassignToId')
type Replacement = NonNullable<z.output<typeof replacementOutput>>

/** The items that one transaction gives another term (taxonomies.md#merging-writes-revisions). */
const mostMoved = 5000

/**
 * Deletes a term. Items that have it get the other one instead, in the same place and once; without another one, a used term is
 * `in_use`. Returns the term, the other one as people are shown it, and how many items were affected, including those in the trash.
 */
export async function removeTerm<K extends TermKind>(
  { db, shownChanged, actor, requestId, now }: TermWriter,
  kinds: readonly K[],
  { id, reassignToId }: { id: TermId<K>; reassignToId: TermId<K> | undefined },
): Promise<{ term: Term<K>; affectedItems: number; reassignedTo: Replacement | null }> {
  const { term, target } = await lockPair(db, kinds, id, reassignToId)
  const { total, trashed } = await countUses(db, id)
  if (total > 0 && target === undefined) throw inUse(term, total, trashed)
  if (total > mostMoved) throw tooMany(term, total)

  const items = target !== undefined && total > 0 ? await moveUses(db, term, target) : []
  if (term.kind === 'category' && target !== undefined) await repeatCategory(db, { termId: target.id })
  if (term.kind === 'author') await replaceInCollections(db, id, target?.id ?? null)
  await db.deleteFrom('term').where('id', '=', id).execute()
  await reviseItems(db, term.kind, items, { actor, requestId, now })
  reportTerm(db, term, undefined)
  await shownChanged({ by: 'item', ids: items, areElsewhere: term.kind === 'category' && items.length > 0 })
  const reassignedTo = target === undefined ? null : { id: target.id, name: target.name, slug: target.slug }
  return { term, affectedItems: total, reassignedTo }
}

/**
 * Whether what is shown of the term goes public with an item at its date, or is public in an organization that confirms edits
 * of what is (approvals.md#dates-bind-the-text).
 */
export async function isGuarded(db: Reader, id: string): Promise<boolean> {
  const use = await db
    .selectFrom('item_term')
    .select('item_id')
    .where('term_id', '=', id)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'scheduled'),
        eb.and([eb('status', '=', 'published'), eb.exists(confirmsLiveEdits(db))]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return use !== undefined
}

const confirmsLiveEdits = (db: Reader) =>
  db
    .selectFrom('organization_setting')
    .select('organization_id')
    .where(sql<boolean>`(publishing_policy ->> 'confirmLiveEdits')::boolean`)

// Both at once, in the order of their ids, so that two merges in opposite directions wait for each other.
async function lockPair<K extends TermKind>(
  db: Writer,
  kinds: readonly K[],
  id: TermId<K>,
  targetId: TermId<K> | undefined,
) {
  const rows = await db
    .selectFrom('term')
    .selectAll()
    .where('id', 'in', targetId === undefined ? [id] : [id, targetId])
    .where('kind', 'in', kinds)
    .orderBy('id')
    .forUpdate()
    .execute()
  const terms = rows.map((row) => termOf<K>(row))
  const term = terms.find((candidate) => candidate.id === id)
  if (term === undefined) throw noTerm(kinds.join(' or '), id)
  const target = terms.find((candidate) => candidate.id === targetId)
  if (targetId !== undefined && !(target?.kind === term.kind && target.collectionId === term.collectionId))
    throw noTerm(term.kind, targetId)
  return { term, target }
}

async function countUses(db: Writer, id: TermId): Promise<{ total: number; trashed: number }> {
  return db
    .selectFrom('item_term')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('status', '=', 'trash').as('trashed'),
    ])
    .where('term_id', '=', id)
    .executeTakeFirstOrThrow()
}

// The terms of an item are part of it, so its version rises (taxonomies.md#merging-writes-revisions). What item_term repeats
// of the item stays as it is. A byline is part of what a reviewer approved (publishing.md#edits-take-approvals-away).
async function moveUses(db: Writer, term: Term, target: Term): Promise<string[]> {
  const items = await db
    .updateTable('item')
    .set(nextVersion)
    .$if(term.kind === 'author', (update) =>
      update.set({ review_state: sql`case review_state when 'approved' then 'none' else review_state end` }),
    )
    .where('id', 'in', (eb) => eb.selectFrom('item_term').select('item_id').where('term_id', '=', term.id))
    .returning('id')
    .execute()
  // An item that has both keeps the other one, in the earlier of the two positions.
  await db
    .updateTable('item_term as kept')
    .from('item_term as gone')
    .set((eb) => ({ position: eb.fn<number>('least', ['kept.position', 'gone.position']) }))
    .whereRef('kept.item_id', '=', 'gone.item_id')
    .where('kept.term_id', '=', target.id)
    .where('gone.term_id', '=', term.id)
    .execute()
  const moved = await db
    .updateTable('item_term as use')
    .set({ term_id: target.id })
    .where('use.term_id', '=', term.id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('item_term as kept')
            .select('kept.item_id')
            .whereRef('kept.item_id', '=', 'use.item_id')
            .where('kept.term_id', '=', target.id),
        ),
      ),
    )
    .returning('use.status')
    .execute()
  countUsesChange(db, term, { gone: moved })
  countUsesChange(db, target, { added: moved })
  await removeUses(db, term)
  return items.map((row) => row.id)
}

/** Takes a term away from all items that have it. */
export async function takeFromItems(
  { db, shownChanged, actor, requestId, now }: TermWriter,
  term: Pick<Term, 'id' | 'kind' | 'collectionId'>,
): Promise<void> {
  // Before what is stored of them, as every change of an item locks them (content-api.md#documents-are-stored).
  await db
    .selectFrom('item')
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('item_term').select('item_id').where('term_id', '=', term.id))
    .orderBy('id')
    .forUpdate()
    .execute()
  const items = await removeUses(db, term)
  if (items.length === 0) return
  await db
    .updateTable('item')
    .set(nextVersion)
    .where('id', '=', sql<string>`any(${items})`)
    .execute()
  if (term.kind === 'category') await repeatCategory(db, { itemIds: items })
  await reviseItems(db, term.kind, items, { actor, requestId, now })
  await shownChanged({ by: 'item', ids: items })
}

async function removeUses(db: Writer, term: Pick<Term, 'id' | 'kind' | 'collectionId'>): Promise<string[]> {
  const gone = await db
    .deleteFrom('item_term')
    .where('term_id', '=', term.id)
    .returning(['item_id', 'status'])
    .execute()
  countUsesChange(db, term, { gone })
  return gone.map((row) => row.item_id)
}

async function replaceInCollections(db: Writer, id: TermId, by: TermId | null): Promise<void> {
  await db
    .updateTable('collection')
    .set({ default_author_id: by, ...nextVersion })
    .where('default_author_id', '=', id)
    .execute()
}

function tooMany({ kind, name }: Term, items: number): Refusal {
  const message = `${items} items have the ${kind} ${name}; one call replaces it in at most ${mostMoved}`
  return new Refusal('validation_failed', `${message}. Change some of them with bulkUpdateItems first.`, [
    { path: kind === 'author' ? '/input/authorId' : '/input/termId', message, code: 'too_big' },
  ])
}

function inUse({ kind, name, id }: Term, items: number, inTrash: number): Refusal {
  return new Refusal(
    'in_use',
    `The ${kind} ${name} is used by items. Name another one in reassignToId to replace it.`,
    { id, items, inTrash },
  )
}
