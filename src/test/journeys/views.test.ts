import { expect, onTestFinished, test } from 'vitest'

import { openServer } from '#test/server.ts'

// Views over real HTTP: a server that ends gracefully writes what it counted, and the one after it answers it.
test('what was fetched before a graceful end is in the analytics of the next start', async () => {
  const server = await openServer()
  const { organizationId, cookie } = await server.addOrganization('Acme')
  const key = (await server.client.newKey(cookie)).secret
  const article = { collectionId: 'articles', title: 'Ink', content: 'Words.', status: 'published' }
  await server.client.call(key, 'createItem', article, { confirm: true })
  const fetchAs = (path: string, userAgent: string) =>
    server.client.send(`/v1/${organizationId}${path}`, { headers: { 'User-Agent': userAgent } })

  await fetchAs('/articles/ink', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0')
  await fetchAs('/articles/ink', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0')
  await fetchAs('/articles/ink', 'GPTBot/1.2')
  await fetchAs('/llms.txt', 'GPTBot/1.2')
  await fetchAs('/articles', 'node')
  const next = await server.restart()
  onTestFinished(next.close)

  const { items } = (await next.client.call(key, 'getContentAnalytics', {})).json.result
  const { aiCrawlerHits } = (await next.client.call(key, 'getDashboard', {})).json.result
  expect(items).toMatchObject([{ title: 'Ink', viewsHuman: 2, viewsOther: 0, viewsAiBots: { GPTBot: 1 } }])
  expect(aiCrawlerHits).toEqual({ total: 2, byBot: [{ bot: 'GPTBot', hits: 2 }] })
})
