import { fieldOf } from '#std/objects.ts'
import { OperationError } from '#web/operation-error.ts'

export type Sent = {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** The answer to this request, where it was sent before. */
  early?: Promise<Response> | undefined
}

/**
 * One request to the server's `/app` interface.
 *
 * @returns the parsed body, `null` for 204
 * @throws OperationError for every refusal, for answers that are not JSON (a proxy's page) and when there is no answer
 */
export async function send(
  method: string,
  path: string,
  { body, headers, signal, early }: Sent = {},
): Promise<unknown> {
  const asked =
    early ??
    fetch(path, {
      method,
      headers: { accept: 'application/json', ...(body === undefined ? {} : json), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
      credentials: 'same-origin',
      cache: 'no-store',
    })
  const answer = await asked.catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw new OperationError({ code: 'network', status: 0, message: 'The server could not be reached.' })
  })
  if (answer.status === 204) return null

  const parsed: unknown = await answer.json().catch(() => undefined)
  if (answer.ok && parsed !== undefined) return parsed
  throw toError(answer, parsed)
}

const json = { 'content-type': 'application/json' }

function toError(answer: Response, parsed: unknown): OperationError {
  const told = fieldOf(parsed, 'error')
  const text = (name: string) => {
    const value = fieldOf(told, name)
    return typeof value === 'string' ? value : null
  }
  const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return new OperationError({
    code: text('code') ?? 'unreadable_answer',
    message: text('message') ?? `The server answered ${answer.status} without an explanation.`,
    status: answer.status,
    requestId: text('requestId') ?? answer.headers.get('x-request-id'),
    details: fieldOf(told, 'details'),
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
  })
}
