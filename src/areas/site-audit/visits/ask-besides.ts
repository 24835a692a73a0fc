import { sql } from 'kysely'

import type { Client } from '#areas/site-audit/crawl/client.ts'
import { readPage } from '#areas/site-audit/crawl/page-facts.ts'
import { decide } from '#areas/site-audit/crawl/robots.ts'
import type { BotAnswer, LlmsTxt, RunFacts } from '#areas/site-audit/json-columns.ts'
import type { OpenRun } from '#areas/site-audit/runs/open-run.ts'
import { changeRun } from '#areas/site-audit/runs/runs.ts'
import type { JobCtx } from '#kernel/job.ts'
import { decodeHtml } from '#std/decode-text.ts'
import { originOf, pathAndQuery, urlKey } from '#std/url-key.ts'

import { type Bot, bots } from './bots.ts'
import { readLlms } from './read-llms.ts'

/** So many own hosts are looked at. */
const mostHosts = 50

/** Asks for what a full run looks at besides pages. Nothing of it counts as a page. */
export async function askBesides(ctx: JobCtx, run: OpenRun): Promise<null> {
  if (run.scope !== 'full') return null
  const facts: RunFacts = {
    probeHash: await probe(run),
    favicon: await favicon(run),
    llmsTxt: await llmsTxt(run),
    bots: await blockedBots(run),
    certificates: await certificates(ctx, run),
  }
  await ctx.write(({ db }) => changeRun(db, run.id, { facts: JSON.stringify(facts) }))
  return null
}

/** The text of a page that cannot exist, where it is answered as if it did. */
async function probe({ id, plan, client, decide: allowed }: OpenRun): Promise<string | null> {
  const url = `${originOf(plan.startUrl)}/masthead-${id.slice(-12)}`
  if (plan.respectRobots && !(await allowed(url)).allowed) return null
  const answer = await client.ask(url, { redirects: 3, maxBytes: 1_000_000, cut: true })
  if ('error' in answer || answer.status !== 200 || answer.body.byteLength === 0) return null
  const { contentHash, wordCount } = readPage(decodeHtml(answer.body, answer.headers.get('content-type'), 1024), url)
  return wordCount === 0 ? null : contentHash
}

async function favicon({ plan, client }: OpenRun): Promise<number | null> {
  const answer = await client.ask(`${originOf(plan.startUrl)}/favicon.ico`, {
    redirects: 3,
    maxBytes: 100_000,
    cut: true,
  })
  return 'error' in answer ? null : answer.status
}

const llmsTxt = ({ plan, client, isOwn, decide: allowed }: OpenRun): Promise<LlmsTxt | null | undefined> =>
  readLlms(client, {
    origin: originOf(plan.startUrl),
    isOwn,
    isAllowed: async (url) => !plan.respectRobots || (await allowed(url)).allowed,
  })

/** The robots of AI systems that robots.txt denies the start, or that it answers with 4xx. */
async function blockedBots(run: OpenRun): Promise<BotAnswer[]> {
  const { plan, client } = run
  const robots = await run.robotsOf(originOf(plan.startUrl))
  const answers: BotAnswer[] = []
  for (const bot of bots) {
    const { allowed, line } = decide(robots, bot.name, pathAndQuery(plan.startUrl))
    const status = await answerTo(client, plan.startUrl, bot)
    const isRefused = status !== null && status >= 400 && status < 500
    if (!allowed) answers.push({ bot: bot.name, class: bot.class, by: 'robots', status, line })
    else if (isRefused) answers.push({ bot: bot.name, class: bot.class, by: 'status', status, line: null })
  }
  return answers
}

/** What an address answers to a robot: at most two requests, the second after a failure or a redirect. */
export async function answerTo(client: Client, url: string, { userAgent }: Bot): Promise<number | null> {
  if (userAgent === null) return null
  const rules = { headers: { 'user-agent': userAgent }, maxBytes: 1000, cut: true }
  const first = await client.ask(url, rules)
  if ('error' in first) {
    const second = await client.ask(url, rules)
    return 'error' in second ? null : second.status
  }
  const location =
    first.status >= 300 && first.status < 400 ? urlKey(first.headers.get('location') ?? '', url) : undefined
  if (location === undefined || location === url) return first.status
  const second = await client.ask(location, rules)
  return 'error' in second ? first.status : second.status
}

/** When the certificate of each own host ends, of those whose pages the run asked for. */
async function certificates(ctx: JobCtx, { id, client }: OpenRun): Promise<{ url: string; notAfter: string }[]> {
  const rows = await ctx.read((db) =>
    db
      .selectFrom('site_audit_page')
      .select(sql<string>`substring(url from '^https://[^/]+')`.as('origin'))
      .distinct()
      .where('run_id', '=', id)
      .where('status', 'is not', null)
      .where(sql<boolean>`starts_with(url, 'https://')`)
      .orderBy('origin')
      .limit(mostHosts)
      .execute(),
  )
  const found: { url: string; notAfter: string }[] = []
  for (const { origin } of rows) {
    const answer = await client.ask(`${origin}/`, { method: 'HEAD' })
    if ('error' in answer || answer.certificateEndsAt === undefined) continue
    found.push({ url: `${origin}/`, notAfter: answer.certificateEndsAt.toISOString() })
  }
  return found
}
