import type { Runner } from '#catalog/run/run.ts'
import type { ThrottledCalls } from '#catalog/run/throttled.ts'

import type { RefusedRequest } from './dispatcher.ts'
import { readMessage } from './frame.ts'
import { operationBehind } from './resources.ts'
import { operationOfTask } from './tasks.ts'

const nameLength = 100

/**
 * Records a call whose credential was refused as expired or throttled (audit.md#one-record-per-call). The body is read only to
 * learn which operation was called; a request that calls none leaves no record.
 */
export function recordRefused({ runner, throttled }: { runner: Runner; throttled: ThrottledCalls }) {
  return async ({ request, ...refused }: RefusedRequest): Promise<void> => {
    if (request.method !== 'POST') return
    const message = await readMessage(request).catch(() => undefined)
    if (message?.id === undefined) return
    const operation = operationOf(message.method, message.params)
    if (operation === undefined) return
    const call = { ...refused, door: 'mcp' as const, operation }
    if (refused.refusal.code === 'rate_limited') throttled.count(call)
    else await runner.record(call)
  }
}

function operationOf(method: string, { name, uri }: Record<string, unknown>): string | undefined {
  if (method in operationOfTask) return operationOfTask[method]
  if (method === 'tools/call' && typeof name === 'string') return name.slice(0, nameLength)
  return method === 'resources/read' && typeof uri === 'string' ? operationBehind(uri) : undefined
}
