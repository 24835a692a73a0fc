import type { Admissions } from '#catalog/admit.ts'
import type { Reference } from '#catalog/derived/reference.ts'
import type { InstallationFacts } from '#catalog/installation-facts.ts'
import { newRequestId } from '#catalog/run/call.ts'
import type { ProcedureRunner } from '#catalog/run/run-procedure.ts'
import type { Runner } from '#catalog/run/run.ts'
import type { ThrottledCalls } from '#catalog/run/throttled.ts'
import { type Face, type Incoming, type Outgoing, splitUrl } from '#faces/http.ts'
import { asRefusal, methodNotAllowed, sendRefusal } from '#faces/problem.ts'
import { requireSameOrigin } from '#faces/same-origin.ts'
import { sessionCookie } from '#faces/session-cookie.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { JobTexts } from '#work/live/job-texts.ts'
import type { LiveCalls } from '#work/live/live-calls.ts'

import { createConnectCallback } from './connect.ts'
import { createEvents } from './events.ts'
import { createAppOperations } from './operations.ts'
import { packed } from './packed.ts'
import { createPreview } from './preview.ts'
import { createSessionRoutes, type SessionParts } from './session.ts'
import { createWritten } from './written.ts'

export type AppParts = SessionParts & {
  reference: Reference
  runner: Runner
  procedures: ProcedureRunner
  admission: Admissions
  throttled: ThrottledCalls
  live: LiveCalls
  texts: JobTexts
  baseUrl: () => string
  about: () => Promise<InstallationFacts>
  log: Log
}

const operationPath = '/app/operations/'
const eventsPath = '/app/events'
const writtenPath = '/app/written'
const previewPath = '/app/preview/'
const connectPath = '/app/connect/'

/** What the web application calls: its session, the operations, live events and previews, below `/app`. */
export function createApp(parts: AppParts): Face {
  const operations = createAppOperations(parts)
  const session = createSessionRoutes(parts)
  const events = createEvents(parts)
  const written = createWritten(parts)
  const preview = createPreview(parts)
  const connect = createConnectCallback(parts)

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
    if (path === eventsPath) {
      if (request.method !== 'GET') return methodNotAllowed('GET', requestId)
      return events(request, requestId, sessionCookie(parts.baseUrl()).read(request))
    }
    if (path === writtenPath) {
      if (request.method !== 'GET') return methodNotAllowed('GET', requestId)
      return written(request, requestId, sessionCookie(parts.baseUrl()).read(request))
    }
    if (path.startsWith(previewPath)) {
      if (request.method !== 'POST') return methodNotAllowed('POST', requestId)
      requireSameOrigin(request, parts.baseUrl())
      const met = { requestId, startedAt: new Date(), clientRequestId: undefined }
      const shown = await preview(
        request,
        met,
        path.slice(previewPath.length),
        sessionCookie(parts.baseUrl()).read(request),
      )
      return packed(request, shown)
    }
    if (path.startsWith(connectPath)) {
      if (request.method !== 'GET') return methodNotAllowed('GET', requestId)
      const met = { requestId, startedAt: new Date(), clientRequestId: undefined }
      const led = await connect(
        request,
        met,
        path.slice(connectPath.length),
        sessionCookie(parts.baseUrl()).read(request),
      )
      if (led !== undefined) return led
    }
    const answered = await session(request, { requestId }, path)
    // A session that ends here ends its streams at once.
    if (request.method !== 'GET') parts.live.check()
    if (answered !== undefined) return packed(request, answered)
    throw new Refusal('not_found', 'There is nothing at this path.')
  }
}
