import { useNavigate, useSearch } from '@tanstack/react-router'

import { agentsSearch, type AgentsSearch } from '#web/areas/account/api-access/agents-search.ts'

/** What changes of it: undefined takes away. */
export type AgentsChange = { [K in keyof AgentsSearch]: AgentsSearch[K] | undefined }

/** The state of the list of agents, from the address, and the ways to change it. */
export function useAgentsSearch() {
  const asked = useSearch({ from: '/o/$orgSlug/settings/api' })
  const navigate = useNavigate({ from: '/o/$orgSlug/settings/api' })
  const go = (change: AgentsChange, resetScroll = true) =>
    void navigate({ search: agentsSearch({ ...asked, ...change }), resetScroll })
  return {
    asked,
    go,
    narrow: (change: AgentsChange) => go({ ...change, page: undefined }),
    /** Another panel, or none, over the same list. */
    open: (agent: string | undefined) => go({ agent }, false),
  }
}

/** What shows the whole list again. */
export const everyAgent: AgentsChange = {
  search: undefined,
  kind: undefined,
  status: undefined,
  person: undefined,
  scope: undefined,
}
