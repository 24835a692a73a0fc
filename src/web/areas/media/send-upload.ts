import { fieldOf } from '#std/objects.ts'
import type { Client } from '#web/client.ts'
import { OperationError } from '#web/operation-error.ts'
import type { OutputOf } from '#web/operations.ts'

type Options = {
  organizationId: string
  /** Whose page it is. */
  userId: string
  mime: string
  signal: AbortSignal
  /** Called with the share that has been sent, 0 to 1. */
  onProgress?: ((sent: number) => void) | undefined
}

/**
 * Uploads one file: announces it, sends its bytes, has them checked.
 *
 * @throws OperationError for every refusal; the reason of `signal` once that is aborted
 */
export async function sendUpload(
  call: Client['call'],
  file: File,
  { organizationId, userId, mime, signal, onProgress }: Options,
): Promise<OutputOf<'completeMediaUpload'>['media']> {
  const about = { filename: file.name.slice(0, 255) || 'file', mime, bytes: file.size, sha256: await digestOf(file) }
  const { mediaId, uploadUrl } = (await call('createMediaUpload', about, { organizationId, userId, signal })).result
  await put(new URL(uploadUrl).pathname, file, { signal, onProgress })
  return (await call('completeMediaUpload', { mediaId }, { organizationId, userId, signal })).result.media
}

async function digestOf(file: File): Promise<string> {
  // Browsers have it only where nobody can listen.
  if (!isSecureContext) throw refusal('Files can only be sent where the address of this page begins with https.')
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

// `fetch` does not say how much it has sent.
function put(path: string, file: File, { signal, onProgress }: Pick<Options, 'signal' | 'onProgress'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    signal.addEventListener('abort', stop)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded / Math.max(1, total)))
    request.addEventListener('load', () =>
      request.status < 300 ? resolve() : reject(refusal(messageIn(request), request.status)),
    )
    request.addEventListener('error', () => reject(refusal('The server could not be reached.')))
    request.addEventListener('abort', () => reject(signal.reason))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    request.open('PUT', path)
    request.send(file)
    if (signal.aborted) stop()
  })
}

function messageIn({ status, responseText }: XMLHttpRequest): string {
  try {
    const message = fieldOf(fieldOf(JSON.parse(responseText), 'error'), 'message')
    if (typeof message === 'string') return message
  } catch {
    // A proxy's page: the status says what there is to say.
  }
  return `The server answered ${status} to the file.`
}

function refusal(message: string, status = 0): OperationError {
  return new OperationError({ code: 'upload_failed', message, status })
}
