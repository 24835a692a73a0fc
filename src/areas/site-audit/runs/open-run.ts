import { type Client, openClient } from '#areas/site-audit/crawl/client.ts'
import { fetchRobots, robotsOf } from '#areas/site-audit/crawl/robots-files.ts'
import { crawlDelay, decide, type Decision, productToken, type Robots } from '#areas/site-audit/crawl/robots.ts'
import type { RunPlan, StoredRobots } from '#areas/site-audit/json-columns.ts'
import { type OwnItem, itemsByUrl } from '#areas/site-audit/pages/own-items.ts'
import { type Frontier, openFrontier } from '#areas/site-audit/visits/frontier.ts'
import type { JobCtx } from '#kernel/job.ts'
import { originOf, pathAndQuery } from '#std/url-key.ts'

import { isOwn } from './audit-settings.ts'
import { changeRun, getRun, type RunScope } from './runs.ts'

/** A run at work. */
export type OpenRun = {
  id: string
  scope: RunScope
  plan: RunPlan
  client: Client
  frontier: Frontier
  /** Every item by the key of its public URL. */
  items: ReadonlyMap<string, OwnItem>
  isOwn(url: string): boolean
  robotsOf(origin: string): Promise<Robots>
  /** What robots.txt says to this run, obeyed or not. */
  decide(url: string): Promise<Decision>
  /** Whether the run may ask for an address: one of others always, an own one as robots.txt says where the run obeys it. */
  mayAsk(url: string): Promise<boolean>
}

/** Opens a run where it is: what earlier attempts found is known. */
export async function openRun(ctx: JobCtx, runId: string): Promise<OpenRun> {
  const row = await ctx.read((db) => getRun(db, runId))
  const { plan, scope } = row
  const hosts = new Set(plan.hosts)
  const known = new Map<string, Promise<Robots>>(
    Object.entries(row.robots).map(([origin, stored]) => [origin, Promise.resolve(robotsOf(stored))]),
  )
  const token = productToken(plan.userAgent)

  async function readRobots(origin: string): Promise<Robots> {
    const { fetch, signal } = ctx
    const ask = () => fetchRobots(origin, { fetch, userAgent: plan.userAgent, signal })
    const first = await ask()
    // A failure may be of the moment, and would keep the whole run from this origin.
    const stored = first.status === null ? await ask() : first
    await ctx.write(async ({ db }) => {
      const { robots } = await getRun(db, runId)
      const all: Record<string, StoredRobots> = { ...robots, [origin]: stored }
      await changeRun(db, runId, { robots: JSON.stringify(all) })
    })
    return robotsOf(stored)
  }

  function robotsOfOrigin(origin: string): Promise<Robots> {
    const asked = known.get(origin) ?? readRobots(origin)
    known.set(origin, asked)
    return asked
  }

  const run = { plan, isOwn: (url: string) => isOwn(hosts, url, ctx.checkUrl) }
  const delayOf = async (origin: string) =>
    plan.respectRobots && run.isOwn(origin) ? crawlDelay(await robotsOfOrigin(origin), token) : 0
  const decideOn = async (url: string) => decide(await robotsOfOrigin(originOf(url)), token, pathAndQuery(url))
  const { fetch, signal } = ctx
  return {
    ...run,
    id: runId,
    scope,
    client: openClient({ fetch, signal, userAgent: plan.userAgent, concurrency: plan.concurrency, delayOf }),
    frontier: await ctx.read((db) => openFrontier(db, { id: runId, plan })),
    items: await ctx.read((db) =>
      itemsByUrl(db, { baseUrl: ctx.baseUrl, organizationId: ctx.access.organization.id, hosts }),
    ),
    robotsOf: robotsOfOrigin,
    decide: decideOn,
    mayAsk: async (url) => !plan.respectRobots || !run.isOwn(url) || (await decideOn(url)).allowed,
  }
}
