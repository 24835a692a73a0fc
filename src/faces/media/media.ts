import { findServedFile, servedPath, uploadAddress, uploadRoot } from '#areas/media/index.ts'
import { newRequestId } from '#catalog/run/call.ts'
import type { Face, Incoming, Outgoing } from '#faces/http.ts'
import { splitUrl } from '#faces/http.ts'
import { isNoneMatch } from '#faces/if-none-match.ts'
import { asRefusal, methodNotAllowed, sendRefusal } from '#faces/problem.ts'
import { Refusal } from '#kernel/errors.ts'

import { fileHeaders, openToAll, optionsAnswer } from './headers.ts'
import type { MediaParts } from './parts.ts'
import { receive } from './receive.ts'

/**
 * Media files, for everybody: `GET /media/<organization>/<media>/<file>`; and `PUT /media/uploads/<token>`, which takes the
 * bytes of an upload. It neither reads nor sets cookies.
 */
export function createMediaFace(parts: MediaParts): Face {
  return async (request) => {
    const requestId = newRequestId()
    const { path } = splitUrl(request.url)
    const isUpload = path.startsWith(uploadRoot)
    try {
      if (request.method === 'OPTIONS') return optionsAnswer(isUpload ? 'PUT' : 'GET, HEAD')
      if (isUpload) {
        if (request.method !== 'PUT') return methodNotAllowed('PUT, OPTIONS', requestId, openToAll)
        return await receive(parts, request, { address: uploadAddress(path), requestId })
      }
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return methodNotAllowed('GET, HEAD, OPTIONS', requestId, openToAll)
      return await serve(parts, request, path)
    } catch (error) {
      return sendRefusal(asRefusal(error, requestId, parts.log), requestId, openToAll)
    }
  }
}

async function serve({ visits, files }: MediaParts, { method, headers }: Incoming, path: string): Promise<Outgoing> {
  const asked = servedPath(path)
  if (asked === undefined) throw nothingHere()
  const { organizationId, mediaId, file } = asked
  const found = await visits.visit(organizationId, 'read', (db) => findServedFile(db, asked))
  if (found === undefined) throw nothingHere()

  // What is at a path never changes, so the path is as good as a hash.
  const etag = `"${mediaId}-${file}"`
  const about = fileHeaders({ ...found, etag })
  if (isNoneMatch(headers['if-none-match'], etag)) return { status: 304, headers: about, body: null }
  const sized = { ...about, 'Content-Length': String(found.bytes) }
  if (method === 'HEAD') return { status: 200, headers: sized, body: null }
  const stored = await files.get(`${organizationId}/${mediaId}/${file}`)
  if (stored === undefined || stored.bytes !== found.bytes) throw new Error(`the file ${file} of ${mediaId} is missing`)
  return { status: 200, headers: sized, body: stored.content, isFinite: true }
}

const nothingHere = () => new Refusal('not_found', 'There is no such file.')
