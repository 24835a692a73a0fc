import { fieldOf } from '#std/objects.ts'
import { ask, type Question } from '#web/ask.ts'
import { OperationError } from '#web/operation-error.ts'

export type Sent = Question & {
  /** The answer to this request, where it was sent before. */
  early?: Promise<Response> | undefined
}

/**
 * One request to the server's `/app` interface.
 *
 * @returns the parsed body, `null` for 204
 * @throws OperationError for every refusal, for answers that are not JSON (a proxy's page) and when there is no answer
 */
export async function send(method: string, path: string, { early, ...question }: Sent = {}): Promise<unknown> {
  const asked = early ?? ask(method, path, question)
  const answer = await asked.catch((cause: unknown) => {
    if (question.signal?.aborted) throw cause
    throw new OperationError({ code: 'network', status: 0, message: 'The server could not be reached.' })
  })
  if (answer.status === 204) return null

  const parsed: unknown = await answer.json().catch(() => undefined)
  if (answer.ok && parsed !== undefined) return parsed
  throw toError(answer, parsed)
}

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
