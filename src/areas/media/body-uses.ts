import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'

import { mediaIdsIn } from './file-keys.ts'

type Body = { itemId: string; html: string; isNew: boolean }

/**
 * Notes which media the sanitised body of an item shows: by the path of our own files, and by the address of images that are
 * stored elsewhere. Written with the body, so that nobody has to search all bodies for an image.
 */
export async function noteBodyUses(db: Writer, { itemId, html, isNew }: Body): Promise<void> {
  const ids = mediaIdsIn(html)
  const hashes = imagesIn(html).map((address) => createHash('md5').update(address).digest('hex'))
  if (!isNew) await db.deleteFrom('media_use').where('item_id', '=', itemId).execute()
  if (ids.length === 0 && hashes.length === 0) return
  // Locked, so that nobody deletes one before this commits.
  const shown = await db
    .selectFrom('media')
    .select('id')
    .where((or) =>
      or.or([
        or('id', '=', sql<string>`any(${ids}::text[])`),
        or('url_hash', '=', sql<string>`any(${hashes}::text[])`),
      ]),
    )
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (shown.length === 0) return
  await db
    .insertInto('media_use')
    .values(shown.map(({ id }) => ({ item_id: itemId, media_id: id })))
    .execute()
}

// This is the sanitiser's HTML: attributes are in double quotes, and there is no bracket within a tag.
function imagesIn(html: string): string[] {
  const addresses = [...html.matchAll(/<img [^<>]*?src="([^"<>]*)"/g)].flatMap(([, src]) => src ?? [])
  return [...new Set(addresses.map((src) => src.replaceAll('&amp;', '&')))]
}
