import { useEffect, useRef } from 'react'

import type { OutputOf } from '#web/operations.ts'
import { toast } from '#web/parts/toast.tsx'

/** Says that somebody else, or an agent, has changed the open article: what one has not touched shows it at once. */
export function useOthersChanges(
  { item, revisions }: OutputOf<'getItem'>,
  { userId, hasChanges }: { userId: string; hasChanges: boolean },
): void {
  const newest = revisions?.[0]
  const seen = useRef(newest?.n ?? 0)
  useEffect(() => {
    if (newest === undefined || newest.n <= seen.current) return
    seen.current = newest.n
    if (newest.authorType === 'agent')
      toast(`${newest.agentName ?? 'An agent'} changed this article. What you have not touched shows it.`)
    else if (newest.authorType === 'user' && newest.userId !== userId)
      toast('Somebody else changed this article. What you have not touched shows it.')
  }, [newest, userId])

  const before = useRef(item.status)
  useEffect(() => {
    if (before.current === item.status) return
    before.current = item.status
    if (item.status === 'published' && hasChanges)
      toast('This article is live now. What you are writing becomes public only when you update it.')
  }, [item.status, hasChanges])
}
