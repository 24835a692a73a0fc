import { defined } from '#std/objects.ts'
import type { AgentsSearch } from '#web/areas/account/api-access/agents-search.ts'
import type { InputOf } from '#web/operations.ts'

export function agentsQuery({
  search,
  kind,
  status,
  person,
  scope,
  page,
}: AgentsSearch): InputOf<'listConnectedAgents'> {
  return { page: page ?? 1, pageSize: 20, ...defined({ search, kind, status, actorUserId: person, scope }) }
}

/** The people whose agents they are. */
export const membersQuery: InputOf<'listMembers'> = { pageSize: 100 }

/** Whether the list is narrowed at all. */
export function isNarrowed({ search, kind, status, person, scope }: AgentsSearch): boolean {
  return [search, kind, status, person, scope].some((value) => value !== undefined)
}
