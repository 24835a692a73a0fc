import type { TopicsSearch } from '#web/areas/topics/topics/topics-search.ts'
import { useCatalog } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

/** What is decided or under way is read whole, what is done only as far as a column shows it. */
const open = 100
const done = 10

/** The topics of the board, most urgent first, with the number in each state and the names of their collections. */
export function useBoard({ search }: TopicsSearch) {
  const narrowed = search ? { search } : {}
  const current = useOperation('listTopics', {
    state: ['pending', 'approved', 'generating', 'failed'],
    pageSize: open,
    ...narrowed,
  })
  const drafted = useOperation('listTopics', { state: 'drafted', pageSize: done, ...narrowed })
  const rejected = useOperation('listTopics', { state: 'rejected', pageSize: done, ...narrowed })
  const collections = useOperation('listCollections', { pageSize: 100 }, { staleTime: 300_000 })
  // Which buttons a card has depends on it.
  const catalog = useCatalog()
  const reads = [current, drafted, rejected]
  return {
    topics: reads.flatMap(({ data }) => data?.items ?? []),
    counts: current.data?.counts,
    collectionName: (id: string) => collections.data?.items.find((one) => one.id === id)?.name ?? '',
    isReady:
      reads.every(({ data }) => data !== undefined) &&
      [collections, catalog].every(({ data, error }) => data !== undefined || error !== null),
    isOld: reads.some(({ isPlaceholderData }) => isPlaceholderData),
    error: reads.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    retry: () => void Promise.all(reads.map(({ refetch }) => refetch())),
  }
}
