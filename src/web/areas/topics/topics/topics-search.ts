import type { OutputOf } from '#web/operations.ts'

export type Topic = OutputOf<'listTopics'>['items'][number]
export type TopicState = Topic['state']

/** The states in the order of a topic's life, with the words of their tabs and columns. */
export const topicTabs = [
  ['pending', 'Proposed'],
  ['approved', 'Approved'],
  ['generating', 'Being written'],
  ['drafted', 'Drafted'],
  ['rejected', 'Rejected'],
  ['failed', 'Failed'],
] as const satisfies readonly (readonly [TopicState, string])[]

/**
 * The state of the screen, all of it in the address: the board, unless it says otherwise. The list shows proposed topics unless
 * a tab is named, which is of the list by itself.
 */
export type TopicsSearch = {
  view?: 'list'
  tab?: Exclude<TopicState, 'pending'>
  search?: string
  page?: number
}

export function topicsSearch(given: Record<string, unknown>): TopicsSearch {
  const tab = topicTabs.map(([name]) => name).find((name) => name === given['tab'])
  const page = Number(given['page'])
  // A number in the address was typed as text.
  const search = String(given['search'] ?? '')
    .trim()
    .slice(0, 200)
  const isList = given['view'] === 'list' || (tab !== undefined && given['view'] === undefined)
  return {
    ...(isList ? { view: 'list' as const } : {}),
    ...(isList && tab && tab !== 'pending' ? { tab } : {}),
    ...(search ? { search } : {}),
    ...(isList && Number.isSafeInteger(page) && page > 1 ? { page } : {}),
  }
}
