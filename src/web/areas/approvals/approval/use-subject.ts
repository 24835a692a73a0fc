import { itemIdOf } from '#web/areas/approvals/approval-words.ts'
import type { Approval, OutputOf } from '#web/operations.ts'
import { useOperation } from '#web/use-operation.ts'

type Found = OutputOf<'getItem'>

/** The article that a call is about, where it is about one. `revisions`: newest first. */
export type Subject = {
  id: string | null
  title?: string
  topicId: string | null
  revisions: NonNullable<Found['revisions']>
  hasChanged: boolean
  changedAt: string
}

/** The item that the call is about, as it is now: agents name it only by its id. */
export function useSubject(approval: Approval): Subject {
  const id = itemIdOf(approval)
  const found = useOperation('getItem', { id: id ?? '', include: ['revisions'] }, { enabled: id !== null }).data
  const item = found?.item
  if (!item || item.id !== id)
    return { id: null, topicId: null, revisions: [], hasChanged: false, changedAt: approval.createdAt }
  return {
    id,
    title: item.title,
    topicId: item.sourceTopicId,
    revisions: found.revisions ?? [],
    hasChanged: Date.parse(item.updatedAt) > Date.parse(approval.createdAt),
    changedAt: item.updatedAt,
  }
}
