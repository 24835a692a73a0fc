import { itemIdOf } from '#web/areas/approvals/approval-words.ts'
import type { Approval } from '#web/operations.ts'
import { useOperation } from '#web/use-operation.ts'

export type Subject = { title?: string; hasChanged: boolean; changedAt: string }

/** The item that the call is about, as it is now: agents name it only by its id. */
export function useSubject(approval: Approval): Subject {
  const id = itemIdOf(approval)
  const item = useOperation('getItem', { id: id ?? '' }, { enabled: id !== null }).data?.item
  if (!item || item.id !== id) return { hasChanged: false, changedAt: approval.createdAt }
  return {
    title: item.title,
    hasChanged: Date.parse(item.updatedAt) > Date.parse(approval.createdAt),
    changedAt: item.updatedAt,
  }
}
