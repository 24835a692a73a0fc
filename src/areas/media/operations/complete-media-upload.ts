import { z } from 'zod'

import { insertDocument } from '#areas/media/document-files.ts'
import { folderOf, uploadFolderOf } from '#areas/media/file-keys.ts'
import { insertImage } from '#areas/media/image-files.ts'
import { lookAtUpload, type LookedAt } from '#areas/media/look-at-upload.ts'
import { describeMedia, describeVariants, mediaOutput, requireByBytes, variantOutput } from '#areas/media/media.ts'
import { keepFolder, removeSoon } from '#areas/media/removals.ts'
import { alreadyRefused, lockReceived, markCompleted, type UploadRow } from '#areas/media/uploads.ts'
import type { Writer } from '#kernel/database.ts'
import type { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id, text, title } from '#kernel/schema.ts'

export const completeMediaUpload = operation({
  name: 'completeMediaUpload',
  title: 'Complete an upload',
  summary:
    'Checks what was uploaded and creates the media with its sizes. If the same image already exists, the answer is that one.',
  scope: 'content:write',
  risk: 'write',
  errors: ['not_found', 'invalid_transition', 'checksum_mismatch', 'unsupported_media', 'media_too_large', 'conflict'],
  examples: [
    { title: 'With an alt text', input: { mediaId: 'med_01k9x8f0000000000000000000', alt: 'Ships in a harbour' } },
  ],
  input: z.strictObject({
    mediaId: id('media').describe('From createMediaUpload'),
    alt: text(300).optional(),
    title: title(300).optional(),
  }),
  output: z.object({ media: mediaOutput, variants: z.array(variantOutput) }),

  prepare: (ctx, { mediaId }) => lookAtUpload(ctx, mediaId),

  async handle(ctx, { mediaId, alt, title }, looked: LookedAt | undefined) {
    const { db, access, now } = ctx
    const upload = await lockReceived(db, mediaId, now)
    if (looked === undefined) throw alreadyRefused()
    if ('refusal' in looked) throw looked.refusal

    const texts = { alt, title, now }
    const row = 'known' in looked ? await knownImage(db, upload) : await insert(db, { upload, looked, texts, access })
    await markCompleted(db, upload)
    await removeSoon(db, uploadFolderOf(mediaId), now)

    return { media: describeMedia(row, ctx), variants: describeVariants(row, ctx) }
  },
})

type New = {
  upload: UploadRow
  looked: Exclude<LookedAt, { refusal: Refusal } | { known: true }>
  texts: { alt: string | undefined; title: string | undefined; now: Date }
  access: { organization: { id: string } }
}

async function insert(db: Writer, { upload, looked, texts, access }: New) {
  if ('document' in looked) return insertDocument(db, upload, texts)
  return insertImage(db, {
    ...texts,
    mediaId: upload.id,
    organizationId: access.organization.id,
    image: looked.image,
    source: 'upload',
    filename: upload.filename,
  })
}

async function knownImage(db: Writer, { id: mediaId, sha256 }: UploadRow) {
  const row = await requireByBytes(db, sha256)
  await keepFolder(db, folderOf(mediaId))
  return row
}
