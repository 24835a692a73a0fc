import type { Runner } from '#catalog/run/run.ts'
import type { ThrottledCalls } from '#catalog/run/throttled.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { isObject } from '#std/objects.ts'

import type { Wrapper } from './call-tool.ts'
import type { RefusedRequest } from './dispatcher.ts'
import { readMessage } from './frame.ts'
import type { Message } from './protocol.ts'
import { operationBehind } from './resources.ts'
import { operationOfTask } from './tasks.ts'

const nameLength = 100

type Parts = {
  runner: Runner
  throttled: ThrottledCalls
  operations: ReadonlyMap<string, AnyOperation>
  wrappers: ReadonlyMap<string, Wrapper>
}

/**
 * Records a call whose credential was refused as expired or throttled (audit.md#one-record-per-call). The body is read only to
 * learn which operation was called; a request that calls none leaves no record.
 */
export function recordRefused(parts: Parts) {
  const { runner, throttled } = parts
  return async ({ request, ...refused }: RefusedRequest): Promise<void> => {
    if (request.method !== 'POST') return
    const message = await readMessage(request).catch(() => undefined)
    if (message?.id === undefined) return
    const operation = operationOf(parts, message)
    if (operation === undefined) return
    const call = { ...refused, door: 'mcp' as const, operation }
    if (refused.refusal.code === 'rate_limited') throttled.count(call)
    else await runner.record(call)
  }
}

function operationOf({ operations, wrappers }: Parts, { method, params }: Message): string | undefined {
  if (Object.hasOwn(operationOfTask, method)) return operationOfTask[method]
  const { name, uri, arguments: given = {} } = params
  if (method === 'resources/read') return typeof uri === 'string' ? operationBehind(uri) : undefined
  if (method !== 'tools/call' || typeof name !== 'string') return undefined
  // A tool that runs another operation has the record of that one (mcp.md#narrowing).
  const wrapper = wrappers.get(name)
  const called = wrapper !== undefined && isObject(given) ? wrapper(given, operations).name : name
  return called.slice(0, nameLength)
}
