import { allScopes } from '#web/areas/account/api-access/scopes.ts'
import type { ConnectedAgent, Scope } from '#web/operations.ts'
import { defined } from '#std/objects.ts'

/** The state of the list of agents, all of it in the address. */
export type AgentsSearch = {
  search?: string | undefined
  kind?: ConnectedAgent['kind'] | undefined
  status?: ConnectedAgent['status'] | undefined
  person?: string | undefined
  scope?: Scope | undefined
  page?: number | undefined
  /** The agent whose panel is open. */
  agent?: string | undefined
}

export const agentKinds = ['oauth', 'api_key'] as const
export const agentStatuses = ['active', 'expired', 'disabled', 'revoked'] as const

export function agentsSearch(given: Record<string, unknown>): AgentsSearch {
  const one = <const V extends string>(name: keyof AgentsSearch, values: readonly V[]) =>
    values.find((value) => value === given[name])
  // A number in the address was typed as text.
  const text = (name: keyof AgentsSearch, longest: number) =>
    String(given[name] ?? '')
      .trim()
      .slice(0, longest) || undefined
  const page = Number(given['page'])
  return defined({
    search: text('search', 2048),
    kind: one('kind', agentKinds),
    status: one('status', agentStatuses),
    person: text('person', 40),
    scope: one('scope', allScopes),
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    agent: text('agent', 40),
  })
}
