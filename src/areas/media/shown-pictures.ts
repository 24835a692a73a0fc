import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { type Files, readFile } from '#kernel/files.ts'
import type { ShownPicture } from '#kernel/model.ts'

import { keyOf } from './file-keys.ts'
import type { MediaRow } from './media.ts'

/** Wide enough to tell what a picture shows. */
const wideEnough = 1024

/** Finished images by id, in the order that was asked for. Errors: `not_found`, `unsupported_media`. */
export async function findImages(db: Reader, ids: readonly string[]): Promise<MediaRow[]> {
  const rows = await db
    .selectFrom('media')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .execute()
  const byId = new Map<string, MediaRow>(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = byId.get(id)
    if (row === undefined) throw new Refusal('not_found', 'There is no such media. listMedia names them.', { id })
    if (row.kind !== 'image' || row.variants.length === 0)
      throw new Refusal('unsupported_media', 'Only a finished image can be looked at.', { id })
    return row
  })
}

/** An image as a model is shown it, in WebP; undefined where its files are gone. */
export async function pictureOf(files: Files, { id, variants }: MediaRow): Promise<ShownPicture | undefined> {
  const usable = variants.filter(({ format }) => format === 'webp').toSorted((a, b) => b.width - a.width)
  const chosen = usable.find(({ width }) => width <= wideEnough) ?? usable.at(-1)
  const bytes = chosen === undefined ? undefined : await readFile(files, keyOf(id, chosen.file))
  return bytes === undefined ? undefined : { mime: 'image/webp', bytes }
}
