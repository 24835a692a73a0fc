import { defined } from '#std/objects.ts'

export const agentTabs = ['sittings', 'calls', 'waiting', 'refused'] as const
export type AgentTab = (typeof agentTabs)[number]

/** What of an agent is shown; sittings by default. */
export type AgentSearch = { tab?: Exclude<AgentTab, 'sittings'> | undefined }

export function agentSearch(given: Record<string, unknown>): AgentSearch {
  return defined({ tab: (['calls', 'waiting', 'refused'] as const).find((tab) => tab === given['tab']) })
}
