import { sql } from 'kysely'

import type { RunPlan } from '#areas/site-audit/json-columns.ts'
import { isOwn } from '#areas/site-audit/runs/audit-settings.ts'
import { isInPlan } from '#areas/site-audit/runs/run-plan.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { newId } from '#kernel/ids.ts'
import type { Parts } from '#std/parts.ts'
import { pathAndQuery } from '#std/url-key.ts'

import { foundAlso, foundBy, isHopOnly } from './found-by.ts'

/**
 * An address that was found. `isListed`: false where it is only looked at because a page names it; `from`: the address that
 * redirects to it.
 */
export type Found = { url: string; by: number; depth: number | null; isListed: boolean; from?: string }

/** What a run knows about an address: how many redirects led to it at least, and where it redirects itself. */
type Known = { by: number; depth: number | null; isListed: boolean; hops: number; location?: string | undefined }

/** What became of found addresses: those that are new, and those of which more is known. */
export type Taken = { added: (Found & { seq: number })[]; changed: Found[]; traps: number; isFull: boolean }

/** Redirects that are followed one after the other. */
export const mostHops = 10
const mostSegments = 5
const mostQueries = 200

/**
 * The addresses that a run has found, in memory: only what is new goes to the database. It holds a few times as many as the run may
 * request; what is found after that makes the run one that met its limit.
 */
export type Frontier = { taking(found: readonly Found[]): Parts<Taken> }

/** Addresses that are taken between two turns of others. */
const partFound = 500

export async function openFrontier(db: Reader, run: { id: string; plan: RunPlan }): Promise<Frontier> {
  const rows = await db
    .selectFrom('site_audit_page')
    .select(['url', 'found_by', 'depth', 'is_listed', 'seq', 'location'])
    .where('run_id', '=', run.id)
    .execute()
  const known = new Map<string, Known>()
  const queries = new Map<string, number>()
  const trapped = new Set<string>()
  const hosts = new Set(run.plan.hosts)
  const most = run.plan.maxPages * 3 + 1000
  let seq = 0
  for (const row of rows) {
    known.set(row.url, {
      by: row.found_by,
      depth: row.depth,
      isListed: row.is_listed,
      hops: isHopOnly(row.found_by) ? Number.POSITIVE_INFINITY : 0,
      location: row.location ?? undefined,
    })
    countQuery(queries, row.url)
    seq = Math.max(seq, row.seq + 1)
  }
  countHops(known)

  function* taking(found: readonly Found[]): Parts<Taken> {
    const taken: Taken = { added: [], changed: [], traps: 0, isFull: false }
    const changed = new Map<string, Found>()
    const waiting = [...found]
    let seen = 0
    for (const one of waiting) {
      if (++seen % partFound === 0) yield
      const hops = hopsTo(one)
      const before = known.get(one.url)
      if (before === undefined) {
        if (hops <= mostHops) add(one, hops, taken)
        continue
      }
      if (widen(before, one)) changed.set(one.url, foundOf(one.url, before))
      if (hops >= before.hops) continue
      // Fewer redirects lead here than it seemed: the run may go further from here.
      before.hops = hops
      const { location, depth, isListed } = before
      if (location !== undefined) waiting.push({ url: location, by: foundBy.redirect, depth, isListed, from: one.url })
    }
    takeLatest(taken, { changed, known })
    return taken
  }

  /** How many redirects lead to an address. */
  function hopsTo({ url, from }: Found): number {
    if (from === undefined) return 0
    const before = known.get(from)
    if (before === undefined) return 1
    before.location = url
    return before.hops + 1
  }

  function add(one: Found, hops: number, taken: Taken): void {
    const { url, by, depth, isListed } = one
    if (!isOwn(hosts, url) || ((by & foundBy.given) === 0 && !isInPlan(run.plan, url))) return
    if (depth !== null && depth > run.plan.maxDepth) return
    if (isTrap(url, queries)) {
      if (!trapped.has(url) && trapped.size < most) taken.traps++
      trapped.add(url)
      return
    }
    if (known.size >= most) {
      taken.isFull = true
      return
    }
    known.set(url, { by, depth, isListed, hops })
    countQuery(queries, url)
    taken.added.push({ ...one, seq: seq++ })
  }

  return { taking }
}

/** What was taken, as it is known in the end. */
function takeLatest(
  taken: Taken,
  { changed, known }: { changed: ReadonlyMap<string, Found>; known: ReadonlyMap<string, Known> },
): void {
  const added = new Set(taken.added.map(({ url }) => url))
  taken.changed = [...changed.values()].filter(({ url }) => !added.has(url))
  taken.added = taken.added.map((one) => {
    const now = known.get(one.url)
    return now === undefined ? one : { ...foundOf(one.url, now), seq: one.seq }
  })
}

const foundOf = (url: string, { by, depth, isListed }: Known): Found => ({ url, by, depth, isListed })

/** Counts redirects again from where they begin, in what an earlier worker stored. */
function countHops(known: ReadonlyMap<string, Known>): void {
  for (const first of known.values()) {
    if (first.hops > 0) continue
    let last = first
    for (let next = hopOf(last, known); next !== undefined && next.hops > last.hops + 1; next = hopOf(last, known)) {
      next.hops = last.hops + 1
      last = next
    }
  }
}

const hopOf = ({ location }: Known, known: ReadonlyMap<string, Known>) =>
  location === undefined ? undefined : known.get(location)

// Says whether there is anything to write.
function widen(known: Known, also: Found): boolean {
  const by = foundAlso(known.by, also.by)
  const depth =
    known.depth === null ? also.depth : also.depth === null ? known.depth : Math.min(known.depth, also.depth)
  const isListed = known.isListed || also.isListed
  if (by === known.by && depth === known.depth && isListed === known.isListed) return false
  Object.assign(known, { by, depth, isListed })
  return true
}

function countQuery(queries: Map<string, number>, url: string): void {
  const at = url.indexOf('?')
  if (at !== -1) queries.set(url.slice(0, at), (queries.get(url.slice(0, at)) ?? 0) + 1)
}

/** Folders within themselves, and the queries of one path without end. */
function isTrap(url: string, queries: ReadonlyMap<string, number>): boolean {
  const at = url.indexOf('?')
  if (at !== -1 && (queries.get(url.slice(0, at)) ?? 0) >= mostQueries) return true
  const [path = ''] = pathAndQuery(url).split('?', 1)
  const counts = new Map<string, number>()
  for (const segment of path.split('/')) {
    if (segment === '') continue
    const count = (counts.get(segment) ?? 0) + 1
    if (count > mostSegments) return true
    counts.set(segment, count)
  }
  return false
}

const slice = 500

/** Writes what was found. A page has the id of the same address in earlier runs. */
export async function writeFound(db: Writer, runId: string, taken: Taken): Promise<void> {
  for (let at = 0; at < taken.added.length; at += slice) await insert(db, runId, taken.added.slice(at, at + slice))
  for (let at = 0; at < taken.changed.length; at += slice) {
    const rows = taken.changed.slice(at, at + slice)
    await sql`
      update app.site_audit_page p set found_by = v.by, depth = v.depth, is_listed = v.listed
      from jsonb_to_recordset(${JSON.stringify(rows.map(({ url, by, depth, isListed }) => ({ url, by, depth, listed: isListed })))}::text::jsonb)
        as v(url text, by integer, depth integer, listed boolean)
      where p.run_id = ${runId} and p.url = v.url`.execute(db)
  }
  if (taken.added.length === 0 && taken.traps === 0 && !taken.isFull) return
  await db
    .updateTable('site_audit_run')
    .set({
      traps: sql`traps + ${taken.traps}`,
      found: sql`found + ${taken.added.filter(({ isListed }) => isListed).length}`,
      ...(taken.isFull ? { truncated: true } : {}),
    })
    .where('id', '=', runId)
    .execute()
}

async function insert(db: Writer, runId: string, rows: readonly (Found & { seq: number })[]): Promise<void> {
  const earlier = await db
    .selectFrom('site_audit_page')
    .distinctOn('url')
    .select(['url', 'id'])
    .where('url', '=', sql<string>`any(${rows.map(({ url }) => url)})`)
    .orderBy('url')
    .orderBy('run_id', 'desc')
    .execute()
  const ids = new Map(earlier.map(({ url, id }) => [url, id]))
  await db
    .insertInto('site_audit_page')
    .values(
      rows.map(({ url, by, depth, isListed, seq }) => ({
        run_id: runId,
        id: ids.get(url) ?? newId('auditPage'),
        url,
        seq,
        stage: 'found' as const,
        is_listed: isListed,
        found_by: by,
        depth,
      })),
    )
    .onConflict((on) => on.columns(['organization_id', 'url', 'run_id']).doNothing())
    .execute()
}

/** The next addresses to ask for: those nearest to the start first, those that no link leads to last, second attempts at the very end. */
export async function nextPages(db: Reader, runId: string, limit: number) {
  return db
    .selectFrom('site_audit_page')
    .select(['id', 'url', 'stage', 'found_by', 'depth', 'is_listed', 'status', 'ttfb_ms', 'findings'])
    .where('run_id', '=', runId)
    .where('stage', '<>', 'done')
    .orderBy(sql`stage = 'again'`)
    .orderBy(sql`depth nulls last`)
    .orderBy('seq')
    .limit(limit)
    .execute()
}
export type WaitingPage = Awaited<ReturnType<typeof nextPages>>[number]
