import type { AgentClaim } from '#catalog/run/call.ts'
import type { Incoming, Outgoing } from '#faces/http.ts'
import type { Access } from '#kernel/access.ts'
import { maskCredentials, maskCredentialsIn } from '#kernel/credential-text.ts'
import type { RequestId } from '#kernel/ids.ts'
import { isObject } from '#std/objects.ts'

/** The stateless revision of the protocol, and those that begin with `initialize`, newest first. */
export const modernVersion = '2026-07-28'
export const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
export const supportedVersions: readonly string[] = [modernVersion, ...legacyVersions]

export type Era = 'modern' | 'legacy'

/** The protocol's own names in `_meta`. */
export const metaKey = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const

/** The extension of the protocol that follows jobs as tasks (mcp.md#jobs-are-tasks). */
export const tasksExtension = 'io.modelcontextprotocol/tasks'

/** -32020 and below belong to the protocol, -32000 to -32019 to Masthead. */
export const errorCode = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
  /** Host or Origin is not allowed. */
  notAllowed: -32000,
  /** What a prompt or a resource needs is refused; `data` is the error object. */
  refused: -32001,
  tooManyStreams: -32003,
} as const

/** A refusal in the form of JSON-RPC, where the frame is wrong and not the call. What it repeats of the message has no credentials of ours. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown
  readonly status: number

  constructor(code: number, message: string, { data, status = 200 }: { data?: unknown; status?: number } = {}) {
    super(maskCredentials(message))
    this.code = code
    this.data = maskCredentialsIn(data)
    this.status = status
  }
}

export type MessageId = string | number
/** A JSON-RPC request; without `id` a notification. */
export type Message = { id: MessageId | undefined; method: string; params: Record<string, unknown> }

export type ServerInfo = { name: string; title: string; version: string }

/** One request that was let in, with everything that a method may want to know about it. */
export type Exchange = {
  request: Incoming
  message: Message & { id: MessageId }
  era: Era
  access: Access
  requestId: RequestId
  clientRequestId: string | undefined
  startedAt: Date
  agent: AgentClaim
  /** The client's capabilities: declared with every request in the modern era, unknown in the other. */
  capabilities: Record<string, unknown>
  serverInfo: ServerInfo
}

/** What a method answers: the JSON of its result, or a whole answer where bytes are ready or the status differs. */
export type Reply =
  | { result: string; headers?: Record<string, string> }
  | { http: Pick<Outgoing, 'status' | 'body'> & { headers: Record<string, string> } }

/** A method of the protocol. An `RpcError` or `Refusal` that it throws becomes the answer. */
export type Method = {
  /** The era in which it exists; both by default. */
  era?: Era
  /** The parameter that the header `Mcp-Name` repeats. */
  named?: 'name' | 'uri' | 'taskId'
  /** Client capabilities without which it cannot work. */
  needs?: readonly string[]
  /** The extension of the protocol that it belongs to: the client must declare it. */
  extension?: string
  run(exchange: Exchange): Reply | Promise<Reply>
}

/** Whether the client declared an extension with this request. */
export function declares(capabilities: Record<string, unknown>, extension: string): boolean {
  const { extensions } = capabilities
  return isObject(extensions) && isObject(extensions[extension])
}

/** Refuses a client that has not declared an extension. */
export function requireExtension(capabilities: Record<string, unknown>, extension: string): void {
  if (declares(capabilities, extension)) return
  const data = { requiredCapabilities: { extensions: { [extension]: {} } } }
  throw new RpcError(errorCode.missingCapability, `The client must declare the extension ${extension}.`, {
    status: 400,
    data,
  })
}

/** A method of one era does not exist in the other. */
export function methodFor(methods: ReadonlyMap<string, Method>, { method }: Message, era: Era): Method | undefined {
  const found = methods.get(method)
  return found?.era === undefined || found.era === era ? found : undefined
}
