import type { Admissions } from '#catalog/admit.ts'
import { type Incoming, type Outgoing, splitUrl } from '#faces/http.ts'
import { sendRefusal } from '#faces/problem.ts'
import { requireSameOrigin } from '#faces/same-origin.ts'
import type { RequestId } from '#kernel/ids.ts'
import type { Role } from '#kernel/scope.ts'
import { hashOf } from '#kernel/tokens.ts'

import { type EventStream, eventStream, once, streamAnswer } from './event-stream.ts'

/** Who opened a stream, what the address asks for, and the stream: its owner sends, and ends it. */
export type Opening = {
  sessionHash: Buffer
  organizationId: string
  role: Role
  request: Incoming
  query: URLSearchParams
  stream: EventStream
}

type Parts = { admission: Admissions; baseUrl: () => string }
/** Begins to send. Returns what is called once nobody still listens; a refusal that it throws is the answer. */
type Open = (opening: Opening) => Promise<() => void>

/** A stream of server-sent events for the session of a person, in the organization that `?organization=` names. */
export function createSessionStream({ admission, baseUrl }: Parts, open: Open) {
  return async (request: Incoming, requestId: RequestId, cookie: string | undefined): Promise<Outgoing> => {
    // Only for pages of this origin, although a read changes nothing: it occupies the server.
    requireSameOrigin(request, baseUrl())
    const { query } = splitUrl(request.url)
    const admitted = await admission.bySession(cookie, once(query, 'organization'))
    if (!admitted.ok) return sendRefusal(admitted.refusal, requestId)
    const { organization, role } = admitted.access

    const opened: { leave?: () => void } = {}
    const stream = eventStream(() => opened.leave?.())
    try {
      const sessionHash = hashOf(cookie ?? '')
      opened.leave = await open({ sessionHash, organizationId: organization.id, role, request, query, stream })
    } catch (error) {
      stream.end()
      throw error
    }
    return streamAnswer(stream, requestId)
  }
}
