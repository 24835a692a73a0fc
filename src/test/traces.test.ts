import { afterAll, beforeAll, expect, test } from 'vitest'

import { bitsOfId } from '#kernel/ids.ts'

import { openReceiver, secretOfTest } from './receiver.ts'
import { openServer, type TestServer } from './server.ts'
import { type CollectorStandIn, collectorStandIn } from './standins/collector.ts'

let collector: CollectorStandIn
let website: Awaited<ReturnType<typeof openReceiver>>
let server: TestServer
let key: string
beforeAll(async () => {
  collector = await collectorStandIn()
  website = await openReceiver()
  server = await openServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-token=a%20secret%20of%20the%20collector',
    OTEL_SERVICE_NAME: 'newsroom',
    ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
    CONTENT_REVALIDATION_WEBHOOK_URL: website.url,
    CONTENT_REVALIDATION_WEBHOOK_SECRET: secretOfTest,
  })
  const { cookie } = await server.addOrganization('Northwind Media')
  key = (await server.client.newKey(cookie)).secret
})
afterAll(async () => {
  await server.close()
  await website.close()
  await collector.close()
})

test('a call is a trace under the id of its request: runner, statements, and what its job and its message do later', async () => {
  const made = await server.client.call(key, 'createItem', { collectionId: 'articles', title: 'Ink for every day' })
  const { id } = made.json.result.item
  const published = await server.client.call(key, 'publishItem', { id }, { confirm: true })
  const exported = await server.client.call(key, 'exportItems', { format: 'markdown_zip' })

  const requestId = published.headers.get('x-request-id') ?? ''
  const spans = await collector.spansOf(bitsOfId(requestId), (names) => names.includes('POST'))
  const nameOf = (spanId: string | undefined) => spans.find((span) => span.spanId === spanId)?.name
  const [root, call] = ['POST v2', 'call publishItem'].map((name) => spans.find((span) => span.name === name))
  expect(root).toMatchObject({
    kind: 2,
    attributes: {
      'masthead.request_id': requestId,
      'http.response.status_code': '200',
      'url.path': '/v2/tools/publishItem',
    },
  })
  expect(root?.parentSpanId).toBeUndefined()
  expect(nameOf(call?.parentSpanId)).toBe('POST v2')
  expect(call?.attributes).toMatchObject({ 'masthead.operation': 'publishItem', 'masthead.interface': 'rest' })
  const updates = spans.filter(({ name }) => name.startsWith('update app.item'))
  expect(updates.map(({ parentSpanId }) => nameOf(parentSpanId))).toContain('call publishItem')
  expect(spans.find(({ name }) => name === 'POST')).toMatchObject({
    kind: 3,
    attributes: { 'server.address': new URL(website.url).host, 'http.response.status_code': '204' },
  })
  expect(spans.some(({ name, kind }) => name === 'deliver' && kind === 5)).toBe(true)

  const job = bitsOfId(exported.headers.get('x-request-id') ?? '')
  const ofJob = await collector.spansOf(job, (names) => names.includes('job exportItems'))
  expect(ofJob.find(({ name }) => name === 'job exportItems')?.attributes).toMatchObject({
    'masthead.job_id': exported.json.result.jobId,
    'masthead.job_end': 'ended',
  })
})

test('every line that a request causes has its id: that of the answer, of a message that is sent, of a job that fails', async () => {
  const made = await server.client.call(key, 'createItem', { collectionId: 'articles', title: 'Paper for letters' })
  const published = await server.client.call(key, 'publishItem', { id: made.json.result.item.id }, { confirm: true })
  const requestId = published.headers.get('x-request-id') ?? ''

  await expect.poll(() => linesOf(requestId), { timeout: 30_000 }).toContain('delivery attempted')

  expect(await linesOf(requestId)).toContain('request')
})

test("a caller's trace is continued, over HTTP and in _meta, and its word about sampling counts", async () => {
  const [traceId, other, third] = ['a', 'b', 'c'].map((digit) => digit.repeat(32))
  const headers = (id: string | undefined, flags: string) => ({ traceparent: `00-${id}-00f067aa0ba902b7-${flags}` })

  await server.client.call(key, 'listItems', {}, { headers: headers(traceId, '01') })
  await server.client.call(key, 'listItems', {}, { headers: headers(third, '00') })
  await server.client.send('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'x-api-key': key },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'listItems', arguments: {}, _meta: headers(other, '01') },
    }),
  })

  const [root] = (await collector.spansOf(traceId, (names) => names.includes('POST v2'))).filter(
    ({ kind }) => kind === 2,
  )
  expect(root?.parentSpanId).toBe('00f067aa0ba902b7')
  await collector.spansOf(other, (names) => names.includes('call listItems'))
  expect(collector.spans().filter((span) => span.traceId === third)).toEqual([])
})

test('traces have neither content nor secrets, and the collector gets its credential', async () => {
  const title = 'A title that nobody else may read'
  const made = await server.client.call(key, 'createItem', { collectionId: 'articles', title })
  await collector.spansOf(bitsOfId(made.headers.get('x-request-id') ?? ''), (names) => names.includes('POST v2'))

  const sent = collector.bodies().join('\n')

  expect(sent).toContain('newsroom')
  expect(sent).not.toContain(title)
  expect(sent).not.toContain(key)
  expect(sent).not.toContain('/api/revalidate')
  expect(new Set(collector.tokens())).toEqual(new Set(['a secret of the collector']))
  expect(await server.logged()).not.toContain('a secret of the collector')
})

test('a collector that fails costs spans and one line of the log, and no call', async () => {
  collector.conduct(500)

  const answers = await Promise.all(Array.from({ length: 20 }, () => server.client.call(key, 'listItems', {})))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await expect.poll(() => server.logged(), { timeout: 20_000 }).toContain('traces cannot be sent')
  collector.conduct(200)
  const next = await server.client.call(key, 'listItems', {})
  await collector.spansOf(bitsOfId(next.headers.get('x-request-id') ?? ''), (names) => names.includes('POST v2'))
})

async function linesOf(requestId: string): Promise<string[]> {
  const lines = (await server.logged()).split('\n').filter((line) => line.includes(requestId))
  return lines.map((line) => String((JSON.parse(line) as { msg: unknown }).msg))
}
