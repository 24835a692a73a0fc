import { type Client, clientOf } from '#test/client.ts'
import { mcpOf, type Sent } from '#test/mcp-client.ts'

import type { Answer, Recorder } from './recorder.ts'

export type Envelope = { confirm?: boolean; dryRun?: boolean; idempotencyKey?: string }
type Input = Record<string, unknown>

/** Somebody with a key, whose calls are written down. */
export type Agent = {
  v2(operation: string, input: Input, envelope?: Envelope): Promise<Answer>
  /** The same operation as a tool. */
  mcp(operation: string, input: Input, envelope?: Envelope): Promise<Answer>
  /** Any request of the protocol. */
  rpc(method: string, params?: Record<string, unknown>, sent?: Sent): Promise<Answer>
  /** What an operation answers, which must succeed. */
  result(operation: string, input: Input, envelope?: Envelope): Promise<Answer['json']>
  key: string
}

/** `name` is how the recording calls the agent. */
export function agentOf(recorder: Recorder, name: string, key: string): Agent {
  const v2: Agent['v2'] = (operation, input, { idempotencyKey, ...envelope } = {}) =>
    recorder.record(
      `/v2/tools/${operation}`,
      {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-API-Key': key,
          ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
        },
        body: JSON.stringify({ input, ...envelope }),
      },
      idempotencyKey === undefined ? `as ${name}` : `as ${name}, key ${idempotencyKey}`,
    )
  const recording: Client = {
    ...clientOf(''),
    send: (path, request) => recorder.record(path, request, `as ${name}`),
  }
  const { rpc, call } = mcpOf(recording, { 'X-API-Key': key })

  return {
    key,
    v2,
    rpc,
    mcp: (operation, input, envelope = {}) => call(operation, { ...input, ...envelope }),
    async result(operation, input, envelope) {
      const { status, text, json } = await v2(operation, input, envelope)
      if (status !== 200) throw new Error(`${operation} was refused: ${text}`)
      return json.result
    },
  }
}
