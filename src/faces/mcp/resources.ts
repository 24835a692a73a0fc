import { createHash } from 'node:crypto'

import { newRequestId } from '#catalog/run/call.ts'
import type { Runner } from '#catalog/run/run.ts'
import { decodeSegment } from '#faces/http.ts'
import type { Access } from '#kernel/access.ts'

import { callOf } from './call-of.ts'
import { completeResult, partsOf } from './call-result.ts'
import { itemAsMarkdown } from './item-markdown.ts'
import { listResult, listTime, requireFirstPage } from './list-tools.ts'
import { errorCode, type Exchange, type Method, type Reply, RpcError } from './protocol.ts'
import { httpRefusal, refusedInFrame } from './refused-replies.ts'

type Resource = {
  /** A template has one parameter, in braces. */
  uri: string
  name: string
  title: string
  description: string
  mimeType: string
  operation: string
  /** The operation that lists what a template may name. */
  listedBy?: string
  input(parameter: string): Record<string, unknown>
  text(result: string): string
  /** How long a client may keep what it read, in ms. */
  ttlMs: number
}

const asJson = (result: string) => result

/** What people attach to a conversation in their client. Each is read by the operation that it names. */
const resources: readonly Resource[] = [
  {
    uri: 'masthead://organization',
    name: 'organization',
    title: 'The organization',
    description: 'Name, plan, connector mode and counts of the organization of this credential.',
    mimeType: 'application/json',
    operation: 'getOrganization',
    input: () => ({}),
    text: asJson,
    ttlMs: 0,
  },
  {
    uri: 'masthead://catalog',
    name: 'catalog',
    title: 'The operation catalog',
    description: 'Every operation with scope, risk, confirmation and whether this credential may call it.',
    mimeType: 'application/json',
    operation: 'listOperations',
    input: () => ({}),
    text: asJson,
    ttlMs: listTime,
  },
  {
    uri: 'masthead://items/{id}',
    name: 'item',
    title: 'An item as Markdown',
    description: 'One item with its front matter, by id (itm_...) or by its slug in the articles.',
    mimeType: 'text/markdown',
    operation: 'getItem',
    listedBy: 'listManagerItems',
    // A slug has no underscore, so an id is never taken for one.
    input: (id) => (id.includes('_') ? { id } : { slug: id }),
    text: itemAsMarkdown,
    ttlMs: 0,
  },
  {
    uri: 'masthead://audit/{requestId}',
    name: 'auditRecord',
    title: 'A record of the audit log',
    description: 'What one call did, by its request id (req_...). Needs the role admin.',
    mimeType: 'application/json',
    operation: 'getAgentAuditRecord',
    listedBy: 'listAgentAuditLog',
    input: (requestId) => ({ requestId }),
    text: asJson,
    ttlMs: 0,
  },
]

const isTemplate = ({ uri }: Resource) => uri.endsWith('}')

/** The operation behind a resource, for the record of a read that was refused before it ran. */
export function operationBehind(uri: string): string | undefined {
  return find(uri)?.resource.operation
}

/** Whether a URI is that of a resource, existing or not. */
export function isResource(uri: string): boolean {
  return find(uri) !== undefined
}

/** What a resource contains now, as the caller may read it, in a form to compare; undefined where it cannot. */
export function stateOf(runner: Runner) {
  return async (access: Access, uri: string): Promise<string | undefined> => {
    const found = find(uri)
    if (found === undefined) return undefined
    const { resource, parameter } = found
    const envelope = { input: resource.input(parameter), confirm: false, dryRun: false, idempotencyKey: undefined }
    const { status, body } = await runner.run({
      door: 'mcp',
      operation: resource.operation,
      access,
      requestId: newRequestId(),
      clientRequestId: undefined,
      startedAt: new Date(),
      unrecorded: true,
      envelope: async () => envelope,
    })
    return status === 200 ? createHash('sha256').update(partsOf(body).result).digest('base64') : undefined
  }
}

/** `resources/list`, `resources/templates/list` and `resources/read`. */
export function resourceMethods({
  runner,
  catalogVersion,
  baseUrl,
}: {
  runner: Runner
  catalogVersion: string
  baseUrl: () => string
}): [string, Method][] {
  const list = (name: string, entries: unknown[]): Method => ({
    run({ message, era, serverInfo }) {
      requireFirstPage(message.params)
      return { result: JSON.stringify(listResult({ [name]: entries }, { era, serverInfo, catalogVersion })) }
    },
  })
  const read: Method = {
    named: 'uri',
    async run(exchange) {
      const { uri } = exchange.message.params
      if (typeof uri !== 'string') throw new RpcError(errorCode.invalidParams, '"uri" is the URI of a resource.')
      return readResource(exchange, uri)
    },
  }

  async function readResource(exchange: Exchange, uri: string): Promise<Reply> {
    const found = find(uri)
    if (found === undefined)
      throw unknown('resources/list and resources/templates/list name those that there are.', { uri })
    const { resource, parameter } = found
    const envelope = { input: resource.input(parameter), confirm: false, dryRun: false, idempotencyKey: undefined }
    const call = { ...callOf(exchange, resource.operation), signal: exchange.request.signal }
    const answer = await runner.run({ ...call, envelope: async () => envelope })
    if (answer.status !== 200) {
      const { refusal, body } = answer
      const inHttp = httpRefusal(exchange, answer, baseUrl())
      if (inHttp !== undefined) return inHttp
      if (refusal?.code !== 'not_found' && refusal?.code !== 'validation_failed') throw refusedInFrame(body, { uri })
      throw unknown(`${resource.listedBy ?? 'resources/list'} names those that there are.`, {
        uri,
        ...(JSON.parse(body) as Record<string, unknown>),
      })
    }
    const text = resource.text(partsOf(answer.body).result)
    const contents = [{ uri, mimeType: resource.mimeType, text }]
    const caching = exchange.era === 'modern' ? { ttlMs: resource.ttlMs, cacheScope: 'private' } : {}
    return { result: JSON.stringify(completeResult(exchange, { contents, ...caching })) }
  }

  return [
    ['resources/list', list('resources', resources.filter((entry) => !isTemplate(entry)).map(describe))],
    ['resources/templates/list', list('resourceTemplates', resources.filter(isTemplate).map(describe))],
    ['resources/read', read],
  ]
}

function describe(resource: Resource) {
  const { uri, name, title, description, mimeType } = resource
  return { ...(isTemplate(resource) ? { uriTemplate: uri } : { uri }), name, title, description, mimeType }
}

function find(uri: string): { resource: Resource; parameter: string } | undefined {
  for (const resource of resources) {
    const parameter = isTemplate(resource) ? parameterIn(uri, resource) : uri === resource.uri ? '' : undefined
    if (parameter !== undefined) return { resource, parameter }
  }
  return undefined
}

/** An id, or a slug in any script, as it is or percent-encoded (RFC 6570 encodes what is not ASCII). */
function parameterIn(uri: string, template: Resource): string | undefined {
  const start = template.uri.replace(/\{.*$/, '')
  const parameter = uri.startsWith(start) ? decodeSegment(uri.slice(start.length)) : undefined
  return parameter !== undefined && /^[\p{L}\p{M}\p{Nd}._-]{1,200}$/u.test(parameter) ? parameter : undefined
}

function unknown(instead: string, data: Record<string, unknown>): RpcError {
  return new RpcError(errorCode.invalidParams, `There is no resource with this URI. ${instead}`, { data })
}
