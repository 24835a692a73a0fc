import { type Selectable, sql } from 'kysely'

import { collectionNamed } from '#areas/collections/index.ts'
import { ask, askedOnce, joined, type Question, selectFrom } from '#kernel/ask.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { isId } from '#kernel/ids.ts'
import { type Given, prepared } from '#kernel/prepared.ts'
import type { Tables } from '#kernel/tables.ts'

import {
  bodyAsked,
  type ItemBody,
  itemOf,
  type ItemRef,
  type ItemRow,
  type ItemState,
  type ItemTerms,
  noSuchItem,
  requireUntrashed,
  termsOfOneAsked,
} from './items.ts'
import { lastRevisionAsked } from './last-revision.ts'
import { type Surroundings, surroundingsAsked } from './surroundings.ts'

/** An item with everything around it that a call works with, as it was at one time (content.md#one-read-of-the-world). */
export type World = Surroundings & ItemState

/** Which item is meant: its id, or its slug and the id or slug of its collection. */
export type ItemName = { id: string } | { slug: string; collection: string }

/**
 * What reads an item with everything around it, and with the answers to more questions about it, which are the same for every
 * item. Errors: `not_found`, of the collection or of the item.
 */
export function worldReader<M>(
  more: (item: ItemRef) => Question<M>,
): (db: Reader, name: ItemName) => Promise<{ world: World; more: M }> {
  const asked = (item: ItemRef) => joined({ around: aroundAsked(item), answers: more(item) })
  const answersById = askedOnce((given: Given<Named>) => asked(given('id')))
  const read = async (db: Reader, name: ItemName) => {
    if ('id' in name) return Promise.all([rowById(db, name), answersById(db, name)])
    const named = refOf(name)
    return Promise.all([db.selectFrom('item').selectAll().where('id', '=', named).execute(), ask(db, asked(named))])
  }
  return async (db, name) => {
    const [[row], { around, answers }] = await read(db, name)
    if ('slug' in name) collectionNamed(around.around.collections, name.collection)
    return { world: worldOf(name, row, around), more: answers }
  }
}

type Named = { id: string }

const rowById = prepared((db: Reader, given: Given<Named>) =>
  db.selectFrom('item').selectAll().where('id', '=', given('id')),
)

/**
 * Locks an item for the rest of the transaction, and reads everything around it as it is from then on. The trash is part of it.
 * Errors: `not_found`.
 */
export async function lockWorld(db: Writer, id: string): Promise<World> {
  const [[row], around] = await Promise.all([lockedRow(db, { id }), aroundById(db, { id })])
  return worldOf({ id }, row, around)
}

const lockedRow = prepared((db: Writer, given: Given<Named>) =>
  db.selectFrom('item').selectAll().where('id', '=', given('id')).forUpdate(),
)

/**
 * The same of an item that is not in the trash, for a step that makes it `to`. Refuses with `version_conflict` and, for one that
 * is in the trash, with `invalid_transition`.
 */
export async function lockUntrashedWorld(
  db: Writer,
  { id, ...step }: { id: string; ifVersion?: number | undefined; to: string },
): Promise<World> {
  const world = await lockWorld(db, id)
  requireUntrashed(world.row, step)
  return world
}

/** The world of an item whose row is locked already. */
export async function worldAround(db: Reader, row: ItemRow, surroundings: Surroundings): Promise<World> {
  return worldOf({ id: row.id }, row, { around: surroundings, own: await ask(db, ownAsked(row.id)) })
}

const aroundAsked = (item: ItemRef) => joined({ around: surroundingsAsked(), own: ownAsked(item) })

const aroundById = askedOnce((given: Given<Named>) => aroundAsked(given('id')))

const ownAsked = (item: ItemRef) =>
  joined({ body: bodyAsked(item), terms: termsOfOneAsked(item), lastRevision: lastRevisionAsked(item) })

type Own = { body: ItemBody | undefined; terms: ItemTerms; lastRevision: number }

function worldOf(
  name: ItemName,
  row: Selectable<Tables['item']> | undefined,
  { around, own: { body, ...own } }: { around: Surroundings; own: Own },
): World {
  if (row === undefined || body === undefined) throw noSuchItem(name)
  return { ...around, ...own, row: itemOf(row), body }
}

function refOf(name: Exclude<ItemName, Named>): ItemRef {
  const named = selectFrom('item')
    .innerJoin('collection', 'collection.id', 'item.collection_id')
    .select('item.id')
    .where(isId('collection', name.collection) ? 'collection.id' : 'collection.slug', '=', name.collection)
    .where('item.slug', '=', name.slug)
    .where('item.trashed_at', 'is', null)
  return sql`(${named})`
}
