import type { Admissions } from '#catalog/admit.ts'
import { rateLimitHeaders } from '#catalog/challenge.ts'
import { listOperations } from '#catalog/derived/list-operations.ts'
import type { Reference } from '#catalog/derived/reference.ts'
import { excludedCalls } from '#catalog/excluded.ts'
import type { InstallationFacts } from '#catalog/installation-facts.ts'
import { backgroundJobs } from '#catalog/jobs.ts'
import { type Answer, successBody } from '#catalog/run/answer.ts'
import { isRecordedInApp } from '#catalog/run/record.ts'
import type { ProcedureRunner } from '#catalog/run/run-procedure.ts'
import type { Runner } from '#catalog/run/run.ts'
import type { ThrottledCalls } from '#catalog/run/throttled.ts'
import { readEnvelope } from '#faces/envelope.ts'
import { decodeSegment, type Incoming, jsonType, type Outgoing } from '#faces/http.ts'
import { sendAnswer, sendRefusal } from '#faces/problem.ts'
import { sessionCookie } from '#faces/session-cookie.ts'
import { Refusal } from '#kernel/errors.ts'
import type { RequestId } from '#kernel/ids.ts'

import { browserOf } from './browser.ts'
import { packed } from './packed.ts'

type Parts = {
  reference: Reference
  runner: Runner
  procedures: ProcedureRunner
  admission: Admissions
  throttled: ThrottledCalls
  baseUrl: () => string
  about: () => Promise<InstallationFacts>
}

type Met = { requestId: RequestId; startedAt: Date; clientRequestId: undefined }

/**
 * `POST /app/operations/<name>`: the operations of `/v2` with the session cookie, and procedures
 * (calls.md#web-calls-the-same-operations).
 */
export function createAppOperations(parts: Parts) {
  const { reference, runner, procedures, admission, throttled, baseUrl, about } = parts
  return async (request: Incoming, met: Met, segment: string, cookie: string | undefined): Promise<Outgoing> => {
    const name = (decodeSegment(segment) ?? segment).slice(0, 100)
    if (procedures.has(name)) return personal(request, met, name, cookie)
    const admitted = await admission.bySession(
      cookie,
      oneLine(request, 'x-organization-id'),
      oneLine(request, 'x-user-id'),
    )
    if (!admitted.ok) {
      if (admitted.access !== undefined && leavesRecord(name))
        throttled.count({ ...met, door: 'app', operation: name, access: admitted.access, refusal: admitted.refusal })
      const known = admitted.access === undefined ? {} : rateLimitHeaders(admitted.access)
      return sendRefusal(admitted.refusal, met.requestId, known)
    }
    const headers = rateLimitHeaders(admitted.access)
    const discovered = (result: object) => packed(request, discovery(name, result, met, headers))
    if (name === 'listOperations') {
      const { input } = await readEnvelope(request)
      return discovered({ ...listOperations(reference, admitted.access, 'app', input), backgroundJobs })
    }
    if (name === 'getInstallation') return discovered(await about())
    if (name === 'listExcludedCalls') return discovered({ items: excludedCalls() })
    const answer = await runner.run({
      ...met,
      door: 'app',
      operation: name,
      access: admitted.access,
      envelope: () => readEnvelope(request, admitted.access.organization.id),
    })
    return sent(request, answer, met.requestId, headers)
  }

  async function personal(request: Incoming, met: Met, name: string, token: string | undefined): Promise<Outgoing> {
    const { requestId, startedAt } = met
    const { session, ...answer } = await procedures.run({
      procedure: name,
      token,
      pageOf: oneLine(request, 'x-user-id'),
      browser: browserOf(request),
      requestId,
      startedAt,
      envelope: () => readEnvelope(request),
    })
    if (session === undefined) return sent(request, answer, requestId)
    const cookies = sessionCookie(baseUrl())
    return sendAnswer(answer, requestId, { 'Set-Cookie': session === null ? cookies.clear : cookies.set(session) })
  }

  // audit.md#one-record-per-call
  function leavesRecord(name: string): boolean {
    const op = reference.byName.get(name)
    return op !== undefined && isRecordedInApp(op)
  }
}

/** What the runner answered: packed, unless it shows a secret (web.md#answers-are-compressed). */
async function sent(
  request: Incoming,
  answer: Answer,
  requestId: string,
  headers: Record<string, string> = {},
): Promise<Outgoing> {
  const outgoing = sendAnswer(answer, requestId, headers)
  return answer.showsSecret ? outgoing : packed(request, outgoing)
}

/** The answer of a tool of discovery, which leaves no record. */
function discovery(name: string, result: object, { requestId }: Met, headers: Record<string, string>): Outgoing {
  return {
    status: 200,
    headers: { ...headers, 'Content-Type': jsonType, 'Cache-Control': 'no-store', 'X-Request-Id': requestId },
    body: successBody(name, requestId, result, false),
  }
}

/** The one line of a header. */
export function oneLine({ headersDistinct }: Incoming, name: string): string | undefined {
  const [line, ...others] = headersDistinct[name] ?? []
  if (others.length > 0) throw new Refusal('malformed_request', `The header ${name} is sent twice.`)
  return line
}
