import type { Approval, Attention, ListOf, OutputOf } from '#web/operations.ts'

/** Something that waits for the person: a call of an agent, or what needs attention. */
export type Waiting = { key: string; at: string } & (
  | { kind: 'approval'; approval: Approval }
  | { kind: 'attention'; attention: Attention }
)

/** What waits for this person, oldest first. What only somebody else may decide does not wait for them. */
export function waitingOf(approvals: readonly Approval[], attention: readonly Attention[]): Waiting[] {
  const calls = approvals
    .filter(({ mayDecide }) => mayDecide)
    .map((approval) => ({ kind: 'approval' as const, key: approval.id, at: approval.createdAt, approval }))
  const others = attention.map((one) => ({
    kind: 'attention' as const,
    key: `${one.kind} ${one.itemId ?? one.jobId ?? one.integrationId ?? ''}`,
    at: one.at,
    attention: one,
  }))
  return [...calls, ...others].toSorted((a, b) => a.at.localeCompare(b.at))
}

/** How many calls wait besides those of this page: the Desk reads the oldest. */
export function unreadOf({ total, items }: Pick<ListOf<Approval>, 'total' | 'items'>): number {
  return total - items.length
}

/** How much needs attention besides what the dashboard lists. */
export function unlistedOf({ attention, attentionTotal }: OutputOf<'getDashboard'>): number {
  return attentionTotal - attention.length
}
