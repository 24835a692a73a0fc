import type { Admissions } from '#catalog/admit.ts'
import { type Incoming, type Outgoing, splitUrl } from '#faces/http.ts'
import { sendRefusal } from '#faces/problem.ts'
import { requireSameOrigin } from '#faces/same-origin.ts'
import { Refusal } from '#kernel/errors.ts'
import { isId, type RequestId } from '#kernel/ids.ts'
import { hashOf } from '#kernel/tokens.ts'
import type { JobTexts } from '#work/live/job-texts.ts'

import { eventStream, once, streamAnswer } from './event-stream.ts'

type Parts = { admission: Admissions; texts: JobTexts; baseUrl: () => string }

/**
 * `GET /app/written?organization=&job=`: what a model writes in a job, as server-sent events, from its beginning. A stream that
 * is opened again begins again; the last event says how the job ended (jobs.md#text-so-far).
 */
export function createWritten({ admission, texts, baseUrl }: Parts) {
  return async (request: Incoming, requestId: RequestId, cookie: string | undefined): Promise<Outgoing> => {
    // Only for pages of this origin, although a read changes nothing: it occupies the server.
    requireSameOrigin(request, baseUrl())
    const { query } = splitUrl(request.url)
    const admitted = await admission.bySession(cookie, once(query, 'organization'))
    if (!admitted.ok) return sendRefusal(admitted.refusal, requestId)
    const { organization, role } = admitted.access
    const jobId = once(query, 'job')
    if (jobId === undefined || !isId('job', jobId)) throw new Refusal('not_found', 'There is no such job.')

    const opened: { leave?: () => void } = {}
    const stream = eventStream(() => opened.leave?.())
    try {
      opened.leave = await texts.open({
        sessionHash: hashOf(cookie ?? ''),
        organizationId: organization.id,
        role,
        jobId,
        tell: (message) => stream.send(message),
        end: stream.end,
      })
    } catch (error) {
      stream.end()
      throw error
    }
    return streamAnswer(stream, requestId)
  }
}
