import type { Admissions } from '#catalog/admit.ts'
import type { LiveCalls } from '#work/live/live-calls.ts'

import { once } from './event-stream.ts'
import { createSessionStream } from './session-stream.ts'

type Parts = { admission: Admissions; live: LiveCalls; baseUrl: () => string }

/**
 * `GET /app/events?organization=`: what is called and changed in an organization, as server-sent events
 * (audit.md#live-events-follow-records). Every event has an id to resume from, in `Last-Event-ID`, or in `?after=` where a page
 * opens the stream again.
 */
export function createEvents({ live, ...parts }: Parts) {
  return createSessionStream(parts, ({ sessionHash, organizationId, role, request, query, stream }) => {
    const lastSeen = request.headers['last-event-id'] ?? once(query, 'after')
    return live.open({
      sessionHash,
      organizationId,
      role,
      after: typeof lastSeen === 'string' && lastSeen !== '' ? lastSeen.slice(0, 100) : undefined,
      tell: ({ id, ...data }) => stream.send(data.kind === 'call' ? { id, ...data } : data, id),
      end: stream.end,
    })
  })
}
