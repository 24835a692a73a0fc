import { useQuery, type UseQueryResult } from '@tanstack/react-query'

import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import type { InputOf, ListOf } from '#web/operations.ts'
import { useOperation } from '#web/use-operation.ts'

type Options = { isWanted?: boolean; staleTime?: number }
type Listed = 'listCollections' | 'listMembers'
type Input<N extends Listed> = Omit<InputOf<N>, 'page' | 'pageSize' | 'search'>

/** A list of which a screen needs every entry; undefined until all of them are there. */
export type WholeList<Row> = {
  items: readonly Row[] | undefined
  isPending: boolean
  error: Error | null
  refetch(): void
}

/** Every collection. */
export function useCollections(input: Input<'listCollections'> = {}, { isWanted = true, ...options }: Options = {}) {
  const { call } = useClient()
  const first = useOperation('listCollections', { pageSize, ...input }, { ...options, enabled: isWanted })
  return useWhole('listCollections', input, options, first, (page, asked) =>
    call('listCollections', { ...page, ...input }, asked),
  )
}

/** Every member. */
export function useMembers(input: Input<'listMembers'> = {}, { isWanted = true, ...options }: Options = {}) {
  const { call } = useClient()
  const first = useOperation('listMembers', { pageSize, ...input }, { ...options, enabled: isWanted })
  return useWhole('listMembers', input, options, first, (page, asked) =>
    call('listMembers', { ...page, ...input }, asked),
  )
}

type Page<Row> = UseQueryResult<ListOf<Row>, Error>
type Asked = { organizationId: string; userId: string; signal: AbortSignal; read: true }
type ReadPage<Row> = (page: { pageSize: number; page: number }, asked: Asked) => Promise<{ result: ListOf<Row> }>

const pageSize = 100

/** The first page, which most lists are, and once that is there all that follow it. */
function useWhole<Row>(
  name: Listed,
  input: object,
  options: { staleTime?: number },
  first: Page<Row>,
  read: ReadPage<Row>,
): WholeList<Row> {
  const organizationId = useOrganization().id
  const userId = usePersonId()
  const goesOn = first.data?.hasMore ?? false
  const rest = useQuery({
    queryKey: [organizationId, name, input, 'pages'],
    queryFn: async ({ signal }) => {
      const rows: Row[] = []
      for (let page = 2; ; page++) {
        const { result } = await read({ pageSize, page }, { organizationId, userId, signal, read: true })
        rows.push(...result.items)
        if (!result.hasMore) return rows
      }
    },
    enabled: goesOn,
    ...options,
  })
  // Where the first page is there, only what follows it can lack or fail.
  const { isPending, refetch } = goesOn ? rest : first
  const others = goesOn ? rest.data : []
  return {
    items: others && first.data?.items.concat(others),
    isPending,
    error: first.error ?? rest.error,
    refetch: () => void refetch(),
  }
}
