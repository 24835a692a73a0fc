import { useEffect, useRef, useState } from 'react'

import type { Draft } from '#web/areas/content/article/draft.ts'
import { knownFields } from '#web/areas/content/article/kept-draft.ts'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { useOperation } from '#web/use-operation.ts'

export type OtherEditor = OutputOf<'presenceHeartbeat'>['others'][number]

/** Between two signs of life, in milliseconds: somebody is here until 30 s after the last one. */
const beat = 5000
const afterTyping = 800

/**
 * Says that this person has the article open, and who else is there: who comes and leaves is told by live events meanwhile. What is
 * written of a live article is kept on the server too, as the person's working copy, and taken up again on the next computer
 * (content.md#working-copies); `isKept` says that the server has all of it.
 */
export function useEditors(itemId: string, { writing, isLive }: { writing: Writing; isLive: boolean }) {
  const { call } = useClient()
  const organizationId = useOrganization().id
  const userId = usePersonId()
  const { data } = useOperation('presenceHeartbeat', { itemId }, { refetchInterval: beat, enabled: itemId !== '' })
  useEffect(
    () => () => {
      if (itemId === '') return
      void call('presenceHeartbeat', { itemId, leaves: true }, { organizationId, userId, read: true }).catch(() => {})
    },
    [call, itemId, organizationId, userId],
  )

  // Once, before anything is written here.
  const taken = useRef(false)
  const kept = useRef(false)
  const [copied, setCopied] = useState<Draft | null>(null)
  useEffect(() => {
    if (data === undefined || taken.current) return
    taken.current = true
    kept.current = data.draft !== null
    if (data.draft === null) return
    const copy = knownFields(data.draft as Draft)
    writing.adopt(copy)
    setCopied(copy)
  }, [data, writing])

  const { draft, hasChanges } = writing
  const isCopied = hasChanges && copied === draft
  const isAnswered = data !== undefined
  useEffect(() => {
    if (!isAnswered || isCopied || (hasChanges ? !isLive : !kept.current)) return
    const timer = setTimeout(() => {
      kept.current = hasChanges
      const copy = hasChanges ? { ...draft } : null
      void call('autosaveBuffer', { itemId, draft: copy }, { organizationId, userId, read: true }).then(
        () => setCopied(draft),
        () => {
          // It is still in this browser; the next letter tries again.
          kept.current = true
        },
      )
    }, afterTyping)
    return () => clearTimeout(timer)
  }, [call, draft, hasChanges, isAnswered, isCopied, isLive, itemId, organizationId, userId])

  return {
    others: (data?.others ?? []).filter((other) => other.kind === 'agent' || other.userId !== userId),
    isKept: isLive && isCopied,
  }
}
