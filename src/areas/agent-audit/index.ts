import { getAgentAuditRecord } from './operations/get-agent-audit-record.ts'
import { listConnectedAgents } from './operations/list-connected-agents.ts'
import { listAgentAuditLog } from './operations/list-agent-audit-log.ts'

export const operations = [listAgentAuditLog, getAgentAuditRecord, listConnectedAgents] as const
