import { sql } from 'kysely'

import type { Answer } from '#areas/site-audit/crawl/client.ts'
import { followRedirects } from '#areas/site-audit/crawl/follow-redirects.ts'
import type { Finding } from '#areas/site-audit/rules/rule-table.ts'
import type { OpenRun } from '#areas/site-audit/runs/open-run.ts'
import { keepTurn } from '#areas/site-audit/runs/turn-is-over.ts'
import type { JobCtx } from '#kernel/job.ts'
import { inOrder } from '#std/in-order.ts'
import { urlKey } from '#std/url-key.ts'

/** So many links to other websites and images are looked at in a run. */
const most = { link: 1000, image: 2000, resource: 500 }
const slice = 200
const batch = 25
/** Between two requests to the same host of others, in ms. */
const pauseMs = 1000
const withoutHead = new Set([403, 405, 501])
const redirects = 10
const imageBytes = 500_001

/** `resource`: the secure form of what a page of an item loads without encryption. */
type Kind = 'link' | 'image' | 'resource'
type Target = { url: string; kind: Kind }

/** Looks at what pages name and what is no page: links to other websites, images, and where redirects lead elsewhere. */
export async function checkTargets(ctx: JobCtx, run: OpenRun): Promise<null> {
  await ctx.once('targets', async ({ db }) => {
    const targets = await collectTargets(db, run)
    for (let at = 0; at < targets.length; at += slice)
      await db
        .insertInto('site_audit_target')
        .values(targets.slice(at, at + slice).map((target, n) => ({ run_id: run.id, ...target, seq: at + n })))
        .onConflict((on) => on.columns(['organization_id', 'run_id', 'kind', 'url']).doNothing())
        .execute()
    return null
  })
  const hosts = await unreachedHosts(ctx, run.id)
  const lastStarts = new Map<string, Promise<void>>()
  for (;;) {
    const targets = await ctx.read((db) =>
      db
        .selectFrom('site_audit_target')
        .select(['url', 'kind'])
        .where('run_id', '=', run.id)
        .where('is_done', '=', false)
        .orderBy('seq')
        .limit(batch)
        .execute(),
    )
    if (targets.length === 0) return null
    const answers: (Target & Looked)[] = []
    for await (const one of inOrder(targets, run.plan.concurrency, (target) =>
      look(ctx, run, { target, hosts, lastStarts }),
    ))
      answers.push(one)
    ctx.signal.throwIfAborted()
    await ctx.write(async ({ db }) => {
      for (const { url, kind, status, error, bytes, contentType } of answers)
        await db
          .updateTable('site_audit_target')
          .set({ is_done: true, status, error, bytes, content_type: contentType })
          .where('run_id', '=', run.id)
          .where('kind', '=', kind)
          .where('url', '=', url)
          .execute()
    })
    await keepTurn(ctx)
  }
}

/** The first targets in the order of the pages. */
async function collectTargets(db: Parameters<Parameters<JobCtx['read']>[0]>[0], run: OpenRun): Promise<Target[]> {
  const links = new Set<string>()
  const images = new Set<string>()
  const resources = new Set<string>()
  let after = -1
  for (;;) {
    const rows = await db
      .selectFrom('site_audit_page')
      .select(['seq', 'links', 'location', 'item_id', 'findings'])
      .where('run_id', '=', run.id)
      .where('is_listed', '=', true)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(slice)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.seq
    for (const { links: stored, location, item_id: itemId, findings } of rows) {
      if (itemId !== null)
        for (const url of insecureOf(findings)) if (resources.size < most.resource) resources.add(secureForm(url))
      if (run.plan.externalLinks) {
        for (const { u } of stored?.links ?? []) if (!run.isOwn(u) && links.size < most.link) links.add(u)
        if (location !== null && !run.isOwn(location) && links.size < most.link) links.add(location)
      }
      for (const url of stored?.images ?? []) if (images.size < most.image) images.add(url)
    }
  }
  return [
    ...[...images].map((url) => ({ url, kind: 'image' as const })),
    ...[...resources].map((url) => ({ url, kind: 'resource' as const })),
    ...[...links].map((url) => ({ url, kind: 'link' as const })),
  ]
}

/** What a page loads without encryption, as its findings say. */
function insecureOf(findings: readonly Finding[] | null): string[] {
  const resources = findings?.find(({ rule }) => rule === 'mixed_content')?.evidence['resources']
  return Array.isArray(resources)
    ? resources.flatMap((one) => (typeof one === 'string' ? (urlKey(one) ?? []) : []))
    : []
}

export const secureForm = (url: string) => url.replace(/^http:/, 'https:')

async function unreachedHosts(ctx: JobCtx, runId: string): Promise<Map<string, number>> {
  const rows = await ctx.read((db) =>
    db
      .selectFrom('site_audit_target')
      .select(sql<string>`substring(url from '^[a-z]+://([^/]+)')`.as('host'))
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('run_id', '=', runId)
      .where('error', 'is not', null)
      .groupBy('host')
      .execute(),
  )
  return new Map(rows.map(({ host, n }) => [host, Number(n)]))
}

type Looked = { status: number | null; error: string | null; bytes: number | null; contentType: string | null }
/** `host`: who answered last, or did not. */
type Outcome = { looked: Looked; host: string }
type Around = { target: Target; hosts: Map<string, number>; lastStarts: Map<string, Promise<void>> }

const skipped: Looked = { status: null, error: null, bytes: null, contentType: null }

/** Only what did not answer twice counts as not reached, also where its host was given up between both (site-audit.md#two-attempts-or-none). */
async function look(ctx: JobCtx, run: OpenRun, { target, hosts, lastStarts }: Around): Promise<Target & Looked> {
  const { url, kind } = target
  if ((hosts.get(new URL(url).host) ?? 0) >= 2) return { ...target, ...skipped }
  const inTurn = async (one: string) => {
    if (kind === 'link') await turn(ctx, new URL(one).host, lastStarts)
  }
  const first = await request(run, target, inTurn)
  if (first.looked.error === null) return { ...target, ...first.looked }
  const { looked, host } = await request(run, target, inTurn)
  if (looked.error !== null) hosts.set(host, (hosts.get(host) ?? 0) + 1)
  return { ...target, ...looked }
}

async function request(run: OpenRun, { url, kind }: Target, inTurn: (url: string) => Promise<void>): Promise<Outcome> {
  const rules = { redirects, before: inTurn, maxBytes: imageBytes, cut: true }
  const head = await followRedirects(run, url, { ...rules, method: 'HEAD' })
  const { answer } = head
  const needsMore =
    answer !== null &&
    !('error' in answer) &&
    (withoutHead.has(answer.status) || (kind === 'image' && isUnmeasured(answer)))
  const last = needsMore ? await followRedirects(run, url, rules) : head
  return { looked: last.answer === null ? skipped : describe(last.answer), host: new URL(last.url).host }
}

const isUnmeasured = (answer: Exclude<Answer, { error: string }>) =>
  answer.status === 200 && !/^\d+$/.test(answer.headers.get('content-length') ?? '')

function describe(answer: Answer): Looked {
  if ('error' in answer) return { ...skipped, error: answer.error }
  const length = Number(answer.headers.get('content-length') ?? 'none')
  const bytes = Number.isSafeInteger(length) && length >= answer.body.byteLength ? length : answer.body.byteLength
  const type = answer.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? null
  return {
    status: answer.status,
    error: null,
    bytes: Math.min(bytes, 2_000_000_000),
    contentType: type?.slice(0, 200) ?? null,
  }
}

/** One request per second and host. */
async function turn({ signal }: JobCtx, host: string, lastStarts: Map<string, Promise<void>>): Promise<void> {
  const before = lastStarts.get(host) ?? Promise.resolve()
  lastStarts.set(
    host,
    before.then(() => new Promise((resolve) => setTimeout(resolve, pauseMs).unref())),
  )
  await before
  signal.throwIfAborted()
}
