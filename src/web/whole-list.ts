import type { UseQueryResult } from '@tanstack/react-query'

import type { InputOf, ListOf } from '#web/operations.ts'
import { useOperation } from '#web/use-operation.ts'

type Options = { isWanted?: boolean; staleTime?: number }
type Input<N extends 'listCollections' | 'listMembers'> = Omit<InputOf<N>, 'page' | 'pageSize' | 'search'>

/** A list of which a screen needs every entry; undefined until all of them are there. */
export type WholeList<Row> = {
  items: readonly Row[] | undefined
  isPending: boolean
  error: Error | null
  refetch(): void
}

/** Every collection: an organization has at most 200 besides the presets. */
export function useCollections(input: Input<'listCollections'> = {}, options: Options = {}) {
  return useWhole(options, (page, when) => useOperation('listCollections', { ...page, ...input }, when))
}

/** The members, the first 300 of them. */
export function useMembers(input: Input<'listMembers'> = {}, options: Options = {}) {
  return useWhole(options, (page, when) => useOperation('listMembers', { ...page, ...input }, when))
}

type Page<Row> = UseQueryResult<ListOf<Row>, Error>
type ReadPage<Row> = (page: { pageSize: number; page?: number }, when: { enabled: boolean }) => Page<Row>

const pageSize = 100

function useWhole<Row>({ isWanted = true, ...options }: Options, read: ReadPage<Row>): WholeList<Row> {
  const first = read({ pageSize }, { ...options, enabled: isWanted })
  const second = read({ pageSize, page: 2 }, { ...options, enabled: goesOn(first) })
  const third = read({ pageSize, page: 3 }, { ...options, enabled: goesOn(second) })
  const wanted = [first, ...(goesOn(first) ? [second] : []), ...(goesOn(second) ? [third] : [])]
  return {
    items: wanted.every(({ data }) => data)
      ? wanted.length === 1
        ? first.data?.items
        : wanted.flatMap(({ data }) => data?.items ?? [])
      : undefined,
    isPending: wanted.some(({ isPending }) => isPending),
    error: wanted.find(({ error }) => error)?.error ?? null,
    refetch: () => wanted.forEach(({ refetch }) => void refetch()),
  }
}

const goesOn = ({ data }: Page<unknown>): boolean => data?.hasMore ?? false
