import { getCollection } from '#areas/collections/index.ts'
import { correctCounts } from '#areas/content/stored/counts.ts'
import type { Status } from '#areas/items/index.ts'
import { createTerm, type TermId, type TermKind } from '#areas/taxonomies/index.ts'
import { type CollectionId, type ItemId, newId } from '#kernel/ids.ts'

import { stage } from './stage.ts'

type Given = { kind?: TermKind; collectionId?: CollectionId }

/** A stage with factories for terms and for items that have them in a given order. */
export async function termStage(person: Parameters<typeof stage>[0] = {}) {
  const staged = await stage(person)
  const { rows } = staged
  const articles = await rows(({ db }) => getCollection(db, 'articles'))
  const glossary = await rows(({ db }) => getCollection(db, 'glossary'))

  const term = <K extends TermKind>(kind: K, name: string, collectionId = articles.id) =>
    rows(({ db }) => createTerm(db, { kind, name, collectionId }))

  async function item(
    termIds: readonly TermId[],
    { kind = 'tag', collectionId = articles.id, status = 'published' }: Given & { status?: Status | 'trash' } = {},
  ): Promise<ItemId> {
    const id = newId('item')
    const at = '2026-01-01T00:00:00.000Z'
    await rows(async ({ db }) => {
      const row = { id, collection_id: collectionId, slug: id.replace('_', '-'), title: 'T', title_key: 't' }
      const published = status === 'published' ? { status, publish_at: at } : {}
      const trashed = status === 'trash' ? { trashed_at: at } : {}
      await db
        .insertInto('item')
        .values({ ...row, ...published, ...trashed })
        .execute()
      const uses = termIds.map((termId, position) => ({ item_id: id, kind, term_id: termId, position }))
      const repeated = { collection_id: collectionId, status, sort_date: at }
      await db
        .insertInto('item_term')
        .values(uses.map((use) => ({ ...use, ...repeated })))
        .execute()
      await correctCounts(db)
    })
    return id
  }

  /** The terms of an item in their order. */
  const termsOf = (itemId: ItemId) =>
    rows(async ({ db }) => {
      const uses = await db
        .selectFrom('item_term')
        .select(['term_id', 'status', 'collection_id'])
        .where('item_id', '=', itemId)
        .orderBy('position')
        .execute()
      return uses.map(({ term_id: id }) => id)
    })

  const versionOf = (itemId: ItemId) =>
    rows(async ({ db }) => {
      const query = db.selectFrom('item').select('version').where('id', '=', itemId)
      return (await query.executeTakeFirstOrThrow()).version
    })

  return { ...staged, articles, glossary, term, item, termsOf, versionOf }
}
