import { useNavigate } from '@tanstack/react-router'

import type { Topic } from '#web/areas/topics/topics/topics-search.ts'
import { useOrganization } from '#web/context.ts'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction } from '#web/use-operation.ts'

/** What starts the article of a topic as an empty draft and opens it; `start` is null where the person may not. */
export function useStart() {
  const { slug: orgSlug } = useOrganization()
  const navigate = useNavigate()
  const { run, isPending, error } = useAction('startDraft')
  const mayStart = useCatalogEntry('startDraft')?.allowed ?? false

  async function start(topic: Topic): Promise<void> {
    if (isPending) return
    const started = await run({ topicId: topic.id })
    if (!started) return
    void navigate({ to: '/o/$orgSlug/content/$itemId', params: { orgSlug, itemId: started.item.id }, search: {} })
  }

  return { start: mayStart ? start : null, error }
}
