import { sql } from 'kysely'

import type { Collection } from '#areas/collections/index.ts'
import type { Reader } from '#kernel/database.ts'
import type { ItemId } from '#kernel/ids.ts'

import { pathOf } from './public-url.ts'

/** Which of these paths of the website belong to published items. */
export async function publishedAt(
  db: Reader,
  collections: readonly Collection[],
  paths: readonly string[],
): Promise<Map<string, ItemId>> {
  return itemsAt(db, collections, paths, 'published')
}

/** Which of these paths unpublished items would have, except those in the trash. */
export async function unpublishedAt(
  db: Reader,
  collections: readonly Collection[],
  paths: readonly string[],
): Promise<Map<string, ItemId>> {
  return itemsAt(db, collections, paths, 'unpublished')
}

async function itemsAt(
  db: Reader,
  collections: readonly Collection[],
  paths: readonly string[],
  status: 'published' | 'unpublished',
): Promise<Map<string, ItemId>> {
  const wanted = collections.flatMap((collection) =>
    paths.flatMap((path) => {
      const slug = slugAt(collection, path)
      return slug === undefined ? [] : [{ path, slug, collectionId: collection.id as string }]
    }),
  )
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('item')
    .select(['id', 'slug', 'collection_id'])
    .where('slug', '=', sql<string>`any(${wanted.map(({ slug }) => slug)})`)
    .where('status', status === 'published' ? '=' : '<>', 'published')
    .where('trashed_at', 'is', null)
    .execute()
  const ids = new Map(rows.map((row) => [`${row.collection_id} ${row.slug}`, row.id as ItemId]))
  return new Map(
    wanted.flatMap(({ path, slug, collectionId }) => {
      const id = ids.get(`${collectionId} ${slug}`)
      return id === undefined ? [] : [[path, id] as const]
    }),
  )
}

/** The slug of an item that would have this path in the collection. */
function slugAt(collection: Collection, path: string): string | undefined {
  const [start = '', end = ''] = collection.urlTemplate.split('{slug}', 2)
  if (!path.startsWith(start) || !path.endsWith(end) || path.length <= start.length + end.length) return undefined
  try {
    const slug = decodeURIComponent(path.slice(start.length, path.length - end.length))
    return [path, encodeURI(path)].includes(pathOf(collection, slug)) ? slug : undefined
  } catch {
    return undefined
  }
}
