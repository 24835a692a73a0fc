import { defined } from '#std/objects.ts'
import { idOf, oneOf, page, searchBy, words } from '#web/address.ts'
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

const read = searchBy({
  view: oneOf(['list', 'board']),
  tab: oneOf(topicTabs.map(([name]) => name)),
  search: words(),
  page,
  /** The topic whose article is watched while a model writes it. */
  watch: idOf('top'),
})

/**
 * The state of the screen, all of it in the address: the board, unless it says otherwise. The list shows proposed topics unless
 * a tab is named, which is of the list by itself.
 */
export function topicsSearch(given: Record<string, unknown>) {
  const { view, tab, search, page, watch } = read(given)
  const isList = view === 'list' || (tab !== undefined && view === undefined)
  return defined({
    view: isList ? ('list' as const) : undefined,
    tab: isList && tab !== 'pending' ? tab : undefined,
    search,
    page: isList ? page : undefined,
    watch,
  })
}
export type TopicsSearch = ReturnType<typeof topicsSearch>
