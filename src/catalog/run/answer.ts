import type { Refusal } from '#kernel/errors.ts'

/** The answer of a call as `/v2` and the web application give it (D-10, D-12); the MCP door reads the same. */
export type Answer = {
  status: number
  body: string
  replayed: boolean
  retryAfter: number | undefined
  showsSecret: boolean
  /** Why the call was refused, for the headers of a door; undefined for a stored answer. */
  refusal?: Refusal
}

/** D-10. */
export function successBody(operation: string, requestId: string, result: unknown, dryRun: boolean): string {
  return JSON.stringify({ operation, requestId, result, ...(dryRun ? { dryRun: true } : {}) })
}

/** D-12. */
export function errorBody(refusal: Refusal, requestId: string): string {
  const { code, message, status, details } = refusal
  return JSON.stringify({ error: { code, message, status, requestId, ...(details === undefined ? {} : { details }) } })
}
