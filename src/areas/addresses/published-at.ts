import { sql } from 'kysely'

import type { Collection } from '#areas/collections/index.ts'
import type { Reader } from '#kernel/database.ts'
import { type ItemId, storedId } from '#kernel/ids.ts'
import { pathKey, spellings } from '#std/site-paths.ts'
import { slugsReader } from '#std/url-templates.ts'
import { decodeOnce } from '#std/urls.ts'

import { pathOf, placedColumns } from './public-url.ts'

/** Which of these paths of the website belong to published items, however a path is spelled. */
export async function publishedAt(
  db: Reader,
  collections: readonly Collection[],
  paths: readonly string[],
): Promise<Map<string, ItemId>> {
  return itemsAt(db, collections, paths, 'published')
}

/** The published item of another collection that has a path, too; undefined if there is none. A collection gives each path once. */
export async function alsoPublishedAt(
  db: Reader,
  collections: readonly Collection[],
  { path, collectionId }: { path: string; collectionId: string },
): Promise<ItemId | undefined> {
  const others = collections.filter(({ id }) => id !== collectionId)
  return (await publishedAt(db, others, [path])).get(path)
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
  const wanted = collections.flatMap((collection) => {
    const read = slugsReader(collection.urlTemplate)
    return paths.flatMap((path) => {
      const slugs = new Set(spellings(path).flatMap((form) => read(form).map(decodeOnce)))
      return [...slugs].map((slug) => ({ path, slug, collection }))
    })
  })
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('item')
    .select([...placedColumns, 'collection_id'])
    .where('slug', '=', sql<string>`any(${wanted.map(({ slug }) => slug)})`)
    .where('status', status === 'published' ? '=' : '<>', 'published')
    .where('trashed_at', 'is', null)
    .execute()
  const known = new Map(rows.map((row) => [`${row.collection_id} ${row.slug}`, row]))
  return new Map(
    wanted.flatMap(({ path, slug, collection }) => {
      const row = known.get(`${collection.id} ${slug}`)
      // The slug says which item it could be, the whole path whether it is.
      const isIts = row !== undefined && pathKey(path) === pathKey(pathOf(collection, row))
      return isIts ? [[path, storedId('item', row.id)] as const] : []
    }),
  )
}
