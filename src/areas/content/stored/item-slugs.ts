import { sql } from 'kysely'

import { question, selectFrom } from '#kernel/ask.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { freeSlug } from '#std/free-slug.ts'
import { slugify } from '#std/slugs.ts'

/** The slug made from a title, or the id if the title has no usable letter. */
export function plainSlugOf({ title, id }: { title: string; id: string }): string {
  return slugify(title) || slugify(id)
}

/** The same, with a suffix if it is taken. */
export async function freeSlugFor(
  db: Reader,
  { collectionId, ...named }: { collectionId: string; title: string; id: string },
): Promise<string> {
  return untaken(db, collectionId, plainSlugOf(named))
}

/** The slug itself, or with the first suffix that is free among the live items of the collection. */
export async function untaken(db: Reader, collectionId: string, slug: string, exceptId = ''): Promise<string> {
  return freeSlug(slug, async (slugs) => {
    const rows = await db
      .selectFrom('item')
      .select('slug')
      .where('collection_id', '=', collectionId)
      .where('slug', '=', sql<string>`any(${[...slugs]})`)
      .where('trashed_at', 'is', null)
      .where('id', '<>', exceptId)
      .execute()
    return rows.map((row) => row.slug)
  })
}

/**
 * Lets items have their ids for slugs, until they get others in the same transaction: a slug that passes between two items is
 * free for the one that gets it.
 */
export async function setItemSlugsAside(db: Writer, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('item')
    .set({ slug: sql<string>`id` })
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .where('trashed_at', 'is', null)
    .execute()
}

/** Which live item of a collection has a slug; as a question. */
export function slugHolderAsked(place: { collectionId: string; slug: string } | undefined) {
  const query =
    place &&
    selectFrom('item')
      .select('id')
      .where('collection_id', '=', place.collectionId)
      .where('slug', '=', place.slug)
      .where('trashed_at', 'is', null)
  return question(query, ([row]) => row?.id)
}

/** Refuses a given slug that another live item of the collection has. */
export function requireFree(slug: string, { slugHolder }: { slugHolder: string | undefined }, exceptId?: string): void {
  if (slugHolder === undefined || slugHolder === exceptId) return
  throw new Refusal('slug_taken', `Another item of the collection has the slug ${slug}. Choose another one.`, {
    slug,
    itemId: slugHolder,
  })
}
