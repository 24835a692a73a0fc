import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { escapeLike } from '#std/text.ts'
import { slugify, withSuffix } from '#std/slugs.ts'

/** A free slug made of a title, or of the id where the title has no usable letter, with a suffix where it is taken. */
export async function freeSlug(
  db: Reader,
  { collectionId, title, id }: { collectionId: string; title: string; id: string },
): Promise<string> {
  return untaken(db, collectionId, slugify(title) || slugify(id))
}

/** The slug itself, or with the first suffix that is free. */
export async function untaken(db: Reader, collectionId: string, slug: string, exceptId?: string): Promise<string> {
  const stem = withSuffix(slug, 1).slice(0, -1)
  const rows = await db
    .selectFrom('item')
    .select(['slug', 'id'])
    .where('collection_id', '=', collectionId)
    .where('trashed_at', 'is', null)
    .where((or) => or.or([or('slug', '=', slug), or('slug', 'like', `${escapeLike(stem.slice(0, 190))}%`)]))
    .execute()
  const taken = new Set(rows.filter(({ id }) => id !== exceptId).map((row) => row.slug))
  if (!taken.has(slug)) return slug
  for (let n = 2; ; n++) {
    const candidate = withSuffix(slug, n)
    if (!taken.has(candidate)) return candidate
  }
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
