import type { Admissions } from '#catalog/admit.ts'
import type { LiveCalls } from '#work/live/live-calls.ts'
import { type Incoming, type Outgoing, splitUrl } from '#faces/http.ts'
import { sendRefusal } from '#faces/problem.ts'
import type { RequestId } from '#kernel/ids.ts'

import { requireSameOrigin } from '#faces/same-origin.ts'
import { hashOf } from '#kernel/tokens.ts'

import { eventStream, once, streamAnswer } from './event-stream.ts'

type Parts = { admission: Admissions; live: LiveCalls; baseUrl: () => string }

/**
 * `GET /app/events?organization=`: what is called and changed in an organization, as server-sent events
 * (audit.md#live-events-follow-records). Every event has an id to resume from, in `Last-Event-ID`, or in `?after=` where a page
 * opens the stream again.
 */
export function createEvents({ admission, live, baseUrl }: Parts) {
  return async (request: Incoming, requestId: RequestId, cookie: string | undefined): Promise<Outgoing> => {
    // The stream is only for pages of this origin, although a read changes nothing: it occupies the server.
    requireSameOrigin(request, baseUrl())
    const { query } = splitUrl(request.url)
    const admitted = await admission.bySession(cookie, once(query, 'organization'))
    if (!admitted.ok) return sendRefusal(admitted.refusal, requestId)
    const { organization, role } = admitted.access
    const lastSeen = request.headers['last-event-id'] ?? once(query, 'after')

    const opened: { leave?: () => void } = {}
    const stream = eventStream(() => opened.leave?.())
    try {
      opened.leave = await live.open({
        sessionHash: hashOf(cookie ?? ''),
        organizationId: organization.id,
        role,
        after: typeof lastSeen === 'string' && lastSeen !== '' ? lastSeen.slice(0, 100) : undefined,
        tell: ({ id, ...data }) => stream.send(data.kind === 'call' ? { id, ...data } : data, id),
        end: stream.end,
      })
    } catch (error) {
      stream.end()
      throw error
    }
    return streamAnswer(stream, requestId)
  }
}
