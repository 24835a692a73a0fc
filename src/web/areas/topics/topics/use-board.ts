import { boardQueries } from '#web/areas/topics/topics/topics-query.ts'
import type { TopicsSearch } from '#web/areas/topics/topics/topics-search.ts'
import { useCatalog } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'
import { useCollections } from '#web/whole-list.ts'

/** The topics of the board, most urgent first, with the number in each state and the names of their collections. */
export function useBoard(asked: TopicsSearch) {
  const queries = boardQueries(asked)
  const current = useOperation('listTopics', queries.current)
  const drafted = useOperation('listTopics', queries.drafted)
  const rejected = useOperation('listTopics', queries.rejected)
  const collections = useCollections({}, { staleTime: 300_000 })
  // Which buttons a card has depends on it.
  const catalog = useCatalog()
  const reads = [current, drafted, rejected]
  return {
    topics: reads.flatMap(({ data }) => data?.items ?? []),
    counts: current.data?.counts,
    collectionName: (id: string) => collections.items?.find((one) => one.id === id)?.name ?? '',
    isReady:
      reads.every(({ data }) => data !== undefined) &&
      (collections.items !== undefined || collections.error !== null) &&
      (catalog.data !== undefined || catalog.error !== null),
    isOld: reads.some(({ isPlaceholderData }) => isPlaceholderData),
    error: reads.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    retry: () => void Promise.all(reads.map(({ refetch }) => refetch())),
  }
}
