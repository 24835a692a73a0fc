import type { Runner } from '#catalog/run/run.ts'
import { Refusal } from '#kernel/errors.ts'

import { callOf } from './call-of.ts'
import { narrowingOf } from './narrowing.ts'
import { type Exchange, RpcError } from './protocol.ts'

/**
 * Whether the connection asked to read only, for a call that changes something. A switch that means nothing is refused, and the
 * call has its record all the same (mcp.md#narrowing).
 */
export async function onlyReads(
  { runner, areas }: { runner: Runner; areas: readonly string[] },
  exchange: Exchange,
  operation: string,
): Promise<boolean> {
  try {
    return narrowingOf(exchange.request, areas).readOnly
  } catch (error) {
    if (error instanceof RpcError)
      await runner.record({ ...callOf(exchange, operation), refusal: new Refusal('malformed_request', error.message) })
    throw error
  }
}
