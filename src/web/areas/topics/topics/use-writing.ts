import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { Topic } from '#web/areas/topics/topics/topics-search.ts'
import { useOrganization } from '#web/context.ts'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useJob } from '#web/use-job.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

const writers = new Set(['openai', 'anthropic', 'google', 'openai_compatible'])

/** What has a model write an approved topic; null where none is configured, or the role does not allow it. `onStarted` is called then. */
export function useWriting(onStarted: (topic: Topic) => void) {
  const { id: organizationId } = useOrganization()
  const queries = useQueryClient()
  const { run, error } = useAction('generateArticle')
  const options = useOperation('listGenerationOptions', {})
  const mayWrite = useCatalogEntry('generateArticle')?.allowed ?? false
  const isConfigured = options.data?.providers.some((one) => one.configured && writers.has(one.provider)) ?? false
  const [jobId, setJobId] = useState<string | null>(null)
  const { hasEnded } = useJob(jobId)

  // No event tells of what a job did.
  useEffect(() => {
    if (!hasEnded) return
    setJobId(null)
    void queries.invalidateQueries({ queryKey: [organizationId, 'listTopics'] })
  }, [hasEnded, organizationId, queries])

  async function write(topic: Topic) {
    const started = await run({ topicId: topic.id })
    if (started === null) return
    setJobId(started.jobId)
    onStarted(topic)
  }
  return {
    write: mayWrite && isConfigured ? (topic: Topic) => void write(topic) : null,
    error,
    hasWriter: isConfigured,
    /** Whether that is known yet. */
    isKnown: options.data !== undefined,
    follow: setJobId,
  }
}
