import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterEach, expect, test, vi } from 'vitest'

import { Secret } from '#kernel/secret.ts'
import { signedHeaders } from '#kernel/webhook-signature.ts'

import { freePort, listening, textOf } from './listening.ts'
import { secretOfTest } from './receiver.ts'
import { openServer } from './server.ts'

// The receivers of examples/, run over HTTP: one engine is enough (tests.md#one-engine-is-enough).
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
  const siteUrl = 'https://www.example.com'
  const indexNow = { key: 'key-of-the-example', endpoint: `${engine.url}/` }
  await open(createWebsite({ contentUrl, siteUrl, secret: secretOfTest, indexNow }), port)
  const page = async (path: string) => (await fetch(`${website}${path}`)).text()

  await call('updateOrganizationSettings', { siteUrl, urlTemplates: { articles: '/blog/{slug}' } })
  const { item } = await call('createItem', {
    collectionId: 'articles',
    title: 'Before',
    content: 'All about **ink**.\n\n## Which pen',
    metaDescription: 'What ink is',
    status: 'published',
  })
  await expect.poll(() => page('/blog/before')).toContain('<strong>ink</strong>')
  expect(await page('/blog/before')).toContain('<h2 id="which-pen">')
  expect(await page('/blog/before')).toContain(`<link rel="canonical" href="${siteUrl}/blog/before">`)
  expect(await page('/')).toContain('<a href="https://www.example.com/blog/before">Before</a>')
  const schema = { '@context': 'https://schema.org', '@type': 'Article', headline: '</script><b>' }
  await call('updateItem', { id: item.id, schemaJsonLd: schema })
  await expect.poll(async () => embedded(await page('/blog/before'))).toEqual(schema)
  await call('updateItem', { id: item.id, title: 'After', slug: 'after' })
  await expect.poll(() => page('/blog/after')).toContain('After')
  await expect.poll(() => page('/')).toContain('/blog/after')

  await expect.poll(() => movedTo(`${website}/blog/before`)).toEqual([308, '/blog/after'])
  expect(await movedTo(`${website}/wherever/after`)).toEqual([308, '/blog/after'])
  await call('createRedirect', { fromPath: '/2019/ink.html', toItemId: item.id })
  await expect.poll(() => movedTo(`${website}/2019/ink.html`)).toEqual([308, '/blog/after'])
  expect((await fetch(`${website}/blog/nothing`)).status).toBe(404)
  expect((await fetch(`${website}/%E0%A4%A`)).status).toBe(400)

  const addresses = ['https://www.example.com/blog/after', 'https://www.example.com/blog']
  await expect.poll(() => told.at(-1)?.urlList).toEqual(expect.arrayContaining(addresses))
  expect(told.at(-1)?.key).toBe('key-of-the-example')
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

test('a website with Express passes redirects on, and finds articles by the template', async () => {
  const { createWebsite } = await example<Website>('website-express/server.js')
  const server = await openServer({})
  closing.push(server.close)
  const { organizationId, cookie } = await server.addOrganization('Example Media')
  const call = async (name: string, input: object) => {
    const { status, json, text } = await server.client.inApp(cookie, name, input, { confirm: true })
    expect(status, text).toBe(200)
    return json.result
  }
  const contentUrl = `${server.url}/v1/${organizationId}`
  const siteUrl = 'https://www.example.com'
  const { url: website } = await open(createWebsite({ contentUrl, siteUrl, secret: secretOfTest }))
  const visit = (path: string) => fetch(`${website}${path}`, { redirect: 'manual' })
  const template = '/blog/{category}/{year}-{slug}.html'
  await call('updateOrganizationSettings', { siteUrl, urlTemplates: { articles: template } })
  const about = async (slug: string) => {
    const shared = { title: slug, slug, publishAt: '2026-01-31T12:00:00Z', status: 'published' }
    return (await call('createItem', { collectionId: 'articles', content: `About ${slug}.`, ...shared })).item
  }
  const ink = await about('ink-pots')
  await about('paper')
  await call('updateItem', { id: ink.id, slug: 'ink' })
  await call('createRedirect', { fromPath: '/old/guide', toUrl: `${siteUrl}/new/guide` })
  await call('createRedirect', { fromPath: '/old-home', toUrl: `${siteUrl}/` })
  await call('createRedirect', { fromPath: '/away', toUrl: 'https://other.example/new?x=1#part' })
  await call('createRedirect', { fromPath: '/2019/paper', toItemId: ink.id })

  expect(await (await visit('/blog/2026-ink.html')).text()).toContain('About ink-pots.')
  expect(await movedTo(`${website}/blog/2026-ink-pots.html?a=1`)).toEqual([308, '/blog/2026-ink.html?a=1'])
  expect(await movedTo(`${website}/ink`)).toEqual([308, '/blog/2026-ink.html'])
  expect(await movedTo(`${website}/2019/paper`)).toEqual([308, '/blog/2026-ink.html'])
  expect(await movedTo(`${website}/old/guide`)).toEqual([308, `${siteUrl}/new/guide`])
  expect(await movedTo(`${website}/old-home`)).toEqual([308, `${siteUrl}/`])
  expect(await movedTo(`${website}/away?y=2`)).toEqual([308, 'https://other.example/new?x=1&y=2#part'])
  expect((await visit('/new/guide')).status).toBe(404)
})

test('a website with Express below a path of its host finds articles and redirects there', async () => {
  const { createWebsite } = await example<Website>('website-express/server.js')
  const server = await openServer({})
  closing.push(server.close)
  const { organizationId, cookie } = await server.addOrganization('Example Media')
  const call = async (name: string, input: object) => {
    const { status, json, text } = await server.client.inApp(cookie, name, input, { confirm: true })
    expect(status, text).toBe(200)
    return json.result
  }
  const siteUrl = 'https://www.example.com/news'
  await call('updateOrganizationSettings', { siteUrl, urlTemplates: { articles: '/{year}/{slug}.html' } })
  const about = { title: 'Ink', content: 'All about ink.', publishAt: '2026-01-31T12:00:00Z', status: 'published' }
  const { item } = await call('createItem', { collectionId: 'articles', ...about })
  await call('createRedirect', { fromPath: '/old', toItemId: item.id })
  const contentUrl = `${server.url}/v1/${organizationId}`
  const { url: website } = await open(createWebsite({ contentUrl, siteUrl, secret: secretOfTest }))
  const page = async (path: string) => (await fetch(`${website}${path}`)).text()

  expect(await page('/news')).toContain(`href="${siteUrl}/2026/ink.html"`)
  expect(await page('/news/2026/ink.html')).toContain('All about ink.')
  expect(await movedTo(`${website}/news/old`)).toEqual([308, '/news/2026/ink.html'])
})

test('a website with Next.js accepts what its secret signed, with the prefix or without it', async () => {
  type Verify = { isSigned(secret: string, headers: Headers, body: string): boolean }
  const { isSigned } = await example<Verify>('website-next/lib/verify.ts')
  const message = { id: 'msg_1', at: new Date(), body: '{}' }
  const secrets = [secretOfTest, 'what an operator chose without a prefix']

  const answers = secrets.map((secret) => {
    const headers = new Headers(signedHeaders(message, [new Secret(secret)]))
    return [isSigned(secret, headers, message.body), isSigned(secret, headers, '{ }')]
  })

  expect(answers).toEqual([
    [true, false],
    [true, false],
  ])
})

test('headings of a body have the ids that links of Markdown lead to', async () => {
  const { withAnchors } = await example<{ withAnchors(html: string): string }>('website-express/anchors.js')
  const idsIn = (html: string) => [...withAnchors(html).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)

  expect(
    idsIn("<h2>What's new?</h2><h3><code>A</code> &amp; B</h3><p>x</p><h2>What's new?</h2><h4>Größe_2 – 日本</h4>"),
  ).toEqual(['whats-new', 'a--b', 'whats-new-1', 'größe_2--日本'])
  expect(withAnchors('<h2>A</h2>\n<p>&lt;h2&gt;</p>')).toBe('<h2 id="a">A</h2>\n<p>&lt;h2&gt;</p>')
})

/** What a page says in JSON-LD. */
function embedded(html: string): unknown {
  return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? 'null')
}

async function movedTo(url: string) {
  const { status, headers } = await fetch(url, { redirect: 'manual' })
  return [status, headers.get('location')]
}
