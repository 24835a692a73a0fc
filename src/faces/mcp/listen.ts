import type { Admission, Credentials } from '#catalog/admit.ts'
import type { Stream } from '#faces/http.ts'
import { type PushedStream, pushedStream } from '#faces/pushed-stream.ts'
import type { Access } from '#kernel/access.ts'
import type { Log } from '#kernel/log.ts'
import { isObject } from '#std/objects.ts'

import {
  errorCode,
  type Exchange,
  metaKey,
  type Method,
  requireExtension,
  RpcError,
  tasksExtension,
} from './protocol.ts'
import { isResource } from './resources.ts'
import { takeTurns } from './turns.ts'

export type Listening = {
  method: Method
  /** Ends every stream as the protocol asks, so that clients connect again elsewhere. */
  close(): void
}

export type ListenParts = {
  /** Looks at a credential again without counting a request. */
  look(credentials: Credentials): Promise<Admission>
  /** What a resource holds, in a form to compare; undefined where the caller may not read it. */
  stateOf(access: Access, uri: string): Promise<string | undefined>
  /** Wakes when something was called in an organization, on any node. Returns how to stop. */
  watch(organizationId: string, wakeUp: () => void): () => void
  log: Log
  /** Times in ms: `gap` between two looks of a stream that is woken, `poll` of one that is not. */
  times?: { keepAlive: number; gap: number; poll: number; mayBeUnseen: number }
}

const streamsPerCredential = 4
const urisPerStream = 20
const usual = { keepAlive: 25_000, gap: 1000, poll: 10_000, mayBeUnseen: 60_000 }

/**
 * `subscriptions/listen`: a stream of server-sent events that reports when the list of tools changed, because role, plan or
 * scopes of the credential did, and when a resource did (mcp.md#streams-are-woken). Calls in the organization wake it; should
 * that fail, it looks by itself. A deployment ends the streams, and clients ask again.
 */
export function listening(parts: ListenParts): Listening {
  const open: OpenStreams = { byCredential: new Map(), isClosed: false }
  return {
    method: {
      era: 'modern',
      run(exchange) {
        const { request } = exchange
        const credentials: Credentials = {
          apiKey: request.headersDistinct['x-api-key'] ?? [],
          authorization: request.headersDistinct['authorization'] ?? [],
          address: request.address,
          door: 'mcp',
        }
        const headers = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }
        return { http: { status: 200, headers, body: start(parts, open, exchange, credentials) } }
      },
    },
    close() {
      open.isClosed = true
      for (const streams of open.byCredential.values()) for (const stream of streams) stream.end()
    },
  }
}

type OpenStreams = { byCredential: Map<string, Set<{ end(): void }>>; isClosed: boolean }

function start(parts: ListenParts, open: OpenStreams, exchange: Exchange, credentials: Credentials): Stream {
  const { times = usual } = parts
  const id = exchange.access.actor.credentialId
  const streams = open.byCredential.get(id) ?? new Set()
  if (streams.size >= streamsPerCredential)
    throw new RpcError(errorCode.tooManyStreams, `A credential has at most ${streamsPerCredential} streams. End one.`)
  const asked = exchange.message.params['notifications']
  // How a task stands is asked with tasks/get.
  if (isObject(asked) && asked['taskIds'] !== undefined) requireExtension(exchange.capabilities, tasksExtension)
  const honored = honoredOf(asked)
  let leave = () => {}
  const source = pushedStream({ text: ': keepalive\n\n', everyMs: times.keepAlive }, () => {
    leave()
    streams.delete(stream)
    if (streams.size === 0) open.byCredential.delete(id)
  })
  const send = senderOf(source, exchange)
  const acknowledge = () =>
    send({ method: 'notifications/subscriptions/acknowledged', params: { notifications: honored } })
  const stream = {
    end() {
      send('end')
      source.end()
    },
  }
  if (open.isClosed || Object.keys(honored).length === 0) {
    acknowledge()
    stream.end()
    return source.body
  }

  leave = follow(parts, exchange.access, credentials, {
    uris: honored.resourceSubscriptions ?? [],
    begun: acknowledge,
    rightsChanged() {
      if (honored.toolsListChanged) send({ method: 'notifications/tools/list_changed', params: {} })
    },
    updated: (uri) => send({ method: 'notifications/resources/updated', params: { uri } }),
    ended: stream.end,
  })
  open.byCredential.set(id, streams.add(stream))
  return source.body
}

/**
 * Looks at the credential whenever something was called, and every few seconds: reports changes in what it may do and in what
 * it reads, and ends when it may no longer do anything.
 */
function follow(
  { look, stateOf, watch, log, times = usual }: ListenParts,
  first: Access,
  credentials: Credentials,
  on: Follower,
): () => void {
  let known = rightsOf(first)
  let seenAt = Date.now()
  let isOver = false
  const states = new Map<string, string | undefined>()
  // What changes after the acknowledgement is reported.
  const begun = remember(first).then(on.begun)
  const turns = takeTurns(turn, times)
  const unwatch = watch(first.organization.id, turns.wake)

  async function turn(): Promise<void> {
    await begun
    const found = await look(credentials).catch((error: unknown) => {
      log.warn({ err: error }, 'the credential of a stream could not be checked')
      return undefined
    })
    if (isOver) return
    if (found === undefined ? Date.now() - seenAt >= times.mayBeUnseen : !found.ok) return on.ended()
    if (found?.ok !== true) return
    seenAt = Date.now()
    const rights = rightsOf(found.access)
    if (rights !== known) on.rightsChanged()
    known = rights
    for (const uri of await remember(found.access)) on.updated(uri)
  }

  /** The resources that have changed. */
  async function remember(access: Access): Promise<string[]> {
    const changed: string[] = []
    for (const uri of on.uris) {
      if (isOver) break
      const state = await stateOf(access, uri).catch(() => states.get(uri))
      if (states.has(uri) && states.get(uri) !== state) changed.push(uri)
      states.set(uri, state)
    }
    return changed
  }

  return () => {
    isOver = true
    turns.stop()
    unwatch()
  }
}

// What the client asked for, as far as there is something to report.
function honoredOf(asked: unknown): Honored {
  if (!isObject(asked)) throw new RpcError(errorCode.invalidParams, '"notifications" names what to listen to.')
  const { toolsListChanged, resourceSubscriptions: uris = [] } = asked
  if (!Array.isArray(uris)) throw new RpcError(errorCode.invalidParams, '"resourceSubscriptions" is a list of URIs.')
  const known = [...new Set(uris)].filter((uri) => typeof uri === 'string' && isResource(uri)).slice(0, urisPerStream)
  return {
    ...(toolsListChanged === true ? { toolsListChanged: true } : {}),
    ...(known.length > 0 ? { resourceSubscriptions: known } : {}),
  }
}

type Honored = { toolsListChanged?: true; resourceSubscriptions?: string[] }
type Follower = {
  uris: readonly string[]
  begun(): void
  rightsChanged(): void
  updated(uri: string): void
  ended(): void
}

type Notification = { method: string; params: Record<string, unknown> }

function senderOf(source: PushedStream, { message, serverInfo }: Exchange) {
  const meta = { [metaKey.subscriptionId]: message.id }
  return (what: Notification | 'end') => {
    const body =
      what === 'end'
        ? { id: message.id, result: { resultType: 'complete', _meta: { ...meta, [metaKey.serverInfo]: serverInfo } } }
        : { method: what.method, params: { ...what.params, _meta: meta } }
    source.push(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...body })}\n\n`)
  }
}

// What the list of tools depends on, as far as it is narrowed to what is granted.
function rightsOf({ role, scopes, organization: { plan, suspended } }: Access): string {
  return JSON.stringify([role, plan, suspended, scopes])
}
