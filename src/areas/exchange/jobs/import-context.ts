import { z } from 'zod'

import { type Outside, readOutside, typeOf, whyNotRead } from '#areas/exchange/importers/outside.ts'
import { askRobots, type Robots } from '#areas/exchange/importers/robots.ts'
import { bodyLimit, entryKinds, saveFetched } from '#areas/library/index.ts'
import { Refusal } from '#kernel/errors.ts'
import { job, type JobCtx } from '#kernel/job.ts'
import { decodeHtml } from '#std/decode-text.ts'
import { visibleText } from '#std/visible-text.ts'
import { readWebPage } from '#std/web-page.ts'

type Skipped = { source: string; reason: string }
type Made = { id: string; title: string; url: string }
type Page = { url: string; title: string; text: string; links: string[] }

const maxSkipped = 100

/** Reads a page, and those below it that it links to, into the Context Library: breadth first, as robots.txt allows. */
export const importContextJob = job({
  name: 'importContextFromUrl',
  title: 'Read an address into the library',
  queue: 'bulk',
  scope: 'content:write',
  attempts: 3,
  input: z.strictObject({ url: z.string(), kind: z.enum(entryKinds), maxPages: z.int().min(1).max(20) }),

  async work(ctx, { url, kind, maxPages }) {
    const outside: Outside = {
      fetch: ctx.fetch,
      signal: ctx.signal,
      now: ctx.now(),
      userAgent: `Masthead (+${ctx.baseUrl})`,
    }
    const entries: Made[] = []
    const skipped: Skipped[] = []
    for await (const page of pagesFrom(url, maxPages, outside, skipped)) {
      const saved = await ctx.write(({ db }) =>
        saveFetched(db, { kind, title: page.title, body: page.text, url: page.url, fetchedAt: ctx.now() }),
      )
      if (saved.outcome === 'own')
        skipped.push({ source: page.url, reason: 'Members wrote this entry: their words stay' })
      else entries.push({ id: saved.entry.id, title: visibleText(page.title), url: page.url })
      await tell(ctx, entries.length + skipped.length, maxPages)
    }
    return { result: { entries, skipped: skipped.slice(0, maxSkipped) } }
  },
})

async function tell(ctx: JobCtx, done: number, maxPages: number): Promise<void> {
  await ctx.progress(Math.min(0.99, done / maxPages))
}

/** The pages from one on, without those that cannot be read; the first one must be readable. */
async function* pagesFrom(first: string, maxPages: number, outside: Outside, skipped: Skipped[]): AsyncGenerator<Page> {
  const robots = askRobots(outside)
  const waiting = [new URL(first).href.replace(/#.*$/s, '')]
  const seen = new Set(waiting)
  let read = 0
  for (let address = waiting.shift(); address !== undefined && read < maxPages; address = waiting.shift()) {
    let page: Page
    try {
      if (!(await robots.allows(address)))
        throw new Refusal('robots_disallowed', `The robots.txt of ${new URL(address).host} forbids this page.`)
      await robots.turn(address)
      page = await readPage(address, outside, robots)
    } catch (error) {
      if (read === 0 && seen.size === 1) throw error
      skipped.push({ source: address, reason: whyNotRead(error) })
      continue
    }
    read++
    seen.add(page.url)
    yield page
    if (maxPages === 1) return
    for (const link of page.links) {
      if (seen.has(link) || !isBelow(link, first) || seen.size > 1000) continue
      seen.add(link)
      waiting.push(link)
    }
  }
}

async function readPage(address: string, outside: Outside, { allows }: Robots): Promise<Page> {
  const answer = await readOutside(outside, address, {
    accept: 'text/html, application/xhtml+xml, text/plain;q=0.8, text/markdown;q=0.8',
    allows,
  })
  const type = typeOf(answer)
  const url = answer.url.replace(/#.*$/s, '')
  const decoded = decodeHtml(answer.body, answer.headers.get('content-type'))
  if (type === 'text/plain' || type === 'text/markdown') return pageOf({ url, title: null, text: decoded, links: [] })
  if (type !== 'text/html' && type !== 'application/xhtml+xml')
    throw new Refusal(
      'validation_failed',
      'The address does not lead to a page of text. Name one that answers HTML or text.',
    )
  const { title, text, links } = readWebPage(decoded, answer.url)
  return pageOf({ url, title, text, links })
}

// What nobody can see is not stored: it could tell a model something that no member reads (library.md#web-text-is-data).
function pageOf({ url, title, text, links }: Omit<Page, 'title'> & { title: string | null }): Page {
  const body = cleaned(text).slice(0, bodyLimit).toWellFormed().trim()
  if (body === '') throw new Refusal('validation_failed', 'The page has no text that could be found.')
  const named =
    cleaned(title ?? '')
      .replace(/\s+/g, ' ')
      .trim() || `${new URL(url).host}${new URL(url).pathname}`
  return { url, title: named.slice(0, 300).toWellFormed(), text: body, links }
}

const hidden = /(?![\t\n])(?:\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\u115F|\u1160|\u3164|\uFFA0|[\u{E0100}-\u{E01EF}])/gu

function cleaned(text: string): string {
  return text.replace(/\r\n?/g, '\n').toWellFormed().normalize('NFC').replace(hidden, '')
}

/** Whether an address is on the same host, and below the folder of another. */
function isBelow(address: string, first: string): boolean {
  const [own, start] = [new URL(address), new URL(first)]
  const folder = start.pathname.slice(0, start.pathname.lastIndexOf('/') + 1)
  return own.origin === start.origin && own.pathname.startsWith(folder)
}
