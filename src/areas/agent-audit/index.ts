import { getAgentAuditRecord } from './operations/get-agent-audit-record.ts'
import { listAgentAuditLog } from './operations/list-agent-audit-log.ts'

export const operations = [listAgentAuditLog, getAgentAuditRecord] as const
