import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { freeSlug } from '#std/free-slug.ts'
import { slugify } from '#std/slugs.ts'

/** A free slug made of a title, or of the id where the title has no usable letter, with a suffix where it is taken. */
export async function slugFor(
  db: Reader,
  { collectionId, title, id }: { collectionId: string; title: string; id: string },
): Promise<string> {
  return untaken(db, collectionId, slugify(title) || slugify(id))
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

/** Refuses a given slug that a live item of the collection has. */
export async function requireFree(db: Reader, collectionId: string, slug: string, exceptId?: string): Promise<void> {
  const row = await db
    .selectFrom('item')
    .select('id')
    .where('collection_id', '=', collectionId)
    .where('slug', '=', slug)
    .where('trashed_at', 'is', null)
    .executeTakeFirst()
  if (row !== undefined && row.id !== exceptId) {
    throw new Refusal('slug_taken', `Another item of the collection has the slug ${slug}. Choose another one.`, {
      slug,
      itemId: row.id,
    })
  }
}
