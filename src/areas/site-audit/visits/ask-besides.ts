import { sql } from 'kysely'

import { type Asking, followRedirects } from '#areas/site-audit/crawl/follow-redirects.ts'
import { readingPage } from '#areas/site-audit/crawl/page-facts.ts'
import { decide } from '#areas/site-audit/crawl/robots.ts'
import type { BotAnswer, LlmsTxt, RunFacts } from '#areas/site-audit/json-columns.ts'
import type { OpenRun } from '#areas/site-audit/runs/open-run.ts'
import { changeRun } from '#areas/site-audit/runs/runs.ts'
import { breather, inTurns } from '#kernel/breathe.ts'
import type { JobCtx } from '#kernel/job.ts'
import { decodeHtml } from '#std/decode-text.ts'
import { storable } from '#std/storable.ts'
import { originOf, pathAndQuery, urlKey } from '#std/url-key.ts'

import { type Bot, bots } from './bots.ts'
import { readLlms } from './read-llms.ts'

/** So many own hosts are looked at. */
const mostHosts = 50
/** How what stands at a fixed address is asked for: within the website, over as many redirects. */
const inside = { redirects: 3, staysInside: true, cut: true }

/** Asks for what a full run looks at besides pages. Nothing of it counts as a page. */
export async function askBesides(ctx: JobCtx, run: OpenRun): Promise<null> {
  if (run.scope !== 'full') return null
  const facts: RunFacts = {
    probeHash: await probe(ctx, run),
    favicon: await favicon(run),
    llmsTxt: await llmsTxt(run),
    bots: await blockedBots(run),
    certificates: await certificates(ctx, run),
  }
  await ctx.write(({ db }) => changeRun(db, run.id, { facts: JSON.stringify(facts) }))
  return null
}

/** The text of a page that cannot exist, where it is answered as if it did; null where it is not, undefined where nobody knows. */
async function probe({ signal }: JobCtx, run: OpenRun): Promise<string | null | undefined> {
  const url = `${originOf(run.plan.startUrl)}/masthead-${run.id.slice(-12)}`
  const { answer } = await followRedirects(run, url, { ...inside, maxBytes: 1_000_000 })
  if (answer === null || 'error' in answer || answer.status >= 500) return undefined
  if (answer.status !== 200 || answer.body.byteLength === 0) return null
  const html = storable(decodeHtml(answer.body, answer.headers.get('content-type'), 1024))
  const { contentHash, wordCount } = await inTurns(readingPage(html, url), breather(signal))
  return wordCount === 0 ? null : contentHash
}

/** What the usual address of an icon answers; null: nobody knows. */
async function favicon(run: OpenRun): Promise<number | null> {
  const url = `${originOf(run.plan.startUrl)}/favicon.ico`
  const { answer } = await followRedirects(run, url, { ...inside, maxBytes: 100_000 })
  return answer === null || 'error' in answer ? null : answer.status
}

const llmsTxt = (run: OpenRun): Promise<LlmsTxt | null | undefined> => readLlms(run, originOf(run.plan.startUrl))

/** The robots of AI systems that robots.txt denies the start, or that it answers with 4xx. */
async function blockedBots(run: OpenRun): Promise<BotAnswer[]> {
  const { plan } = run
  const robots = await run.robotsOf(originOf(plan.startUrl))
  const answers: BotAnswer[] = []
  for (const bot of bots) {
    const { allowed, line } = decide(robots, bot.name, pathAndQuery(plan.startUrl))
    const status = await answerTo(run, plan.startUrl, bot)
    const isRefused = status !== null && status >= 400 && status < 500
    if (!allowed) answers.push({ bot: bot.name, class: bot.class, by: 'robots', status, line })
    else if (isRefused) answers.push({ bot: bot.name, class: bot.class, by: 'status', status, line: null })
  }
  return answers
}

/** What an own address answers to a robot: at most two requests, the second after a failure or a redirect within the website. */
export async function answerTo(
  { client, isOwn }: Pick<Asking, 'client' | 'isOwn'>,
  url: string,
  { userAgent }: Bot,
): Promise<number | null> {
  if (userAgent === null) return null
  const rules = { headers: { 'user-agent': userAgent }, maxBytes: 1000, cut: true }
  const first = await client.ask(url, rules)
  if ('error' in first) {
    const second = await client.ask(url, rules)
    return 'error' in second ? null : second.status
  }
  const location =
    first.status >= 300 && first.status < 400 ? urlKey(first.headers.get('location') ?? '', url) : undefined
  if (location === undefined || location === url || !isOwn(location)) return first.status
  const second = await client.ask(location, rules)
  return 'error' in second ? first.status : second.status
}

/** When the certificate of each own host ends, of those whose pages the run asked for. */
async function certificates(
  ctx: JobCtx,
  { id, client, mayAsk }: OpenRun,
): Promise<{ url: string; notAfter: string }[]> {
  const rows = await ctx.read((db) =>
    db
      .selectFrom('site_audit_page')
      .select(sql<string>`substring(url from '^https://[^/]+')`.as('origin'))
      .select(({ fn }) => fn.min('url').as('asked'))
      .where('run_id', '=', id)
      .where('status', 'is not', null)
      .where(sql<boolean>`starts_with(url, 'https://')`)
      .groupBy('origin')
      .orderBy('origin')
      .limit(mostHosts)
      .execute(),
  )
  const found: { url: string; notAfter: string }[] = []
  for (const { origin, asked } of rows) {
    const url = `${origin}/`
    // Any address of the host shows its certificate: where its root may not be asked for, one that the run has asked for does.
    const answer = await client.ask((await mayAsk(url)) ? url : asked, { method: 'HEAD' })
    if ('error' in answer || answer.certificateEndsAt === undefined) continue
    found.push({ url, notAfter: answer.certificateEndsAt.toISOString() })
  }
  return found
}
