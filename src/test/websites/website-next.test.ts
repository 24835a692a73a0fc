import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { afterEach, expect, test, vi } from 'vitest'

import { freePort } from '#test/listening.ts'
import { secretOfTest } from '#test/receiver.ts'
import { openServer } from '#test/server.ts'

// examples/website-next, built and run against the product (CONTRIBUTING.md#tests).
vi.setConfig({ testTimeout: 900_000 })

const folder = join(import.meta.dirname, '../../../examples/website-next')
const next = join(folder, 'node_modules/next/dist/bin/next')

const closing: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

test('a website with Next.js shows articles, keeps old addresses, and drops what it was told about', async () => {
  const port = await freePort()
  const site = `http://127.0.0.1:${port}`
  const siteUrl = 'https://www.example.com'
  const server = await openServer({
    ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
    CONTENT_REVALIDATION_WEBHOOK_URL: `${site}/api/revalidate`,
    CONTENT_REVALIDATION_WEBHOOK_SECRET: secretOfTest,
  })
  closing.push(server.close)
  const { organizationId, cookie } = await server.addOrganization('Example Media')
  const call = async (name: string, input: object) => {
    const { status, json, text: answer } = await server.client.inApp(cookie, name, input, { confirm: true })
    expect(status, answer).toBe(200)
    return json.result
  }
  await call('updateOrganizationSettings', { siteUrl, urlTemplates: { articles: '/blog/{slug}' } })
  const { item } = await call('createItem', {
    collectionId: 'articles',
    title: 'Ink before',
    content: "All about **ink**.\n\n## What's new?",
    metaDescription: 'What ink is',
    status: 'published',
  })
  const env = {
    PATH: process.env['PATH'] ?? '',
    NEXT_TELEMETRY_DISABLED: '1',
    MASTHEAD_CONTENT_URL: `${server.url}/v1/${organizationId}`,
    MASTHEAD_WEBHOOK_SECRET: secretOfTest,
    SITE_URL: siteUrl,
  }
  await build(env)
  await start(port, env)
  const page = async (path: string) => (await fetch(`${site}${path}`)).text()

  expect(await page('/')).toContain('href="/blog/ink-before"')
  const article = await page('/blog/ink-before')
  expect(article).toContain('All about <strong>ink</strong>.')
  expect(article).toContain('<h2 id="whats-new">')
  expect(article).toContain(`<link rel="canonical" href="${siteUrl}/blog/ink-before"/>`)
  expect(article).toContain('<meta name="description" content="What ink is"/>')
  expect(await page('/sitemap.xml')).toContain(`<loc>${siteUrl}/blog/ink-before</loc>`)
  expect((await fetch(`${site}/blog/nothing`)).status).toBe(404)

  await call('updateItem', { id: item.id, title: 'Ink after', slug: 'ink-after' })
  await expect.poll(() => page('/blog/ink-after')).toContain('Ink after')
  await expect.poll(() => page('/')).toContain('Ink after')
  await call('createRedirect', { fromPath: '/2019/ink.html', toItemId: item.id })
  await expect.poll(() => movedTo(`${site}/2019/ink.html`)).toEqual([308, '/blog/ink-after'])
  expect(await movedTo(`${site}/blog/ink-before`)).toEqual([308, '/blog/ink-after'])
  expect(await movedTo(`${site}/elsewhere/ink-after`)).toEqual([308, '/blog/ink-after'])

  // Elsewhere canonical, shown here.
  const { item: guest } = await call('createItem', {
    collectionId: 'articles',
    title: 'Guest',
    content: 'Written for others.',
    canonicalUrl: 'https://other.example.org/guest',
    status: 'published',
  })
  expect(guest.slug).toBe('guest')
  await expect.poll(() => page('/blog/guest')).toContain('Written for others.')

  // Redirects are passed on, never fetched; a template has anything around the slug.
  await call('createRedirect', { fromPath: '/old/guide', toUrl: `${siteUrl}/new/guide` })
  await call('createRedirect', { fromPath: '/old-home', toUrl: `${siteUrl}/` })
  await call('createRedirect', { fromPath: '/away', toUrl: 'https://other.example/new?x=1#part' })
  await expect.poll(() => movedTo(`${site}/old/guide`)).toEqual([308, `${siteUrl}/new/guide`])
  expect(await movedTo(`${site}/old-home`)).toEqual([308, `${siteUrl}/`])
  await expect.poll(() => movedTo(`${site}/away?y=2`)).toEqual([308, 'https://other.example/new?x=1&y=2#part'])
  expect(await movedTo(`${site}/elsewhere/ink-after?a=1`)).toEqual([308, '/blog/ink-after?a=1'])
  expect((await fetch(`${site}/%E0%A4%A`)).status).toBe(400)
  await call('updateCollection', { collectionId: 'articles', urlTemplate: '/blog/{year}/{slug}.html' })
  const late = `/blog/${new Date().getUTCFullYear()}/ink-after.html`
  await expect.poll(() => page(late)).toContain('All about <strong>ink</strong>.')
  expect(await movedTo(`${site}/blog/ink-after`)).toEqual([308, late])
  await call('updateCollection', { collectionId: 'articles', urlTemplate: '/@ink/{slug}/' })
  await expect.poll(() => page('/@ink/ink-after')).toContain('All about <strong>ink</strong>.')
  expect(await movedTo(`${site}/@ink/ink-after?a=1`)).toEqual([200, null])

  const forged = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,' }
  expect((await fetch(`${site}/api/revalidate`, { method: 'POST', headers: forged, body: '{}' })).status).toBe(401)
})

async function movedTo(url: string) {
  const { status, headers } = await fetch(url, { redirect: 'manual' })
  return [status, headers.get('location')]
}

async function build(env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [next, 'build'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  expect(code, out + err).toBe(0)
}

async function start(port: number, env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [next, 'start', '-p', String(port), '-H', '127.0.0.1'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  closing.push(async () => {
    child.kill()
    await once(child, 'exit')
  })
  for await (const line of child.stdout) if (String(line).includes('Ready')) break
}
