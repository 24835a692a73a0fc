import type { PrepareCtx } from '#kernel/context.ts'
import { isTransient, Refusal } from '#kernel/errors.ts'
import { readFile } from '#kernel/files.ts'

import { requireDocument } from './documents.ts'
import { documentFile, keyOf, uploadFolderOf } from './file-keys.ts'
import { hashOf, type StoredImage, storeImage } from './image-files.ts'
import { findByBytes } from './media.ts'
import { findUpload, isReceived, type UploadRow } from './uploads.ts'

/**
 * What became of the bytes of an upload: files of an image or document that wait for their record, an image that already
 * exists, or why they are refused.
 */
export type LookedAt = { image: StoredImage } | { document: true } | { known: true } | { refusal: Refusal }

type LookCtx = Pick<PrepareCtx, 'read' | 'files' | 'images' | 'now' | 'isRehearsal' | 'signal'>

/**
 * Inspects what was uploaded and stores what is kept of it. Undefined where there is nothing to inspect: the transaction says
 * why. What is refused is removed, but never the folder of the media, since the same upload may have become one meanwhile.
 */
export async function lookAtUpload(ctx: LookCtx, mediaId: string): Promise<LookedAt | undefined> {
  const upload = await ctx.read((db) => findUpload(db, mediaId))
  if (!isReceived(upload, ctx.now)) return undefined
  const bytes = await readFile(ctx.files, `${uploadFolderOf(mediaId)}/${upload.received_file}`)
  if (bytes === undefined) return undefined
  try {
    requireAnnounced(upload, bytes)
    if (upload.kind === 'document') return await keepDocument(ctx, upload, bytes)
    if ((await ctx.read((db) => findByBytes(db, upload.sha256))) !== undefined) return { known: true }
    const decoded = await ctx.images(bytes)
    requireType(upload, decoded.type)
    return { image: await storeImage(ctx.files, { mediaId, bytes, decoded, isRehearsal: ctx.isRehearsal }) }
  } catch (error) {
    if (!(error instanceof Refusal) || isTransient(error)) throw error
    if (!ctx.isRehearsal) await ctx.files.removeFolder(uploadFolderOf(mediaId))
    return { refusal: error }
  }
}

async function keepDocument({ files, isRehearsal }: LookCtx, upload: UploadRow, bytes: Buffer) {
  requireDocument(upload.mime, bytes)
  if (!isRehearsal) await files.put(keyOf(upload.id, documentFile), bytes)
  return { document: true } as const
}

function requireAnnounced(upload: UploadRow, bytes: Buffer): void {
  if (bytes.length === upload.bytes && hashOf(bytes).equals(upload.sha256)) return
  throw new Refusal(
    'checksum_mismatch',
    'What was uploaded is not what was announced. Start again with createMediaUpload.',
    {
      announced: { bytes: upload.bytes, sha256: upload.sha256.toString('hex') },
      received: { bytes: bytes.length, sha256: hashOf(bytes).toString('hex') },
    },
  )
}

function requireType({ mime }: UploadRow, found: string): void {
  if (mime === found) return
  throw new Refusal('unsupported_media', `The bytes are ${found}, not ${mime}. Announce them as what they are.`, {
    announced: mime,
    found,
  })
}
