import { type Answer, errorBody } from '#catalog/run/answer.ts'
import type { Envelope } from '#catalog/run/call.ts'
import type { Runner } from '#catalog/run/run.ts'
import { Refusal } from '#kernel/errors.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { isObject } from '#std/objects.ts'

import { type Approvals, declinedInClient } from './approvals.ts'
import { envelopeOf, fromFlat, type Given } from './arguments.ts'
import { callOf } from './call-of.ts'
import { callResult } from './call-result.ts'
import { metaOf } from './era.ts'
import { readOnly } from './narrowing.ts'
import { onlyReads } from './only-reads.ts'
import { errorCode, type Exchange, type Method, type Reply, RpcError } from './protocol.ts'
import { httpRefusal } from './refused-replies.ts'
import { taskHandles } from './tasks.ts'

export type CallParts = {
  runner: Runner
  operations: ReadonlyMap<string, AnyOperation>
  /** The tools of search mode that run another operation, by name. */
  wrappers: ReadonlyMap<string, Wrapper>
  areas: readonly string[]
  approvals: Approvals
  baseUrl: () => string
}

/** Runs an operation that its arguments name, of some risks only (mcp.md#narrowing). */
export type Wrapper = (given: Record<string, unknown>, operations: CallParts['operations']) => Wrapped
export type Wrapped = { name: string; given: Given; refusal?: Refusal }

type Target = { name: string; op: AnyOperation | undefined; envelope: () => Promise<Envelope> }

const nameLength = 100

/** `tools/call`: arguments in, the runner, the result out (mcp.md#same-call-as-v2). */
export function callTool(parts: CallParts): Method {
  const { runner, operations, wrappers } = parts
  const handleOf = taskHandles(runner)

  return {
    named: 'name',
    async run(exchange) {
      const { name, arguments: given = {} } = exchange.message.params
      if (typeof name !== 'string') throw new RpcError(errorCode.invalidParams, '"name" is the name of a tool.')
      if (!isObject(given)) throw await invalidParams(exchange, name, noObject())
      const wrapper = wrappers.get(name)
      const { refusal, ...wrapped } =
        wrapper === undefined ? { name, given: fromFlat(given) } : wrapper(given, operations)
      const called = wrapped.name.slice(0, nameLength)
      const op = operations.get(called)
      if (refusal !== undefined) return refused(exchange, called, refusal)
      if (isOfferedChange(op) && (await onlyReads(parts, exchange, called)))
        return refused(exchange, called, readOnly(called))

      const meta = metaOf(exchange.message)
      const target = { name: called, op, envelope: async () => envelopeOf(wrapped.given, meta, op) }
      const objection = await parts.approvals.objection(exchange, called, target.envelope)
      if (objection !== undefined) throw await invalidParams(exchange, called, objection)
      const declined = isOfferedChange(op) ? declinedInClient(exchange) : undefined
      if (declined !== undefined) return refused(exchange, called, declined)
      const { signal } = exchange.request
      const answer = await runner.run({ ...callOf(exchange, called), signal, envelope: target.envelope })
      // A wrapper tool exists, whatever it is asked to run.
      if (answer.refusal?.code === 'unknown_operation' && wrapper === undefined)
        throw new RpcError(errorCode.invalidParams, answer.refusal.message, { data: JSON.parse(answer.body) })
      return reply(exchange, target, answer)
    },
  }

  async function reply(exchange: Exchange, { name, envelope }: Target, answer: Answer): Promise<Reply> {
    const { refusal } = answer
    const inHttp = httpRefusal(exchange, answer, parts.baseUrl())
    if (inHttp !== undefined) return inHttp
    const question = refusal && (await parts.approvals.ask(exchange, { operation: name, envelope, refusal }))
    const headers: Record<string, string> =
      answer.retryAfter === undefined ? {} : { 'Retry-After': String(answer.retryAfter) }
    const result = question ?? (await handleOf(exchange, answer)) ?? callResult(exchange, answer)
    return { result, headers }
  }

  async function refused(exchange: Exchange, name: string, refusal: Refusal): Promise<Reply> {
    await runner.record({ ...callOf(exchange, name), refusal })
    return { result: callResult(exchange, answerOf(refusal, exchange)) }
  }

  // A fault in the frame of a call is a protocol error, and the call has its record all the same.
  async function invalidParams(exchange: Exchange, name: string, refusal: Refusal): Promise<RpcError> {
    await runner.record({ ...callOf(exchange, name.slice(0, nameLength)), refusal })
    const data: unknown = JSON.parse(errorBody(refusal, exchange.requestId))
    return new RpcError(errorCode.invalidParams, refusal.message, { data })
  }
}

function answerOf(refusal: Refusal, { requestId }: Exchange): Answer {
  const { status, retryAfter } = refusal
  return { status, body: errorBody(refusal, requestId), replayed: false, retryAfter, showsSecret: false, refusal }
}

function noObject(): Refusal {
  const message = '"arguments" is an object with the fields of the operation.'
  return new Refusal('malformed_request', message, [{ path: '/input', message, code: 'invalid_type' }])
}

// What agents never get is refused as such by the runner, on every connection.
function isOfferedChange(op: AnyOperation | undefined): boolean {
  return op !== undefined && op.excluded === undefined && op.risk !== 'read'
}
