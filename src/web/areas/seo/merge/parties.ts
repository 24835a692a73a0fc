import type { ManagerItem } from '#web/operations.ts'

/** The articles in the order in which they were chosen, without the trash. */
export function inOrder(items: readonly ManagerItem[], ids: readonly string[]): ManagerItem[] {
  return ids.flatMap((id) => items.find((item) => item.id === id) ?? [])
}

/** Of those that are live, the preferred one, else the one that has been so for longest. */
export function firstLive(items: readonly ManagerItem[], preferred?: string): ManagerItem | undefined {
  const live = items.filter(({ status }) => status === 'published')
  return (
    live.find(({ id }) => id === preferred) ??
    live.toSorted((a, b) => (a.publishAt ?? '').localeCompare(b.publishAt ?? ''))[0]
  )
}
