export const agentTabs = ['sittings', 'calls', 'waiting', 'refused'] as const
export type AgentTab = (typeof agentTabs)[number]

/** What of an agent is shown; sittings by default. */
export type AgentSearch = { tab?: Exclude<AgentTab, 'sittings'> }

export function agentSearch(given: Record<string, unknown>): AgentSearch {
  const tab = agentTabs.find((one) => one === given['tab'])
  return tab && tab !== 'sittings' ? { tab } : {}
}
