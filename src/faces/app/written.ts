import type { Admissions } from '#catalog/admit.ts'
import { Refusal } from '#kernel/errors.ts'
import { isId } from '#kernel/ids.ts'
import type { JobTexts } from '#work/live/job-texts.ts'

import { once } from './event-stream.ts'
import { createSessionStream } from './session-stream.ts'

type Parts = { admission: Admissions; texts: JobTexts; baseUrl: () => string }

/**
 * `GET /app/written?organization=&job=`: what a model writes in a job, as server-sent events, from its beginning. A stream that
 * is opened again begins again; the last event says how the job ended (jobs.md#text-so-far).
 */
export function createWritten({ texts, ...parts }: Parts) {
  return createSessionStream(parts, ({ sessionHash, organizationId, role, query, stream }) => {
    const jobId = once(query, 'job')
    if (jobId === undefined || !isId('job', jobId)) throw new Refusal('not_found', 'There is no such job.')
    return texts.open({
      sessionHash,
      organizationId,
      role,
      jobId,
      tell: (message) => stream.send(message),
      end: stream.end,
    })
  })
}
