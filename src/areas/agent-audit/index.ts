import { getAgentAuditRecord } from './operations/get-agent-audit-record.ts'
import { listAgentAuditLog } from './operations/list-agent-audit-log.ts'
import { listAgentNotices } from './operations/list-agent-notices.ts'
import { listConnectedAgents } from './operations/list-connected-agents.ts'

export const operations = [listAgentAuditLog, getAgentAuditRecord, listConnectedAgents, listAgentNotices] as const
