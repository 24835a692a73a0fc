import { randomBytes } from 'node:crypto'

import { keepReceived, noSuchUpload, openUpload, type UploadAddress, uploadFolderOf } from '#areas/media/index.ts'
import { type Incoming, jsonType, type Outgoing } from '#faces/http.ts'
import { Refusal } from '#kernel/errors.ts'
import { BodyCutOff, filesBelow, TooManyBytes } from '#kernel/files.ts'

import { openToAll } from './headers.ts'
import type { MediaParts } from './parts.ts'

type Asked = { address: UploadAddress | undefined; requestId: string }

/**
 * Takes the bytes of an upload, no more than were announced, without inspecting them. Two at once are both written, and one of
 * them counts. Errors: `not_found`, `invalid_transition`, 413 `too_large`.
 */
export async function receive(
  { visits, files, now = () => new Date() }: MediaParts,
  { headers, body, expectUpload }: Incoming,
  { address, requestId }: Asked,
): Promise<Outgoing> {
  if (address === undefined) throw noSuchUpload()
  const { organizationId, mediaId } = address
  const upload = await visits.visit(organizationId, 'read', (db) => openUpload(db, address, now()))
  if (upload === undefined) throw noSuchUpload()
  if (Number(headers['content-length'] ?? 0) > upload.bytes) throw tooLarge(upload.bytes)

  expectUpload?.()
  const own = filesBelow(files, organizationId)
  const file = randomBytes(9).toString('hex')
  const key = `${uploadFolderOf(mediaId)}/${file}`
  const { bytes } = await own.put(key, body, { maxBytes: upload.bytes }).catch((error: unknown) => {
    throw error instanceof TooManyBytes ? tooLarge(upload.bytes) : orGone(error)
  })
  try {
    const isKept = await visits.visit(organizationId, 'write', async (db) => {
      await keepReceived(db, upload, file)
      return true
    })
    if (isKept === undefined) throw noSuchUpload()
  } catch (error) {
    await own.remove(key)
    throw error
  }
  return {
    status: 200,
    headers: { ...openToAll, 'Content-Type': jsonType, 'Cache-Control': 'no-store', 'X-Request-Id': requestId },
    body: JSON.stringify({ mediaId, bytes }),
  }
}

function tooLarge(announced: number): Refusal {
  return new Refusal('too_large', `The upload was announced with ${announced} bytes, and more came.`, { announced })
}

// There is nobody left to answer.
function orGone(error: unknown): unknown {
  if (!(error instanceof BodyCutOff)) return error
  return new Refusal('cancelled', 'The client went away before the upload was complete.')
}
