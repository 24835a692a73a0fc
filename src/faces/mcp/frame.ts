import { readInTurn } from '#faces/big-bodies.ts'
import { readJsonBytes, requireJsonType, textOf } from '#faces/envelope.ts'
import type { Incoming } from '#faces/http.ts'
import { isObject } from '#std/objects.ts'

import { errorCode, type Message, type MessageId, RpcError } from './protocol.ts'

/**
 * The message of a request. `party`: the organization that asks. Refuses with 415 and 413 as `Refusal`, with -32700 and -32600 as `RpcError`.
 */
export async function readMessage(request: Incoming, party?: string): Promise<Message> {
  requireJsonType(request)
  const bytes = await readJsonBytes(request)
  return messageOf(await readInTurn(bytes, party, () => parse(bytes)))
}

function parse(bytes: Buffer): unknown {
  const text = textOf(bytes)
  if (text === undefined) throw new RpcError(errorCode.parseError, 'The body is not UTF-8.', { status: 400 })
  try {
    return JSON.parse(text)
  } catch {
    throw new RpcError(errorCode.parseError, 'The body is not JSON.', { status: 400 })
  }
}

function messageOf(body: unknown): Message {
  if (Array.isArray(body)) throw invalid('Batches are not supported: send one message per request.')
  if (!isObject(body) || body['jsonrpc'] !== '2.0') throw invalid('The body is not a message of JSON-RPC 2.0.')
  const { id, method, params = {} } = body
  if (id !== undefined && !isId(id)) throw invalid('"id" is a string or a whole number within ±(2^53 - 1).')
  if (typeof method !== 'string') throw invalid('The message has no "method".', id)
  if (!isObject(params)) throw invalid('"params" is an object.', id)
  return { id, method, params }
}

// The protocol takes strings and integers; a larger one would come back changed, and the client would not know its answer.
function isId(id: unknown): id is MessageId {
  return typeof id === 'string' || Number.isSafeInteger(id)
}

/** The error of an invalid message carries its id, where it has one. */
export class InvalidMessage extends RpcError {
  readonly id: MessageId | undefined

  constructor(message: string, id: MessageId | undefined) {
    super(errorCode.invalidRequest, message, { status: 400 })
    this.id = id
  }
}

function invalid(message: string, id?: MessageId): InvalidMessage {
  return new InvalidMessage(message, id)
}
