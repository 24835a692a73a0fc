import { z } from 'zod'

import { openClient } from '#areas/site-audit/crawl/client.ts'
import { type Asking, followRedirects } from '#areas/site-audit/crawl/follow-redirects.ts'
import { readingPage } from '#areas/site-audit/crawl/page-facts.ts'
import { fetchRobots, robotsOf } from '#areas/site-audit/crawl/robots-files.ts'
import { decide, productToken, type Robots } from '#areas/site-audit/crawl/robots.ts'
import { auditSite, isOwn, requireOwn } from '#areas/site-audit/runs/audit-settings.ts'
import { userAgentOf } from '#areas/site-audit/runs/plan-run.ts'
import { answerTo } from '#areas/site-audit/visits/ask-besides.ts'
import { botClasses, bots } from '#areas/site-audit/visits/bots.ts'
import { mostHops } from '#areas/site-audit/visits/frontier.ts'
import { llmsProblems } from '#areas/site-audit/visits/llms-txt.ts'
import { readLlms } from '#areas/site-audit/visits/read-llms.ts'
import { htmlBytes } from '#areas/site-audit/visits/visit-page.ts'
import { breather, inTurns } from '#kernel/breathe.ts'
import type { Browser } from '#kernel/browser.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Fetched } from '#kernel/http.ts'
import { operation } from '#kernel/operation.ts'
import { url as urlInput } from '#kernel/schema.ts'
import { decodeHtml } from '#std/decode-text.ts'
import { originOf, pathAndQuery, urlKey } from '#std/url-key.ts'

export const checkAiCrawlerAccess = operation({
  name: 'checkAiCrawlerAccess',
  title: 'Check what AI crawlers may read',
  summary: 'Requests a page of your website as each crawler of AI systems, and says which line of robots.txt decides.',
  scope: 'audit:run',
  risk: 'external',
  reachesOut: true,
  errors: ['url_not_allowed', 'upstream_failed'],
  examples: [
    { title: 'The website', input: {} },
    { title: 'A page', input: { url: 'https://www.example.com/news' } },
  ],
  input: z.strictObject({ url: urlInput().optional().describe('siteUrl by default') }),
  output: z.object({
    url: z.string(),
    bots: z.array(
      z.object({
        bot: z.string(),
        class: z.enum(botClasses),
        robots: z.enum(['allow', 'deny']),
        rule: z.string().nullable(),
        line: z.int().nullable(),
        httpStatus: z.int().nullable(),
        blocked: z.boolean(),
      }),
    ),
    llmsTxt: z.object({ found: z.boolean(), url: z.string(), problems: z.array(z.enum(llmsProblems)) }),
    renderWithoutJsWordRatio: z.number().nullable(),
  }),

  async prepare(ctx, given) {
    const site = await ctx.read((db) => auditSite(db))
    const asked = given.url ?? site.siteUrl
    const url = asked === null ? undefined : urlKey(asked)
    if (asked === null || url === undefined)
      throw new Refusal('url_not_allowed', 'There is no address to check: give url, or set siteUrl.', { field: 'url' })
    ctx.checkUrl(url, { http: true })
    requireOwn(site.hosts, url, 'url')
    const llms = `${originOf(url)}/llms.txt`
    if (ctx.isRehearsal)
      return { url, bots: [], llmsTxt: { found: false, url: llms, problems: [] }, renderWithoutJsWordRatio: null }

    const userAgent = userAgentOf(site, ctx.baseUrl)
    const signal = ctx.signal ?? new AbortController().signal
    const client = openClient({ fetch: ctx.fetch, signal, userAgent, concurrency: 1, delayOf: async () => 0 })
    const delivered = await client.ask(url, { maxBytes: htmlBytes, cut: true })
    if ('error' in delivered)
      throw new Refusal('upstream_failed', `${new URL(url).host} could not be reached.`, { reason: 'unreachable' })
    const isOwnUrl = (one: string) => isOwn(site.hosts, one, ctx.checkUrl)
    // The website is asked at its owner's word, also behind its redirects, but no other one.
    const asking: Asking = { client, isOwn: isOwnUrl, mayAsk: async () => true }
    const ratio = deliveredHtml(asking, { url, first: delivered }).then((html) =>
      html === undefined ? null : wordRatio(ctx.browser, { url, html, signal }),
    )
    ratio.catch(() => undefined)
    const robotsAt = robotsReader({ fetch: ctx.fetch, userAgent, signal })
    const robots = await robotsAt(originOf(url))
    const answers = []
    for (const bot of bots) {
      const { allowed, rule, line } = decide(robots, bot.name, pathAndQuery(url))
      const httpStatus = await answerTo(asking, url, bot)
      const isRefused = httpStatus !== null && httpStatus >= 400 && httpStatus < 500
      const decision = allowed ? ('allow' as const) : ('deny' as const)
      answers.push({
        bot: bot.name,
        class: bot.class,
        robots: decision,
        rule,
        line,
        httpStatus,
        blocked: !allowed || isRefused,
      })
    }
    const mayAsk = async (one: string) =>
      one === llms ||
      !site.settings.respectRobots ||
      decide(await robotsAt(originOf(one)), productToken(userAgent), pathAndQuery(one)).allowed
    const found = await readLlms({ client, isOwn: isOwnUrl, mayAsk }, originOf(url))
    return {
      url,
      bots: answers,
      llmsTxt: { found: found != null, url: llms, problems: found?.problems ?? [] },
      renderWithoutJsWordRatio: await ratio,
    }
  },

  handle: async (_ctx, _given, found) => found,
})

/** Reads the robots.txt of each origin once. */
function robotsReader(by: Parameters<typeof fetchRobots>[1]): (origin: string) => Promise<Robots> {
  const known = new Map<string, Promise<Robots>>()
  return (origin) => {
    const asked = known.get(origin) ?? fetchRobots(origin, by).then(robotsOf)
    known.set(origin, asked)
    return asked
  }
}

/** What visitors of an address get, also behind redirects within the website; undefined: nothing to read. */
async function deliveredHtml(asking: Asking, { url, first }: { url: string; first: Fetched }) {
  const isRedirect = first.status >= 300 && first.status < 400
  const rules = { maxBytes: htmlBytes, cut: true, redirects: mostHops, staysInside: true }
  const last = isRedirect ? (await followRedirects(asking, url, rules)).answer : first
  if (last === null || 'error' in last) return undefined
  return decodeHtml(last.body, last.headers.get('content-type'), 1024)
}

type Delivered = { url: string; html: string; signal: AbortSignal }

/** Somebody waits for the answer: a page that takes longer to be shown is left out. */
const renderMs = 12_000

/** Which part of its words a page shows without scripts; null without a browser, or where the page shows no words in time. */
async function wordRatio({ lab }: Browser, { url, html, signal }: Delivered): Promise<number | null> {
  if (!(await lab.canRender())) return null
  const late = AbortSignal.timeout(renderMs)
  try {
    const breathe = breather(signal)
    const wordsOf = async (page: string) => (await inTurns(readingPage(page, url), breathe)).wordCount
    const rendered = await wordsOf(await lab.render(url, AbortSignal.any([signal, late])))
    return rendered === 0 ? null : Math.round(((await wordsOf(html)) / rendered) * 1000) / 1000
  } catch (error) {
    if (error instanceof Refusal || (late.aborted && !signal.aborted)) return null
    throw error
  }
}
