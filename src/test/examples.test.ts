import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

import { afterEach, expect, test, vi } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { signedHeaders } from '#areas/integrations/webhook-signature.ts'
import { Secret } from '#kernel/secret.ts'

import { freePort, listening, textOf } from './listening.ts'
import { secretOfTest } from './receiver.ts'
import { startSender } from './sender.ts'
import { openServer } from './server.ts'
import { stage } from './stage.ts'

// The receivers of examples/, run over HTTP.
vi.setConfig({ testTimeout: 120_000 })

const closing: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function open(answer: RequestListener, port?: number) {
  const opened = await listening(answer, port)
  closing.push(opened.close)
  return opened
}

type Website = { createWebsite(options: object): RequestListener }
type Route = (request: Request) => Promise<Response>
type NextKit = {
  revalidation(options: { secret: string; revalidatePath: (path: string) => void; indexNow?: object }): Route
}

const example = <T>(path: string): Promise<T> =>
  import(pathToFileURL(join(import.meta.dirname, '../../examples', path)).href) as Promise<T>

test('a website with Express shows a change that it was told of, and tells search engines', async () => {
  const { createWebsite } = await example<Website>('website-express/server.js')
  const told: { key: string; urlList: string[] }[] = []
  const engine = await open(async (request, response) => {
    told.push(JSON.parse(await textOf(request)))
    response.end()
  })
  const port = await freePort()
  const website = `http://127.0.0.1:${port}`
  const server = await openServer({
    ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
    CONTENT_REVALIDATION_WEBHOOK_URL: `${website}/api/revalidate`,
    CONTENT_REVALIDATION_WEBHOOK_SECRET: secretOfTest,
  })
  closing.push(server.close)
  const { organizationId, cookie } = await server.addOrganization('Example Media')
  const call = async (name: string, input: object) => {
    const { status, json, text } = await server.client.inApp(cookie, name, input, { confirm: true })
    expect(status, text).toBe(200)
    return json.result
  }
  const contentUrl = `${server.url}/v1/${organizationId}`
  const indexNow = { key: 'key-of-the-example', endpoint: `${engine.url}/` }
  await open(createWebsite({ contentUrl, secret: secretOfTest, indexNow }), port)

  await call('updateOrganizationSettings', {
    siteUrl: 'https://www.example.com',
    urlTemplates: { articles: '/blog/{slug}' },
  })
  const { item } = await call('createItem', { collectionId: 'articles', title: 'Before', status: 'published' })
  const page = `${website}/blog/${item.slug}`
  while (!(await (await fetch(page)).text()).includes('Before')) await pause(50)
  await call('updateItem', { id: item.id, title: 'After' })
  while (!(await (await fetch(page)).text()).includes('After')) await pause(50)

  while (told.length < 1) await pause(50)
  expect(told.at(-1)).toMatchObject({
    key: 'key-of-the-example',
    urlList: [`https://www.example.com/blog/${item.slug}`, 'https://www.example.com/blog'],
  })
  const forged = await fetch(`${website}/api/revalidate`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1',
      'webhook-signature': 'v1,',
    },
    body: '{}',
  })
  expect(forged.status).toBe(401)
})

test('the route for Next.js forgets the paths of a change, once per message, and refuses what is forged or old', async () => {
  const { revalidation } = await example<NextKit>('website-next/lib/revalidation.ts')
  const paths: string[] = []
  const POST = revalidation({ secret: secretOfTest, revalidatePath: (path) => void paths.push(path) })
  const server = await open(async (request, response) => {
    const headers = new Headers(request.headers as Record<string, string>)
    const answer = await POST(
      new Request('http://website/api/revalidate', { method: 'POST', headers, body: await textOf(request) }),
    )
    response.writeHead(answer.status).end()
  })
  const webhooks = () => ({ url: `${server.url}/`, secret: new Secret(secretOfTest), legacyHeader: null })
  const on = await stage({ webhooks, debounceMs: 0 })
  const { item } = await on.call(
    createItem,
    { collectionId: 'articles', title: 'Old', status: 'published' },
    { confirm: true },
  )
  const sender = startSender(on, { webhooks })
  closing.push(sender.stop)
  while (paths.length === 0) await pause(10)
  await on.call(updateItem, { id: item.id, slug: 'new' })
  while (!paths.some((path) => path.endsWith('/new'))) await pause(10)
  expect(paths.filter((path) => path.endsWith('/old')).length).toBeGreaterThan(1)

  const body = JSON.stringify({ data: { reason: 'updated', urls: ['https://x.example/a'], redirects: [] } })
  const send = async (at: Date, id: string, secret = secretOfTest) => {
    const headers = signedHeaders({ id, at, body }, [new Secret(secret)])
    return (await POST(new Request('http://website/', { method: 'POST', headers, body }))).status
  }
  const seen = paths.length
  const now = Date.now()
  expect(await send(new Date(now), 'msg_a', 'another secret')).toBe(401)
  expect(await send(new Date(now - 301_000), 'msg_a')).toBe(401)
  expect(await send(new Date(now + 302_000), 'msg_a')).toBe(401)
  expect([await send(new Date(now), 'msg_a'), await send(new Date(now), 'msg_a')]).toEqual([204, 204])
  expect(paths.slice(seen)).toEqual(['/a'])
})
