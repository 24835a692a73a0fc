import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { readFile } from '#kernel/files.ts'
import { isId } from '#kernel/ids.ts'
import type { JobCtx } from '#kernel/job.ts'

import { documentTypes } from './documents.ts'
import { documentFile, folderOf, keyOf } from './file-keys.ts'
import { type MediaRow } from './media.ts'
import { keepFolder, removeSoon } from './removals.ts'
import type { UploadRow } from './uploads.ts'

type Texts = { alt?: string | undefined; title?: string | undefined; now: Date }

/** Creates the record of a stored document. It has no address, since it is never served. */
export async function insertDocument(db: Writer, upload: UploadRow, { alt, title, now }: Texts): Promise<MediaRow> {
  const { id, filename, mime, bytes, sha256 } = upload
  await keepFolder(db, folderOf(id))
  return db
    .insertInto('media')
    .values({
      id,
      kind: 'document',
      source: 'upload',
      url: '',
      mime,
      bytes,
      sha256,
      filename,
      alt: alt ?? null,
      title: title ?? null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** An uploaded document. Errors: `not_found` for every other media, also for what an import made from an address. */
export async function requireUpload(db: Reader, mediaId: string): Promise<{ filename: string }> {
  const row = isId('media', mediaId)
    ? await db
        .selectFrom('media')
        .select('filename')
        .where('id', '=', mediaId)
        .where('kind', '=', 'document')
        .where('url', '=', '')
        .executeTakeFirst()
    : undefined
  if (row !== undefined) return { filename: row.filename ?? '' }
  const message = `There is no such document; it is removed after its import. createMediaUpload takes another one, as ${documentTypes.join(', ')}.`
  throw new Refusal('not_found', message, { id: mediaId.slice(0, 200) })
}

/**
 * An uploaded document in memory, for a job that reads it: its size was limited when it was uploaded. Errors: `not_found`,
 * `unsupported_media` where its bytes are gone.
 */
export async function openDocument(
  { files, read }: Pick<JobCtx, 'files' | 'read'>,
  mediaId: string,
): Promise<{ filename: string; bytes: Buffer }> {
  const { filename } = await read((db) => requireUpload(db, mediaId))
  const bytes = await readFile(files, keyOf(mediaId, documentFile))
  if (bytes === undefined) throw new Refusal('unsupported_media', 'This media is not an uploaded document.')
  return { filename, bytes }
}

/**
 * Removes a document once its job is done.
 */
export async function removeDocument(db: Writer, mediaId: string, now: Date): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('media')
    .where('id', '=', mediaId)
    .where('kind', '=', 'document')
    .where('url', '=', '')
    .executeTakeFirst()
  if (numDeletedRows > 0n) await removeSoon(db, folderOf(mediaId), now)
}
