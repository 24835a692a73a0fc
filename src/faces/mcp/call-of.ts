import type { Exchange } from './protocol.ts'

/** What the runner and the audit log know of a call through this door. */
export function callOf({ access, requestId, clientRequestId, startedAt, agent }: Exchange, operation: string) {
  return { door: 'mcp' as const, operation, access, requestId, clientRequestId, startedAt, agent }
}
