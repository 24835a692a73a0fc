import { useMemo } from 'react'

import { useOperation } from '#web/use-operation.ts'

/** The names of the members by their user id. */
export function usePeople(): ReadonlyMap<string, string> {
  const members = useOperation('listMembers', { pageSize: 100 }, { staleTime: 300_000 })
  return useMemo(
    () => new Map<string, string>(members.data?.items.map(({ userId, name }) => [userId, name])),
    [members.data],
  )
}

/** The name of a member, including one who left. */
export function personOf(userId: string | null | undefined, people: ReadonlyMap<string, string>): string {
  return (userId && people.get(userId)) ?? 'A former member'
}
