import type { Admissions } from '#catalog/admit.ts'
import type { Reference } from '#catalog/reference.ts'
import type { ThrottledCalls } from '#catalog/throttled.ts'
import type { Runner } from '#catalog/run.ts'
import type { ProcedureRunner } from '#catalog/run-procedure.ts'
import { newRequestId } from '#catalog/call.ts'
import { type Face, type Incoming, type Outgoing, splitUrl } from '#faces/http.ts'
import { asRefusal, methodNotAllowed, sendRefusal } from '#faces/problem.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'

import { sessionCookie } from '#faces/session-cookie.ts'
import { createAppOperations } from './operations.ts'
import { requireSameOrigin } from '#faces/same-origin.ts'
import { createSessionRoutes, type SessionParts } from './session.ts'

export type AppParts = SessionParts & {
  reference: Reference
  runner: Runner
  procedures: ProcedureRunner
  admission: Admissions
  throttled: ThrottledCalls
  baseUrl: () => string
  log: Log
}

const operationPath = '/app/operations/'

/** What the web application calls: its session and the operations, below `/app` (D-20, D-21). */
export function createApp(parts: AppParts): Face {
  const operations = createAppOperations(parts)
  const session = createSessionRoutes(parts)

  return async (request) => {
    const requestId = newRequestId()
    try {
      return await route(request, requestId)
    } catch (error) {
      return sendRefusal(asRefusal(error, requestId, parts.log), requestId)
    }
  }

  async function route(request: Incoming, requestId: ReturnType<typeof newRequestId>): Promise<Outgoing> {
    const { path } = splitUrl(request.url)
    if (path.startsWith(operationPath)) {
      if (request.method !== 'POST') return methodNotAllowed('POST', requestId)
      requireSameOrigin(request, parts.baseUrl())
      const met = { requestId, startedAt: new Date(), clientRequestId: undefined }
      return operations(request, met, path.slice(operationPath.length), sessionCookie(parts.baseUrl()).read(request))
    }
    const answered = await session(request, { requestId }, path)
    if (answered !== undefined) return answered
    throw new Refusal('not_found', 'There is nothing at this path.')
  }
}
