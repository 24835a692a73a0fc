import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { Topic } from '#web/areas/topics/topics/topics-search.ts'
import { useOrganization } from '#web/context.ts'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useJob } from '#web/use-job.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

export type Writing = ReturnType<typeof useWriting>

/** What has a model write an approved topic; null where none is configured, or the role does not allow it. `onStarted` is called then. */
export function useWriting(onStarted: (topic: Topic) => void) {
  const { id: organizationId } = useOrganization()
  const queries = useQueryClient()
  const { run, error, isPending, reset } = useAction('generateArticle')
  const options = useOperation('listGenerationOptions', {})
  const mayWrite = useCatalogEntry('generateArticle')?.allowed ?? false
  const providers = options.data?.providers.filter(({ configured }) => configured)
  const isConfigured = providers?.some(({ writes }) => writes) ?? false
  const [jobId, setJobId] = useState<string | null>(null)
  const { hasEnded } = useJob(jobId)

  // No event tells of what a job did.
  useEffect(() => {
    if (!hasEnded) return
    setJobId(null)
    void queries.invalidateQueries({ queryKey: [organizationId, 'listTopics'] })
  }, [hasEnded, organizationId, queries])

  /** Whether it has begun. */
  async function write(topic: Topic, { withImages }: { withImages: boolean }): Promise<boolean> {
    const started = await run({ topicId: topic.id, ...(withImages ? { withImages } : {}) })
    if (started === null) return false
    setJobId(started.jobId)
    onStarted(topic)
    return true
  }
  return {
    write: mayWrite && isConfigured ? write : null,
    error,
    isPending,
    reset,
    hasWriter: isConfigured,
    /** Whether an article can have a picture drawn, which is asked first. */
    hasPainter: providers?.some(({ draws }) => draws) ?? false,
    /** Whether that is known yet. */
    isKnown: options.data !== undefined,
    follow: setJobId,
  }
}
