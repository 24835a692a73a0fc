import { oneOf, page, searchBy, words } from '#web/address.ts'
import { allScopes } from '#web/areas/account/api-access/scopes.ts'

export const agentKinds = ['oauth', 'api_key'] as const
export const agentStatuses = ['active', 'expired', 'disabled', 'revoked'] as const

/** The state of the list of agents, all of it in the address. */
export const agentsSearch = searchBy({
  search: words(2048),
  kind: oneOf(agentKinds),
  status: oneOf(agentStatuses),
  person: words(40),
  scope: oneOf(allScopes),
  page,
  /** The agent whose panel is open. */
  agent: words(40),
})
export type AgentsSearch = ReturnType<typeof agentsSearch>
