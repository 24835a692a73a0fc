import { randomBytes } from 'node:crypto'

import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { itemChecks } from '#areas/checks/index.ts'
import type { Admission } from '#catalog/admit.ts'
import { createRunner } from '#catalog/run/run.ts'
import type { Access } from '#kernel/access.ts'
import { Refusal } from '#kernel/errors.ts'
import { silentLog } from '#kernel/log.ts'
import { operation } from '#kernel/operation.ts'
import { text } from '#kernel/schema.ts'
import { takeState } from '#main/request-states.ts'
import { modernMeta } from '#test/mcp-client.ts'
import { stage } from '#test/stage.ts'

import { createApprovals } from './approvals.ts'
import { callTool } from './call-tool.ts'
import { createDispatcher } from './dispatcher.ts'
import { incoming } from './test-incoming.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Json = Record<string, any>
const url = 'https://masthead.test/approvals/apr_1'

let on: Awaited<ReturnType<typeof stage>>
let access: Access
let decided: 'waiting' | 'approved' = 'waiting'
let approvalId = 'apr_1'
let time = new Date()

/** An operation each call of which a person must approve, as the runner will demand. */
const release = operation({
  name: 'release',
  title: 'Release',
  summary: 'Needs a person.',
  scope: 'content:publish',
  risk: 'publish',
  input: z.strictObject({ id: text(20) }),
  output: z.object({ done: z.boolean() }),
  async handle() {
    if (decided === 'approved') return { done: true }
    const details = { approvalId, approvalUrl: url, wouldDo: 'Releases it.', expiresAt: '2026-08-02T12:00:00.000Z' }
    throw new Refusal('confirmation_required', 'A person must approve this.', details)
  },
})

beforeAll(async () => {
  on = await stage()
  access = on.access
})

function send(
  params: Json,
  options: { capabilities?: Json; as?: Partial<Access>; era?: 'legacy' } = {},
): Promise<Json> {
  const operations = new Map([[release.name, release]])
  const runner = createRunner({
    operations,
    database: on.database,
    render: on.render,
    checks: itemChecks,
    baseUrl: () => 'https://masthead.test',
    log: silentLog,
  })
  const admitted: Admission = { ok: true, access: { ...access, ...options.as } }
  const face = createDispatcher({
    gate: { pass: () => ({}), preflight: {} },
    admission: { byHeaders: async () => admitted, bySession: async () => admitted, close: async () => {} },
    methods: new Map([
      [
        'tools/call',
        callTool({
          runner,
          operations,
          wrappers: new Map(),
          areas: [],
          baseUrl: () => 'https://masthead.test',
          approvals: createApprovals({ key, take: takeState(on.database), now: () => time }),
        }),
      ],
    ]),
    serverInfo: { name: 'masthead', title: 'Masthead', version: '0' },
    onRefused: async () => {},
    log: silentLog,
  })
  const meta = {
    ...modernMeta,
    'io.modelcontextprotocol/clientCapabilities': options.capabilities ?? { elicitation: { url: {} } },
  }
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'release', ...params, ...(options.era ? {} : { _meta: meta }) },
  }
  const headers: Record<string, string> = options.era
    ? {}
    : { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'release' }
  return face(incoming(body, headers)).then((answer) => JSON.parse(String(answer.body)) as Json)
}
const key = randomBytes(32)
const given = { arguments: { id: 'a', confirm: true } }
const question = async () => (await send(given))['result'] as Json
const accepted = { approval: { action: 'accept' } }

describe('a call that waits for an approval', () => {
  test('asks the person through the client, by the address of the page, in words for a person', async () => {
    const asked = await question()

    expect(asked).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        approval: { method: 'elicitation/create', params: { mode: 'url', url } },
      },
      requestState: expect.any(String),
    })
    const { message } = asked['inputRequests'].approval.params
    expect(message).toContain('Releases it. The page shows')
    expect(message).not.toContain('A person must approve this.')
  })

  test.each([
    ['a client without elicitation', { capabilities: {} }],
    ['a client with forms alone', { capabilities: { elicitation: {} } }],
    ['a client of the older era', { era: 'legacy' as const }],
  ])('%s gets the refusal with the address', async (_who, options) => {
    const { result } = await send(given, options)

    expect(result.isError).toBe(true)
    expect(JSON.parse(result.content[0].text)).toMatchObject({
      error: { code: 'confirmation_required', details: { approvalId: 'apr_1', approvalUrl: url } },
    })
  })

  test('runs when it is repeated after the approval', async () => {
    const { requestState } = await question()
    decided = 'approved'
    const { result } = await send({ ...given, requestState, inputResponses: accepted, extra: 1 })
    decided = 'waiting'

    expect(result.structuredContent).toEqual({ done: true })
  })

  test('is refused with the address once the page was opened, and asks again for another approval', async () => {
    const opened = async () => ({
      ...given,
      requestState: (await question())['requestState'],
      inputResponses: accepted,
    })
    const undecided = await send(await opened())
    const call = await opened()
    approvalId = 'apr_2'
    const changed = await send(call)
    approvalId = 'apr_1'

    expect(undecided['result'].isError).toBe(true)
    expect(JSON.parse(undecided['result'].content[0].text)).toMatchObject({
      error: { code: 'confirmation_required', details: { approvalId: 'apr_1', approvalUrl: url } },
    })
    expect(changed['result'].resultType).toBe('input_required')
  })

  test.each(['decline', 'cancel'])(
    'is not run when the answer of the client is %s, approved or not',
    async (action) => {
      for (const state of ['waiting', 'approved'] as const) {
        const { requestState } = await question()
        decided = state
        const { result } = await send({ ...given, requestState, inputResponses: { approval: { action } } })
        decided = 'waiting'

        expect(result.isError).toBe(true)
        expect(JSON.parse(result.content[0].text)).toMatchObject({ error: { code: 'approval_declined', status: 409 } })
      }
    },
  )

  test('asks again when the answer is missing or malformed', async () => {
    for (const inputResponses of [undefined, {}, { approval: 5 }, 'odd']) {
      const { requestState } = await question()
      const { result } = await send({ ...given, requestState, inputResponses })
      expect(result.resultType).toBe('input_required')
    }
  })
})

describe('the state', () => {
  const refusal = async (params: Json, options: Parameters<typeof send>[1] = {}) => {
    const { error } = await send(params, options)
    expect(error).toMatchObject({ code: -32602, data: { error: { code: 'malformed_request' } } })
    return error.message as string
  }

  test('is good for the input, the organization and the principal that it was made for', async () => {
    const changed = { arguments: { id: 'b', confirm: true }, requestState: (await question())['requestState'] }
    expect(await refusal(changed)).toContain('another call')
    const state = { ...given, requestState: (await question())['requestState'] }
    expect(await refusal(state, { as: { principal: 'key_other' } })).toContain('another call')
    const other = { ...access.organization, id: (await stage()).access.organization.id }
    expect(await refusal(state, { as: { organization: other } })).toContain('another call')
  })

  test('is good for ten minutes', async () => {
    const { requestState } = await question()
    const before = time
    time = new Date(time.getTime() + 10 * 60_000)
    const message = await refusal({ ...given, requestState })
    time = before

    expect(message).toContain('10 minutes')
  })

  test('is good once, on every node', async () => {
    const { requestState } = await question()
    await send({ ...given, requestState })

    expect(await refusal({ ...given, requestState })).toContain('already used')
  })

  test('cannot be made up', async () => {
    const { requestState } = await question()
    const [body = '', signature = ''] = String(requestState).split('.')
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), expiresAt: 9e15 }),
    ).toString('base64url')
    for (const state of [`${forged}.${signature}`, `${body}.`, body, '', '.', `${body}.${signature}.x`, 5, {}])
      expect(await refusal({ ...given, requestState: state })).toContain('was not made here')
  })
})
