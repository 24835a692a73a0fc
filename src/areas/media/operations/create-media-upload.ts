import { z } from 'zod'

import { documentTypes } from '#areas/media/documents.ts'
import { uploadPath } from '#areas/media/upload-address.ts'
import { addUpload, maxBytes } from '#areas/media/uploads.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { imageTypes } from '#kernel/images.ts'
import { operation } from '#kernel/operation.ts'
import { id, iso, text, timestamp, words } from '#kernel/schema.ts'
import { newToken } from '#kernel/tokens.ts'

export const createMediaUpload = operation({
  name: 'createMediaUpload',
  title: 'Start an upload',
  summary:
    'Returns an address for one PUT of an image (or a document for importItems) within 15 minutes. Then call completeMediaUpload.',
  scope: 'content:write',
  risk: 'write',
  errors: ['unsupported_media', 'media_too_large'],
  examples: [
    {
      title: 'A photo',
      input: {
        filename: 'harbour.jpg',
        mime: 'image/jpeg',
        bytes: 482113,
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      },
    },
  ],
  input: z.strictObject({
    filename: words(255),
    mime: text(100).describe(
      'image/png, /jpeg, /webp, /avif or /gif; or application/xml, application/zip, text/markdown',
    ),
    bytes: z.int().min(1).describe('Exact size; at most 15 MiB'),
    sha256: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, 'Must be 64 hexadecimal digits')
      .describe('SHA-256 of the bytes, in hex'),
  }),
  output: z.object({
    mediaId: id('media'),
    uploadUrl: z.string().describe('PUT the raw bytes here, once, without further credentials'),
    expiresAt: timestamp(),
  }),

  async handle({ db, access, baseUrl, now }, { filename, mime, bytes, sha256 }) {
    const kind = kindOf(mime)
    if (bytes > maxBytes)
      throw new Refusal('media_too_large', `At most ${maxBytes} bytes (15 MiB) are accepted. Make the file smaller.`, {
        limit: maxBytes,
        unit: 'bytes',
      })
    const mediaId = newId('media')
    const uploadSecret = newToken()

    const upload = { mediaId, secret: uploadSecret, kind, filename, mime: mime.toLowerCase(), bytes }
    const expiresAt = await addUpload(db, { ...upload, sha256: Buffer.from(sha256, 'hex') }, now)

    const path = uploadPath({ organizationId: access.organization.id, mediaId, secret: uploadSecret })
    return { mediaId, uploadUrl: `${baseUrl}${path}`, expiresAt: iso(expiresAt) }
  },
})

function kindOf(given: string): 'image' | 'document' {
  const mime = given.toLowerCase()
  if (imageTypes.some((known) => known === mime)) return 'image'
  if (documentTypes.some((known) => known === mime)) return 'document'
  const accepted = [...imageTypes, ...documentTypes]
  const message = `This type is not accepted; accepted are ${accepted.join(', ')}. SVG is not, in any form.`
  throw new Refusal('unsupported_media', message, { accepted })
}
