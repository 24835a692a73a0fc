import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { openEvents, type EventClient } from '#test/event-client.ts'
import { openServer, type TestServer } from '#test/server.ts'
import { llmKey } from '#test/standins/llm.ts'
import { sampleLlm } from '#test/standins/sample-llm.ts'

// A whole server, next to other tests on a small machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 })

let server: TestServer
let owner: Awaited<ReturnType<TestServer['addOrganization']>>
let organizations = 0
let goOn: PromiseWithResolvers<void>

beforeAll(async () => {
  server = await openServer({ OPENAI_API_KEY: llmKey, ALLOW_PRIVATE_NETWORK: '127.0.0.0/8' })
})
beforeEach(async () => {
  owner = await server.addOrganization(`Writers ${++organizations}`)
  goOn = Promise.withResolvers()
  const llm = await sampleLlm()
  llm.says({ json: rewritten, stream: { until: goOn.promise } })
})
afterAll(() => server.close())

const rewritten = {
  title: null,
  tldr: null,
  excerpt: null,
  seoTitle: null,
  metaDescription: null,
  reason: 'Longer.',
  content: `Bees like flowers, “gardens” with 😀 and water${', and more of it'.repeat(20)}.`,
}

const inApp = async (operation: string, input: object, options = {}) => {
  const { json, status, text } = await server.client.inApp(owner.cookie, operation, input, options)
  expect(status, text).toBe(200)
  return json.result
}

/** Starts a rewrite that stops in its middle until `goOn`. */
async function writing() {
  const { items } = await inApp('listCollections', {})
  const { item } = await inApp('createItem', {
    collectionId: items[0].id,
    title: 'Bees',
    content: 'Bees like flowers.',
  })
  const { jobId } = await inApp('rewriteItem', { id: item.id, mode: 'expand' })
  return { itemId: item.id as string, jobId: jobId as string }
}

const watch = (jobId: string, { cookie, organizationId } = owner) =>
  openEvents(server.url, { cookie, path: `/app/written?organization=${organizationId}&job=${jobId}` })

/** Puts the messages together until one fits. */
async function textUntil(events: EventClient, isEnough: (text: string) => boolean): Promise<string> {
  let text = ''
  await events.until(({ data }) => {
    text = `${data['isNew'] === true ? '' : text}${String(data['text'] ?? '')}`
    return isEnough(text)
  })
  return text
}

const half = (text: string) => text.length > 20

test('a text is seen while it is written, by whoever comes later too, and the job has the end', async () => {
  const { itemId, jobId } = await writing()
  const events = await watch(jobId)
  expect([events.status, events.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const first = await textUntil(events, half)
  expect(rewritten.content.startsWith(first)).toBe(true)
  expect(first.length).toBeLessThan(rewritten.content.length)
  const later = await watch(jobId)
  expect((await textUntil(later, half)).startsWith(first)).toBe(true)
  expect((await inApp('listJobs', { about: itemId })).items).toMatchObject([{ id: jobId, state: 'running' }])

  goOn.resolve()

  const end = await events.until(({ data }) => data['kind'] === 'end')
  expect(end.data).toEqual({ kind: 'end', state: 'succeeded' })
  await Promise.all([events.ended(), later.ended()])
  const { result } = await inApp('getJob', { jobId })
  expect(result.pendingRevision.changedFields).toEqual(['content'])
  // Nothing of it is kept besides the revision, and who asks now learns at once that it has ended.
  expect((await (await watch(jobId)).next())?.data).toEqual({ kind: 'end', state: 'succeeded' })
})

test('stopping it ends the request to the provider and the streams, and gives the credits back', async () => {
  const { jobId } = await writing()
  const events = await watch(jobId)
  await textUntil(events, half)

  const stopped = await inApp('cancelJob', { jobId }, { confirm: true })

  expect(stopped).toMatchObject({ state: 'canceled', refundedCredits: 4 })
  expect((await events.until(({ data }) => data['kind'] === 'end')).data['state']).toBe('canceled')
  await events.ended()
  const { item } = await inApp('getItem', { id: (await inApp('listItems', {})).items[0].id })
  expect(item).toMatchObject({ content: 'Bees like flowers.', pendingRevision: null })
})

test('another organization sees nothing of it, and a session that ends no more', async () => {
  const { jobId } = await writing()
  const other = await server.addOrganization(`Neighbours ${organizations}`)
  expect((await watch(jobId, other)).status).toBe(404)
  expect((await watch(jobId, { ...other, organizationId: owner.organizationId })).status).toBe(404)
  expect((await watch('job_none')).status).toBe(404)
  const events = await watch(jobId)
  await textUntil(events, half)

  await fetch(`${server.url}/app/session`, { method: 'DELETE', headers: { Cookie: owner.cookie, Origin: server.url } })

  await events.ended()
  goOn.resolve()
})
