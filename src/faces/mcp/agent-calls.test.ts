import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { itemChecks } from '#areas/checks/index.ts'
import type { Admission } from '#catalog/admit.ts'
import { createRunner } from '#catalog/run/run.ts'
import type { Access } from '#kernel/access.ts'
import { silentLog } from '#kernel/log.ts'
import { type AnyOperation, operation } from '#kernel/operation.ts'
import { type Scope, scopes } from '#kernel/scope.ts'
import { modernMeta } from '#test/mcp-client.ts'
import { stage } from '#test/stage.ts'

import { createApprovals } from './approvals.ts'
import { callTool } from './call-tool.ts'
import { createDispatcher } from './dispatcher.ts'
import { promptMethods } from './prompts.ts'
import { resourceMethods } from './resources.ts'
import { incoming } from './test-incoming.ts'

// What needs a caller that these tests' server does not have: one with a bearer token, and one that goes away midway.

const baseUrl = () => 'https://masthead.test'
let on: Awaited<ReturnType<typeof stage>>
let gone = new AbortController()

const common = { title: 'A test', summary: 'A test.', input: z.strictObject({}), output: z.object({ n: z.int() }) }
const leaving = { ...common, scope: 'content:read' } as const

const readSlowly = operation({
  ...leaving,
  name: 'readSlowly',
  risk: 'read',
  async handle({ db }) {
    gone.abort()
    await db.selectFrom('item').select('id').limit(1).execute()
    return { n: 1 }
  },
})
const readAtOnce = operation({
  ...leaving,
  name: 'readAtOnce',
  risk: 'read',
  async handle() {
    gone.abort()
    return { n: 1 }
  },
})
const change = operation({
  ...leaving,
  name: 'change',
  risk: 'write',
  async handle({ db }) {
    gone.abort()
    await db.selectFrom('item').select('id').limit(1).execute()
    return { n: 1 }
  },
})
const operations = new Map<string, AnyOperation>(
  [readSlowly, readAtOnce, change].map((op) => [op.name, op as AnyOperation]),
)

beforeAll(async () => {
  on = await stage()
})

async function send(method: string, params: Record<string, unknown>, as: Partial<Access> = {}) {
  const known = new Map([
    ...operations,
    ['getItem', { ...readAtOnce, name: 'getItem' } as AnyOperation],
    ['getOrganization', { ...readAtOnce, scope: 'org:read', name: 'getOrganization' } as AnyOperation],
  ])
  const runner = createRunner({
    operations: known,
    database: on.database,
    render: on.render,
    checks: itemChecks,
    baseUrl,
    log: silentLog,
  })
  const admitted: Admission = { ok: true, access: { ...on.access, ...as } }
  const approvals = createApprovals({ key: Buffer.alloc(32), take: async () => true })
  const face = createDispatcher({
    gate: { pass: () => ({}), preflight: {} },
    admission: { byHeaders: async () => admitted, bySession: async () => admitted, close: async () => {} },
    methods: new Map([
      ['tools/call', callTool({ runner, operations: known, wrappers: new Map(), areas: [], baseUrl, approvals })],
      ...resourceMethods({ runner, catalogVersion: 'v', baseUrl }),
      ...promptMethods({ operations: known, catalogVersion: 'v', areas: [], baseUrl }),
    ]),
    serverInfo: { name: 'masthead', title: 'Masthead', version: '0' },
    onRefused: async () => {},
    log: silentLog,
  })
  gone = new AbortController()
  const name = String(params['name'] ?? params['uri'])
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, 'mcp-name': name }
  const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: modernMeta } }
  const answer = await face({ ...incoming(body, headers), signal: gone.signal })
  return { ...answer, json: JSON.parse(String(answer.body)) }
}

async function lastRecord(name: string) {
  return on.rows(({ db }) =>
    db
      .selectFrom('audit_record')
      .select(['status', 'code'])
      .where('operation', '=', name)
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  )
}

describe('a caller that goes away', () => {
  test.each(['readSlowly', 'readAtOnce'])('%s stops, and its record says so', async (name) => {
    await send('tools/call', { name })

    expect(await lastRecord(name)).toEqual({ status: 'failed', code: 'cancelled' })
  })

  test('a change runs to its end, so that its key finds the answer', async () => {
    const given = { name: 'change', arguments: { idempotencyKey: 'gone' } }
    await send('tools/call', given)
    const again = await send('tools/call', given)

    expect(again.json.result).toMatchObject({
      structuredContent: { n: 1 },
      _meta: { 'masthead/idempotentReplayed': true },
    })
  })
})

describe('a bearer token without the scope', () => {
  const granted: Scope[] = ['analytics:read', 'audit:read']
  const token = () => ({
    actor: { ...on.access.actor, credentialType: 'oauth' as const },
    grantedScopes: granted,
    scopes: granted,
  })
  const challenge = (scope: Scope) => {
    const asked = scopes.filter((each) => each === scope || granted.includes(each))
    return `Bearer resource_metadata="https://masthead.test/.well-known/oauth-protected-resource/mcp", error="insufficient_scope", scope="${asked.join(' ')}"`
  }

  test.each<[string, Record<string, unknown>, Scope]>([
    ['tools/call', { name: 'change' }, 'content:read'],
    ['resources/read', { uri: 'masthead://organization' }, 'org:read'],
    ['resources/read', { uri: 'masthead://items/some-slug' }, 'content:read'],
    ['prompts/get', { name: 'prepareForPublishing', arguments: { itemId: 'itm_1' } }, 'content:read'],
  ])('%s of %j is an HTTP 403 with the challenge', async (method, params, scope) => {
    const { status, headers, json } = await send(method, params, token())

    expect([status, headers['WWW-Authenticate']]).toEqual([403, challenge(scope)])
    expect(json).toMatchObject({ error: { code: 'insufficient_scope', details: { requiredScopes: [scope] } } })
    expect(headers['Content-Type']).toContain('application/json')
  })

  test('whose role forbids it gets an error result: a new consent cannot help', async () => {
    const forbidden = { ...change, scope: 'content:write' } as AnyOperation
    operations.set('change', forbidden)
    const refused = await send('tools/call', { name: 'change' }, { ...token(), role: 'viewer', scopes: [] })
    operations.set('change', change as AnyOperation)
    expect([refused.status, refused.json.result.isError]).toEqual([200, true])
    expect(JSON.parse(refused.json.result.content[0].text).error.code).toBe('role_forbidden')
  })
})
