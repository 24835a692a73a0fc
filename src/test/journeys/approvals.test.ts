import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { mcpOf } from '#test/mcp-client.ts'
import { openServer, type TestServer } from '#test/server.ts'

// Approvals from outside: an agent asks, a person decides in the web application, the agent repeats its call.

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

let server: TestServer
let cookie: string
let key: string
let otherKey: string
let collectionId: string
let slug: string

beforeAll(async () => {
  server = await openServer()
  const owner = await server.addOrganization('Acme')
  cookie = owner.cookie
  key = (await server.client.newKey(cookie, { name: 'Publishing agent' })).secret
  otherKey = (await server.client.newKey(cookie, { name: 'Another agent' })).secret
  collectionId = (await server.client.call(key, 'listCollections', {})).json.result.items[0].id
  slug = (await server.client.call(key, 'getOrganization', {})).json.result.slug
  await inApp('setApprovalPolicy', { risks: ['publish', 'destructive'] })
})
afterAll(() => server.close())

async function inApp(operation: string, input: object): Promise<Json> {
  const answer = await server.client.inApp(cookie, operation, input)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json.result
}
const approvals = async (input: object) => (await inApp('listApprovals', input)).items as Json[]
const approve = (approvalId: string) => inApp('approveCall', { approvalId })
const draft = async (title: string): Promise<string> =>
  (await server.client.call(key, 'createItem', { collectionId, title, content: 'Words.' })).json.result.item.id
const rewrite = (id: string, content: string) => server.client.call(key, 'updateItem', { id, content })
const statusOf = async (id: string): Promise<string> =>
  (await server.client.call(key, 'getItem', { id })).json.result.item.status
const recordsOf = async (operation: string, code: string): Promise<Json[]> =>
  (await server.client.call(key, 'listAgentAuditLog', { operation, search: code })).json.result.items

describe('over /v2', () => {
  const publish = (id: string, options: object = {}) =>
    server.client.call(key, 'publishItem', { id }, { confirm: true, ...options })

  test('a call waits, is approved, and runs once', async () => {
    const id = await draft('Approved over v2')
    const asked = await publish(id, { idempotencyKey: 'once-only' })
    const { approvalId, approvalUrl, expiresAt } = asked.json.error.details
    expect([asked.status, asked.json.error.code, await statusOf(id)]).toEqual([428, 'confirmation_required', 'draft'])
    expect(approvalUrl).toBe(`${server.url}/o/${slug}/approvals/${approvalId}`)
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now())
    expect((await publish(id, { idempotencyKey: 'once-only' })).json.error.details).toEqual(asked.json.error.details)

    await approve(approvalId)
    const ran = await publish(id, { idempotencyKey: 'once-only' })
    const replayed = await publish(id, { idempotencyKey: 'once-only' })

    expect([ran.status, replayed.status, await statusOf(id)]).toEqual([200, 200, 'published'])
    expect(replayed.json.result).toEqual(ran.json.result)
    expect(await approvals({ approvalId })).toMatchObject([{ state: 'used', usedRequestId: ran.json.requestId }])
    // An approval is used up by one call.
    const unpublish = () => server.client.call(key, 'unpublishItem', { id }, { confirm: true })
    await approve((await unpublish()).json.error.details.approvalId)
    await unpublish()
    expect(await statusOf(id)).toBe('draft')
    expect((await publish(id)).json.error.details.approvalId).not.toBe(approvalId)
  })

  test('two calls at once use an approval once', async () => {
    const id = await draft('Approved once')
    const { approvalId } = (await publish(id)).json.error.details
    await approve(approvalId)

    const answers = await Promise.all([publish(id), publish(id), publish(id)])

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await approvals({ approvalId })).toMatchObject([{ state: 'used' }])
  })

  test('a declined call is answered with the reason', async () => {
    const id = await draft('Declined over v2')
    const { approvalId } = (await publish(id)).json.error.details
    await inApp('declineCall', { approvalId, reason: 'The price is wrong' })

    const answer = await publish(id)

    expect([answer.status, answer.json.error.code]).toEqual([409, 'approval_declined'])
    expect(answer.json.error.message).toContain('The price is wrong')
    expect(await statusOf(id)).toBe('draft')
  })

  test('nobody decides through a key', async () => {
    const id = await draft('Self approval')
    const { approvalId } = (await publish(id)).json.error.details

    for (const operation of ['approveCall', 'declineCall', 'listApprovals', 'setApprovalPolicy'])
      expect((await server.client.call(key, operation, { approvalId })).json.error, operation).toMatchObject({
        code: 'operation_excluded',
        details: { category: 'auth_internals' },
      })
  })

  test('asking, approving and declining are in the audit log', async () => {
    const [asked] = await recordsOf('publishItem', 'confirmation_required')
    const people = await server.client.call(key, 'listAgentAuditLog', { actorKind: 'person', pageSize: 100 })

    expect(asked.status).toBe('waiting')
    expect(people.json.result.items.map(({ operation }: Json) => operation)).toEqual(
      expect.arrayContaining(['setApprovalPolicy', 'approveCall', 'declineCall']),
    )
  })
})

describe('over /mcp, by hand', () => {
  const elicitation = {
    meta: { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } } },
  }
  const call = (params: object, { as = key, ...sent }: { as?: string; meta?: Json; era?: 'legacy' } = elicitation) =>
    mcpOf(server.client, { 'X-API-Key': as }).rpc('tools/call', { name: 'publishItem', ...params }, sent)
  const given = (id: string) => ({ arguments: { id, confirm: true } })
  const inputResponses = { approval: { action: 'accept' } }
  const question = async (id: string) => (await call(given(id))).json.result
  const waiting = async (id: string): Promise<string> =>
    (await approvals({ state: 'pending' })).find(({ untrusted }) => untrusted.input.id === id).id

  test('the client is asked to open the page, and the repeated call runs after the approval', async () => {
    const id = await draft('Approved over mcp')
    const asked = await question(id)
    const approvalId = await waiting(id)
    expect(asked).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        approval: {
          method: 'elicitation/create',
          params: { mode: 'url', url: `${server.url}/o/${slug}/approvals/${approvalId}` },
        },
      },
    })

    await approve(approvalId)
    const { json } = await call({ ...given(id), inputResponses, requestState: asked.requestState })

    expect(json.result.structuredContent.item.status).toBe('published')
    expect(await approvals({ approvalId })).toMatchObject([{ state: 'used' }])
  })

  test('a changed input, another principal and a state that was used are refused', async () => {
    const [id, elsewhere] = [await draft('Bound'), await draft('Not meant')]
    const { requestState } = await question(id)
    await approve(await waiting(id))
    const refusalOf = async (answer: Promise<Json>) => (await answer).json.error

    expect(await refusalOf(call({ ...given(elsewhere), inputResponses, requestState }))).toMatchObject({
      code: -32602,
      message: expect.stringContaining('another call'),
    })
    expect(
      await refusalOf(call({ ...given(id), inputResponses, requestState }, { ...elicitation, as: otherKey })),
    ).toMatchObject({ code: -32602, message: expect.stringContaining('another call') })
    expect(await statusOf(id)).toBe('draft')
    expect((await call({ ...given(id), inputResponses, requestState })).json.result.isError).toBeFalsy()
    expect(await refusalOf(call({ ...given(id), inputResponses, requestState }))).toMatchObject({
      code: -32602,
      message: expect.stringContaining('already used'),
    })
    expect([await statusOf(id), await statusOf(elsewhere)]).toEqual(['published', 'draft'])
  })

  test('a change between question and decision is shown, and what was shown runs', async () => {
    const id = await draft('Changed before the decision')
    const { requestState } = await question(id)
    const approvalId = await waiting(id)
    const [{ seen }] = await approvals({ approvalId })
    await rewrite(id, 'Later words.')

    const early = await server.client.inApp(cookie, 'approveCall', { approvalId, seen })
    const [now] = await approvals({ approvalId })
    expect(early.json.error.code).toBe('version_conflict')
    expect(now.untrusted.records).toMatchObject([{ text: { content: 'Later words.' } }])
    await inApp('approveCall', { approvalId, seen: now.seen })
    const { result } = (await call({ ...given(id), inputResponses, requestState })).json

    expect(result.structuredContent.item.status).toBe('published')
    const { item } = (await server.client.call(key, 'getItem', { id, bodyFormat: 'source' })).json.result
    expect(item.content).toBe('Later words.')
  })

  test('a declined call answers so', async () => {
    const id = await draft('Declined over mcp')
    const { requestState } = await question(id)
    await inApp('declineCall', { approvalId: await waiting(id), reason: 'Not today' })

    const { result } = (await call({ ...given(id), inputResponses, requestState })).json

    expect(result.isError).toBe(true)
    expect(JSON.parse(result.content[0].text).error).toMatchObject({
      code: 'approval_declined',
      message: expect.stringContaining('Not today'),
    })
  })

  test.each([
    ['a modern client without elicitation', { meta: {} }],
    [
      'a modern client with forms alone',
      { meta: { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } } },
    ],
    ['a client of the older era', { era: 'legacy' as const }],
  ])('%s is told where a person decides', async (who, sent) => {
    const id = await draft(who)
    const { result } = (await call(given(id), sent)).json

    expect(result.isError).toBe(true)
    expect(JSON.parse(result.content[0].text).error).toMatchObject({
      code: 'confirmation_required',
      details: {
        approvalId: expect.stringMatching(/^apr_/),
        approvalUrl: expect.stringContaining('/approvals/'),
        expiresAt: expect.any(String),
      },
    })
    await approve(await waiting(id))
    expect((await call(given(id), sent)).json.result.structuredContent.item.status).toBe('published')
  })
})

describe('over /mcp, with the official client', () => {
  async function connect(onQuestion: (url: string) => Promise<'accept' | 'decline'>) {
    const client = new Client(
      { name: 'a-client', version: '1.0.0' },
      { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { url: {} } } },
    )
    const asked: Json[] = []
    client.setRequestHandler('elicitation/create', async ({ params }: Json) => {
      asked.push(params)
      return { action: await onQuestion(params.url) }
    })
    const requestInit = { headers: { 'X-API-Key': key } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }))
    return { client, asked }
  }
  const idIn = (url: string) => url.split('/').at(-1) ?? ''

  test('one call of a tool waits for the person, and comes back done', async () => {
    const id = await draft('Approved with the official client')
    const { client, asked } = await connect(async (url) => {
      await approve(idIn(url))
      return 'accept'
    })

    const result = await client.callTool({ name: 'publishItem', arguments: { id, confirm: true } })
    await client.close()

    expect(result.structuredContent).toMatchObject({ item: { id, status: 'published' } })
    expect(asked).toMatchObject([{ mode: 'url', message: expect.any(String) }])
  })

  test('a change between the approval and the repeated call brings the person back', async () => {
    const id = await draft('Changed under the official client')
    const statuses: string[] = []
    const { client, asked } = await connect(async (url) => {
      statuses.push(await statusOf(id))
      await approve(idIn(url))
      if (asked.length === 1) await rewrite(id, 'Changed meanwhile.')
      return 'accept'
    })

    const result = await client.callTool({ name: 'publishItem', arguments: { id, confirm: true } })
    await client.close()

    expect(result.structuredContent).toMatchObject({ item: { id, status: 'published' } })
    expect([statuses, asked.map(({ message }) => message.includes('has changed since'))]).toEqual([
      ['draft', 'draft'],
      [false, true],
    ])
    const [[first], [second]] = [
      await approvals({ approvalId: idIn(asked[0].url) }),
      await approvals({ approvalId: idIn(asked[1].url) }),
    ]
    expect([first.state, second.state, second.changedSince[0].id]).toEqual(['outdated', 'used', id])
    expect(second.untrusted.records).toMatchObject([{ text: { content: 'Changed meanwhile.' } }])
  })

  test('a person who declines on the page stops the call', async () => {
    const id = await draft('Declined with the official client')
    const { client } = await connect(async (url) => {
      await inApp('declineCall', { approvalId: idIn(url), reason: 'Too early' })
      return 'accept'
    })

    const result = await client.callTool({ name: 'publishItem', arguments: { id, confirm: true } })
    await client.close()

    expect(result.isError).toBe(true)
    expect(JSON.stringify(result.content)).toContain('approval_declined')
    expect(await statusOf(id)).toBe('draft')
  })

  test('a person who does not open the page leaves the call waiting', async () => {
    const id = await draft('Left waiting')
    const { client, asked } = await connect(async () => 'decline')

    const result = await client.callTool({ name: 'publishItem', arguments: { id, confirm: true } })
    await client.close()

    expect(result.isError).toBe(true)
    expect(await approvals({ approvalId: idIn(asked[0].url) })).toMatchObject([{ state: 'pending' }])
  })
})
