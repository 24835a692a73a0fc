import type { TopicsSearch } from '#web/areas/topics/topics/topics-search.ts'
import type { InputOf, Read } from '#web/operations.ts'

/** The input of `listTopics` for a state of the list. */
export function topicsQuery({ tab, search, page }: TopicsSearch): InputOf<'listTopics'> {
  return { page: page ?? 1, pageSize: 20, state: tab ?? 'pending', ...(search ? { search } : {}) }
}

/** What is decided or under way is read whole, what is done only as far as a column shows it. */
const open = 100
const done = 10

/** The inputs of what the board reads. */
export function boardQueries({ search }: TopicsSearch) {
  const narrowed = search ? { search } : {}
  return {
    current: { state: ['pending', 'approved', 'generating', 'failed'], pageSize: open, ...narrowed },
    drafted: { state: 'drafted', pageSize: done, ...narrowed },
    rejected: { state: 'rejected', pageSize: done, ...narrowed },
    collections: { pageSize: 100 },
  } satisfies Record<string, InputOf<'listTopics'> | InputOf<'listCollections'>>
}

export function boardReads(asked: TopicsSearch): readonly Read[] {
  const { collections, ...topics } = boardQueries(asked)
  return [...Object.values(topics).map((query) => ['listTopics', query] as const), ['listCollections', collections]]
}
