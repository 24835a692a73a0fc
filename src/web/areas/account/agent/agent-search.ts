import { oneOf, searchBy } from '#web/address.ts'
export const agentTabs = ['sittings', 'calls', 'waiting', 'refused'] as const
export type AgentTab = (typeof agentTabs)[number]

/** What of an agent is shown; sittings by default. */
export const agentSearch = searchBy({ tab: oneOf(agentTabs, 'sittings') })
