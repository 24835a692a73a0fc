import { afterEach, beforeAll, expect, test } from 'vitest'

import { importContextFromUrl } from '#areas/exchange/operations/import-context-from-url.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { getContextEntry } from '#areas/library/operations/get-context-entry.ts'
import { updateContextEntry } from '#areas/library/operations/update-context-entry.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'
import { testDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'
import { webStage } from '#test/web-stage.ts'

// Opening takes long on a busy machine: it is not the time of a test.
beforeAll(async () => void (await testDatabase()))

type Stage = Awaited<ReturnType<typeof stage>>
type Result = { entries: { id: string; title: string; url: string }[]; skipped: { source: string; reason: string }[] }
let web: Awaited<ReturnType<typeof webStage>>
afterEach(() => web.close())

async function run(on: Stage, path: string, maxPages?: number) {
  const input = { url: web.base + path, kind: 'product' as const, ...(maxPages === undefined ? {} : { maxPages }) }
  const { jobId } = await on.call(importContextFromUrl, input, { confirm: true, checkUrl: web.checkUrl })
  await on.work({ fetch: web.fetch })
  const { state, error, result } = await on.call(getJob, { jobId })
  return { state, error, result: result as Result }
}

const html = (body: string) => ({
  headers: { 'content-type': 'text/html' },
  body: `<title>Manual</title><main>${body}</main>`,
})

function manual(words = 'First') {
  return ({ pathname }: URL) => {
    if (pathname === '/robots.txt')
      return { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /docs/secret' }
    if (pathname === '/docs/')
      return html(
        `<h1>Start</h1><p>${words}\u{E0041}\u202E words\u200B</p><a href="a#x">a</a><a href="secret">s</a><a href="/other">o</a><a href="gone">g</a><a href="https://elsewhere.example/docs/">e</a>`,
      )
    if (pathname === '/docs/a') return html('<p>A</p><a href="b">b</a><a href="./">up</a>')
    if (pathname === '/docs/b') return html('<p>B</p>')
    if (pathname === '/docs/large') return html('word '.repeat(20_000))
    if (pathname === '/docs/empty') return html('<script>x</script>')
    return undefined
  }
}

test('a page becomes an entry of untrusted text, in which nothing hides; again, the entry follows', async () => {
  const on = await stage()
  let words = 'First'
  web = await webStage((url) => manual(words)(url))

  const { result } = await run(on, '/docs/')
  expect(result).toEqual({
    entries: [{ id: expect.any(String), title: 'Start', url: `${web.base}/docs/` }],
    skipped: [],
  })
  const id = result.entries[0]?.id as never
  const { entry } = await on.call(getContextEntry, { id })
  expect(entry).toMatchObject({ body: null, url: `${web.base}/docs/`, untrusted: { source: `${web.base}/docs/` } })
  expect(entry.untrusted?.text).toMatch(/^# Start\n\nFirst words\n\n/)

  words = 'Second'
  expect((await run(on, '/docs/')).result.entries[0]?.id).toBe(id)
  expect((await on.call(getContextEntry, { id })).entry.untrusted?.text).toContain('Second words')

  await on.call(updateContextEntry, { id, body: 'Our own words' })
  expect((await run(on, '/docs/')).result).toEqual({
    entries: [],
    skipped: [{ source: `${web.base}/docs/`, reason: 'Members wrote this entry: their words stay' }],
  })
})

test('pages below the first are read breadth first, on its host, as robots.txt says', async () => {
  const on = await stage()
  web = await webStage(manual())

  const { result } = await run(on, '/docs/', 20)

  expect(result.entries.map(({ url }) => url.replace(web.base, ''))).toEqual(['/docs/', '/docs/a', '/docs/b'])
  expect(result.skipped.map(({ source, reason }) => [source.replace(web.base, ''), reason])).toEqual([
    ['/docs/secret', expect.stringContaining('robots.txt')],
    ['/docs/gone', expect.stringContaining('404')],
  ])
  expect(web.seen).not.toContain('/docs/secret')
  expect((await run(on, '/docs/', 2)).result.entries).toHaveLength(2)
})

test('between two pages is the pause that robots.txt asks for', async () => {
  const on = await stage()
  const moments = new Map<string, number>()
  web = await webStage(({ pathname }) => {
    moments.set(pathname, performance.now())
    if (pathname === '/robots.txt')
      return { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nCrawl-delay: 0.2' }
    return html('<p>Words</p><a href="a">a</a><a href="b">b</a>')
  })

  expect((await run(on, '/docs/', 3)).result.entries).toHaveLength(3)

  // Two pauses, minus the millisecond by which a timer may be early.
  expect((moments.get('/docs/b') ?? 0) - (moments.get('/robots.txt') ?? 0)).toBeGreaterThan(398)
})

test('a first page that may not or cannot be read ends the job with the reason', async () => {
  const on = await stage()
  web = await webStage(manual())

  expect((await run(on, '/docs/secret')).error).toMatchObject({ code: 'robots_disallowed' })
  expect((await run(on, '/docs/nothing')).error).toMatchObject({ code: 'validation_failed' })
  expect((await run(on, '/docs/empty')).error).toMatchObject({ code: 'validation_failed' })
  expect((await run(on, '/docs/large')).result.entries).toHaveLength(1)
  const { check: checkUrl } = openOutbound({ opened: [] })
  const call = (url: string) => on.call(importContextFromUrl, { url, kind: 'fact' }, { confirm: true, checkUrl })
  await expect(call('http://docs.example/')).rejects.toMatchObject({ code: 'url_not_allowed' })
  await expect(call('https://localhost/')).rejects.toMatchObject({ code: 'url_not_allowed' })
})

// exchange.md#robots
test('a page behind a redirect is read only where robots.txt allows it', async () => {
  const on = await stage()
  const to = (location: string) => ({ status: 302, headers: { location } })
  web = await webStage(({ pathname }) => {
    const pages = { '/docs/start': to('/docs/'), '/docs/gate': to('/docs/way'), '/docs/way': to('/docs/secret') }
    if (pathname === '/docs/endless') return to('/docs/endless?more')
    if (pathname in pages) return pages[pathname as keyof typeof pages]
    return manual()(new URL(pathname, 'http://x'))
  })

  expect((await run(on, '/docs/start')).result.entries.map(({ url }) => url)).toEqual([`${web.base}/docs/`])
  expect((await run(on, '/docs/gate')).error).toMatchObject({ code: 'robots_disallowed' })
  expect((await run(on, '/docs/endless')).error).toMatchObject({ code: 'validation_failed' })
  expect(web.seen).toContain('/docs/way')
  expect(web.seen).not.toContain('/docs/secret')
})
