import type { TopicsSearch } from '#web/areas/topics/topics/topics-search.ts'
import type { InputOf } from '#web/operations.ts'

/** The input of `listTopics` for a state of the list. */
export function topicsQuery({ tab, search, page }: TopicsSearch): InputOf<'listTopics'> {
  return { page: page ?? 1, pageSize: 20, state: tab ?? 'pending', ...(search ? { search } : {}) }
}
