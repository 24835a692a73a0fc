import { useEffect, useState } from 'react'

import { useOrganization } from '#web/context.ts'
import { type FollowedText, followText, nothingWritten } from '#web/follow-text.ts'
import { useJob } from '#web/use-job.ts'

/** How often a job is asked for: only for its steps while its text comes by itself, for its end where it does not. */
const [whileOpen, otherwise] = [4000, 1000]

/** A job in which a model writes: the job, and the text so far. Its end is known at once where the stream is open. */
export function useWritten(jobId: string | null): ReturnType<typeof useJob> & FollowedText {
  const { id: organizationId } = useOrganization()
  const [followed, setFollowed] = useState(nothingWritten)
  const { text, state } = followed

  useEffect(() => {
    setFollowed(nothingWritten)
    return jobId === null ? undefined : followText({ organizationId, jobId, tell: setFollowed })
  }, [organizationId, jobId])

  const job = useJob(jobId, { everyMs: state === 'open' ? whileOpen : otherwise })
  const { readAgain } = job
  useEffect(() => {
    if (state === 'ended') readAgain()
  }, [state, readAgain])

  return { ...job, text, state }
}
