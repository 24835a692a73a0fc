import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { catalog } from '#catalog/catalog.ts'
import { newId } from '#kernel/ids.ts'
import { type AnyOperation, confirmationOf, isChange } from '#kernel/operation.ts'
import { scopes } from '#kernel/scope.ts'

import type { Answer } from './client.ts'
import { fingerprint } from './fingerprint.ts'
import { mcpOf } from './mcp-client.ts'
import { addKey } from './people.ts'
import { newCallKey } from './sample-records.ts'
import { sampleOf } from './samples.ts'
import { openServer, type TestServer } from './server.ts'
import { stageOn } from './shared-parts.ts'
import { stage } from './stage.ts'

// Every operation over both doors of a running server: what /v2 answers, /mcp answers (mcp.md#same-call-as-v2).
// One engine is enough (tests.md#one-engine-is-enough).

const exposed = (Object.values(catalog).flat() as AnyOperation[]).filter(({ excluded }) => excluded === undefined)
type Options = { confirm?: boolean; dryRun?: boolean; idempotencyKey?: string }
type Outcome = {
  status: number
  result?: unknown
  error?: { code: string; status: number; details?: unknown }
  replayed: boolean
}

let server: TestServer

beforeAll(async () => {
  // What a job does later would be mistaken for an effect of the next call.
  server = await openServer({ WORKER: 'off', ALLOW_PRIVATE_NETWORK: '127.0.0.0/8', CHROME_PATH: process.execPath })
  stageOn(server)
})
afterAll(() => server.close())

/** A stage with a key that may do everything, and one that lacks a single scope. */
async function callers(op: AnyOperation) {
  const on = await stage()
  const tenant = { organizationId: on.access.organization.id, userId: on.access.actor.userId }
  const { id, secret } = await addKey(server.database, tenant)
  // What the sample prepares is done with this key: an agent can take back its own changes only.
  Object.assign(on.access.actor, { credentialId: id })
  const without = await addKey(server.database, tenant, { scopes: scopes.filter((scope) => scope !== op.scope) })
  const [mcp, narrow] = [secret, without.secret].map((key) => mcpOf(server.client, { 'X-API-Key': key }))
  if (mcp === undefined || narrow === undefined) throw new Error('two callers')
  const sample = await sampleOf(op, on)
  const rest = async (input: object, options: Options = {}, key = secret) =>
    ofRest(await server.client.call(key, op.name, input, options))
  const agent = async (input: object, options: Options = {}, through = mcp) =>
    ofMcp(await through.call(op.name, { ...input, ...options }))
  return { on, sample, rest, agent, narrow, withoutScope: without.secret }
}

function ofRest({ status, json, headers }: Answer): Outcome {
  const replayed = headers.get('idempotent-replayed') === 'true'
  return { status, replayed, ...(json.error ? { error: plain(json.error) } : { result: json.result }) }
}

function ofMcp({ status, json }: Answer): Outcome {
  expect(status).toBe(200)
  const { isError, content, structuredContent, _meta } = json.result
  const replayed = _meta['masthead/idempotentReplayed'] === true
  if (isError !== true) {
    expect(JSON.parse(content[0].text)).toEqual(structuredContent)
    return { status: 200, replayed, result: structuredContent }
  }
  expect(structuredContent).toBeUndefined()
  const { error } = JSON.parse(content[0].text)
  return { status: error.status, replayed, error: plain(error) }
}

// Only the request id differs.
function plain(given: { requestId: string; code: string; status: number }) {
  const { requestId: _, ...error } = given
  return error
}

// Two changes make two records: ids, times, versions and what is derived from them differ.
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])]
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]))
}

// What a call would do carries the time at which it was rehearsed.
function withoutEffect({ error, ...rest }: Outcome) {
  const { effect: _, ...details } = (error?.details ?? {}) as { effect?: unknown }
  return { ...rest, error: { ...error, details } }
}

/** The audit log has one more call when the second one looks; a report and a brief say when they were made. */
const livesOn = new Set([
  'listAgentAuditLog',
  'getDashboard',
  'getAsvReport',
  'getTopicsBrief',
  'getAltTextsBrief',
  'getImageBrief',
])

describe.each(exposed.map((op) => [op.name, op] as const))('%s', (name, op) => {
  // What only reads or is refused leaves nothing behind, so that all but one of the tests have the same callers.
  let shared: ReturnType<typeof callers> | undefined
  const sameCallers = () => (shared ??= callers(op))

  test('succeeds alike', async () => {
    const { sample, rest, agent } = await (isChange(op) ? callers(op) : sameCallers())
    if (!isChange(op)) {
      await rest(sample.input)
      await rest(sample.input)
      const [first, second] = [await rest(sample.input), await agent(sample.input)]
      if (livesOn.has(name)) expect(shapeOf(second)).toEqual(shapeOf(first))
      else expect(second).toEqual(first)
      return
    }
    const rehearsed = await agent(sample.input, { dryRun: true })
    const done = await rest(sample.input, { ...newCallKey(op), confirm: true })
    expect([rehearsed.status, done.status]).toEqual([200, 200])
    expect(Object.keys(rehearsed.result as object)).toEqual(Object.keys(done.result as object))
  })

  test('refuses alike: no scope, bad input, an unknown id', async () => {
    const { on, sample, rest, agent, narrow, withoutScope } = await sameCallers()
    const before = await fingerprint(on)
    const ids = sample.ids ?? []
    const unknown = { ...sample.input, ...Object.fromEntries(ids.map((field) => [field, idLike(sample.input[field])])) }

    const unscoped = await agent(sample.input, { confirm: true }, narrow)
    expect(unscoped).toEqual(await rest(sample.input, { confirm: true }, withoutScope))
    expect(unscoped.error?.code).toBe('insufficient_scope')

    const invalid = await agent({ ...sample.input, unknownField: 1 }, { confirm: true })
    expect(invalid).toEqual(await rest({ ...sample.input, unknownField: 1 }, { confirm: true }))
    expect(invalid.error?.code).toBe('validation_failed')

    if (ids.length > 0) {
      const missing = await agent(unknown, { ...newCallKey(op), confirm: true })
      expect(missing).toEqual(await rest(unknown, { ...newCallKey(op), confirm: true }))
      expect(missing.error?.code).toBe('not_found')
    }
    expect(await fingerprint(on)).toBe(before)
  })

  test.runIf(confirmationOf(op) === 'always')('asks for the confirmation alike', async () => {
    const { on, sample, rest, agent } = await sameCallers()
    const before = await fingerprint(on)

    const [asked, refused] = [await agent(sample.input), await rest(sample.input)]

    expect(withoutEffect(asked)).toEqual(withoutEffect(refused))
    expect(shapeOf(asked)).toEqual(shapeOf(refused))
    expect(asked.error?.code).toBe('confirmation_required')
    expect(await fingerprint(on)).toBe(before)
  })

  // What is shown once is not stored, so a second call is another one.
  test.runIf(isChange(op) && op.showsAgents !== true)(
    'has one effect for a key that comes through both doors',
    async () => {
      const { on, sample, rest, agent } = await sameCallers()
      const options = { confirm: true, idempotencyKey: 'both-doors' }

      const first = await agent(sample.input, options)
      const after = await fingerprint(on)
      const again = await rest(sample.input, options)

      expect(first).toMatchObject({ status: 200, replayed: false })
      expect(again).toEqual({ ...first, replayed: true })
      expect(await agent(sample.input, options)).toEqual(again)
      expect(await fingerprint(on)).toBe(after)
      const reused = await agent(sample.other ?? sample.input, options)
      expect(reused.error?.code).toBe('idempotency_key_reused')
    },
  )
})

function idLike(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(idLike)
  return `${String(value).split('_')[0]}_${newId('item').split('_')[1]}`
}
