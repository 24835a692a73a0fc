import { useMemo } from 'react'

import { useMembers } from '#web/whole-list.ts'

/** The names of the members by their user id. */
export function usePeople(): ReadonlyMap<string, string> {
  const members = useMembers({}, { staleTime: 300_000 })
  return useMemo(
    () => new Map<string, string>(members.items?.map(({ userId, name }) => [userId, name])),
    [members.items],
  )
}
