import type { ItemStatus, ManagerQuery } from '#web/operations.ts'

/** The state of the content list, all of it in the address. */
export type ContentSearch = { tab?: Tab; search?: string; order?: Order; page?: number }
export type Order = NonNullable<ManagerQuery['orderBy']>
export type Tab = ItemStatus | 'trash'

export const tabs: readonly (Tab | 'all')[] = ['all', 'draft', 'scheduled', 'published', 'trash']

/** The orders of the list in plain words; the first one need not be named. */
export const orders = [
  ['-updatedAt', 'Last changed first'],
  ['updatedAt', 'Longest unchanged first'],
  ['-publishAt', 'Latest publish date first'],
  ['publishAt', 'Earliest publish date first'],
  ['title', 'Title, A to Z'],
] as const satisfies readonly (readonly [Order, string])[]

export function contentSearch(given: Record<string, unknown>): ContentSearch {
  const tab = tabs.find((name) => name === given['tab'])
  const page = Number(given['page'])
  const order = orders.map(([name]) => name).find((name) => name === given['order'])
  // A number in the address was typed as text.
  const search = String(given['search'] ?? '')
    .trim()
    .slice(0, 2048)
  return {
    ...(tab && tab !== 'all' ? { tab } : {}),
    ...(search ? { search } : {}),
    ...(order && order !== orders[0][0] ? { order } : {}),
    ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}),
  }
}

/** The input of `listManagerItems` for a state of the list. */
export function managerQuery({ tab, search, order, page }: ContentSearch): ManagerQuery {
  return {
    page: page ?? 1,
    pageSize: 20,
    ...(search ? { search } : {}),
    ...(order ? { orderBy: order } : {}),
    ...(tab === 'trash' ? { trashed: true } : tab ? { status: [tab] } : {}),
  }
}
