import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import { question, selectFrom } from '#kernel/ask.ts'
import type { Writer } from '#kernel/database.ts'
import type { Write } from '#kernel/write-together.ts'

import { mediaIdsIn } from './file-keys.ts'

/**
 * Which media a sanitised body shows: by the path of our own files, and by the address of images that are stored elsewhere. A
 * question; they are locked, so that nobody deletes one before this commits.
 */
export function shownMediaAsked(html: string) {
  const ids = mediaIdsIn(tagsOf(html))
  const hashes = imagesIn(html).map((address) => createHash('md5').update(address).digest('hex'))
  const query = selectFrom('media')
    .select('id')
    .where((or) =>
      or.or([
        or('id', '=', sql<string>`any(${ids}::text[])`),
        or('url_hash', '=', sql<string>`any(${hashes}::text[])`),
      ]),
    )
    .orderBy('id')
    .forKeyShare()
  return question(ids.length + hashes.length === 0 ? undefined : query, (rows) => rows.map(({ id }) => id))
}

/** The writes that note which media an item shows, with its body, so that nobody has to search all bodies for an image. */
export function bodyUseWrites(
  db: Writer,
  { itemId, shown, isNew }: { itemId: string; shown: readonly string[]; isNew: boolean },
): Write[] {
  const gone = db
    .deleteFrom('media_use')
    .where('item_id', '=', itemId)
    .where('media_id', '<>', sql<string>`all(${[...shown]})`)
  const kept = db
    .insertInto('media_use')
    .values(shown.map((id) => ({ item_id: itemId, media_id: id })))
    .onConflict((conflict) => conflict.doNothing())
  return [...(isNew ? [] : [gone]), ...(shown.length === 0 ? [] : [kept])]
}

// An address in the text, such as one in code, shows nothing (media.md#uses-are-known).
const tagsOf = (html: string): string => (html.match(/<[^<>]*>/g) ?? []).join('')

// This is the sanitiser's HTML: attributes are in double quotes, and there is no bracket within a tag.
function imagesIn(html: string): string[] {
  const addresses = [...html.matchAll(/<img [^<>]*?src="([^"<>]*)"/g)].flatMap(([, src]) => src ?? [])
  return [...new Set(addresses.map((src) => src.replaceAll('&amp;', '&')))]
}
