import type { Admissions } from '#catalog/admit.ts'
import type { LiveCalls } from '#work/live/live-calls.ts'
import { type Incoming, type Outgoing, splitUrl, type Stream } from '#faces/http.ts'
import { pushedStream } from '#faces/pushed-stream.ts'
import { sendRefusal } from '#faces/problem.ts'
import { Refusal } from '#kernel/errors.ts'
import type { RequestId } from '#kernel/ids.ts'

import { requireSameOrigin } from '#faces/same-origin.ts'
import { hashOf } from '#kernel/tokens.ts'

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
        tell: ({ id, ...data }) => stream.send(id, data.kind === 'call' ? { id, ...data } : data),
        end: stream.end,
      })
    } catch (error) {
      stream.end()
      throw error
    }
    return {
      status: 200,
      headers: {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        // Makes proxies pass every event on at once.
        'X-Accel-Buffering': 'no',
        'X-Request-Id': requestId,
      },
      body: stream.body,
    }
  }
}

type EventStream = {
  body: Stream
  /** Sends a message: what it is called to be resumed from, and its content. */
  send(id: string, data: object): void
  end(): void
}

const heartbeat = { text: ':\n\n', everyMs: 15_000 }

/** A body of server-sent events, with a heartbeat. `onEnd` is called once, whichever side ends it. */
function eventStream(onEnd: () => void): EventStream {
  const { body, push, end } = pushedStream(heartbeat, onEnd)
  push('retry: 1000\n\n')
  return { body, send: (id, data) => push(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`), end }
}

function once(query: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = query.getAll(name)
  if (others.length > 0) throw new Refusal('malformed_request', `The parameter ${name} is sent twice.`)
  return value
}
