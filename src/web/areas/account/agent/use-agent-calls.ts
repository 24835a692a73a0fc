import type { AgentTab } from '#web/areas/account/agent/agent-search.ts'
import { sittingsOf } from '#web/areas/account/agent/sittings.ts'
import { useRecordPages } from '#web/areas/agent-audit/use-record-pages.ts'
import type { AuditQuery } from '#web/operations.ts'

const pageSize = 100

const narrowed: Record<AgentTab, Pick<AuditQuery, 'status' | 'approvalState'>> = {
  sittings: {},
  calls: {},
  waiting: { approvalState: 'pending' },
  refused: { status: ['rejected', 'failed'] },
}

/** The calls of an agent that a tab of its page shows, page by page. */
export function useAgentCalls(credentialId: string, tab: AgentTab) {
  return useRecordPages({ credentialId, pageSize, ...narrowed[tab] })
}

/** How many are behind each tab, from what the tabs themselves ask for. Sittings can be counted only where all calls were read. */
export function useTabCounts(credentialId: string): Record<AgentTab, number | undefined> {
  const calls = useAgentCalls(credentialId, 'calls')
  const waiting = useAgentCalls(credentialId, 'waiting')
  const refused = useAgentCalls(credentialId, 'refused')
  return {
    sittings: calls.isPending || calls.hasMore ? undefined : sittingsOf(calls.records).length,
    calls: calls.total,
    waiting: waiting.total,
    refused: refused.total,
  }
}
