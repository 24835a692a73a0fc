import { useInfiniteQuery } from '@tanstack/react-query'

import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import type { AuditQuery } from '#web/operations.ts'

/** The records of the log page by page, newest first, each page below the one before. */
export function useRecordPages(input: AuditQuery) {
  const { call } = useClient()
  const organizationId = useOrganization().id
  const userId = usePersonId()
  const name = 'listAgentAuditLog'
  const query = useInfiniteQuery({
    queryKey: [organizationId, name, input, 'pages'],
    queryFn: async ({ pageParam, signal }) =>
      (await call(name, { ...input, page: pageParam }, { organizationId, userId, signal, read: true })).result,
    initialPageParam: 1,
    getNextPageParam: ({ page, hasMore }) => (hasMore ? page + 1 : undefined),
  })
  return {
    records: (query.data?.pages ?? []).flatMap(({ items }) => items),
    /** How many there are of them all; undefined until that is known. */
    total: query.data?.pages[0]?.total,
    isPending: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  }
}
