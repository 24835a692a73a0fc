import type { ItemStatus, ManagerQuery } from '#web/operations.ts'

/** The state of the content list, all of it in the address. */
export type ContentSearch = { tab?: Tab; search?: string; page?: number }
export type Tab = ItemStatus | 'trash'

export const tabs: readonly (Tab | 'all')[] = ['all', 'draft', 'scheduled', 'published', 'trash']

export function contentSearch(given: Record<string, unknown>): ContentSearch {
  const tab = tabs.find((name) => name === given['tab'])
  const page = Number(given['page'])
  // A number in the address was text in the search box.
  const search = String(given['search'] ?? '')
    .trim()
    .slice(0, 2048)
  return {
    ...(tab && tab !== 'all' ? { tab } : {}),
    ...(search ? { search } : {}),
    ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}),
  }
}

/** The input of `listManagerItems` for a state of the list. */
export function managerQuery({ tab, search, page }: ContentSearch): ManagerQuery {
  return {
    page: page ?? 1,
    pageSize: 20,
    ...(search ? { search } : {}),
    ...(tab === 'trash' ? { trashed: true } : tab ? { status: [tab] } : {}),
  }
}
