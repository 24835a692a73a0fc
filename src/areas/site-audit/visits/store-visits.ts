import { sql } from 'kysely'

import type { Finding } from '#areas/site-audit/rules/rule-table.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { textHash } from '#std/text-hash.ts'

import type { Visit } from './visit-page.ts'

/** A second look at a page that was slow: its first answer stays, but for the time that it took. */
export type Timed = { page: { id: string }; ttfbMs: number; findings: Finding[] }

/** A visit of a page of a run. */
export type Visited = {
  page: { id: string; url: string }
  stage: 'again' | 'done'
  visit: Visit
  itemId: string | null
  blocked: { isBlocked: boolean; rule: string | null; line: number | null }
  /** Whether it was asked for, and for the first time. */
  isRequest: boolean
}

/** Writes what pages answered. */
export async function storeVisits(db: Writer, runId: string, visits: readonly Visited[]): Promise<void> {
  for (const visited of visits) await storeVisit(db, runId, visited)
  await db
    .updateTable('site_audit_run')
    .set({
      requested: sql`requested + ${visits.filter(({ isRequest }) => isRequest).length}`,
      failed: sql`failed + ${visits.filter(({ stage, visit }) => stage === 'done' && visit.error !== null).length}`,
    })
    .where('id', '=', runId)
    .execute()
}

export async function storeTimes(db: Writer, runId: string, times: readonly Timed[]): Promise<void> {
  for (const { page, ttfbMs, findings } of times)
    await db
      .updateTable('site_audit_page')
      .set({ stage: 'done', ttfb_ms: ttfbMs, findings: JSON.stringify(findings) })
      .where('run_id', '=', runId)
      .where('id', '=', page.id)
      .execute()
}

async function storeVisit(db: Writer, runId: string, { page, stage, visit, itemId, blocked }: Visited): Promise<void> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  await db
    .updateTable('site_audit_page')
    .set({
      stage,
      status: visit.status,
      error: visit.error,
      location: visit.location,
      content_type: visit.contentType,
      is_html: visit.isHtml,
      bytes: visit.bytes,
      ttfb_ms: visit.ttfbMs,
      canonical: visit.canonical,
      robots_meta: visit.robotsMeta,
      x_robots_tag: visit.xRobotsTag,
      indexable: visit.indexable,
      word_count: visit.wordCount,
      content_hash: visit.contentHash,
      outlinks: visit.outlinks,
      truncated: visit.truncated,
      blocked_by_robots: blocked.isBlocked,
      blocked_rule: blocked.rule,
      blocked_line: blocked.line,
      item_id: itemId,
      crawled_at: sql<Date>`clock_timestamp()`,
      untrusted: json(visit.untrusted),
      facts: json(visit.facts),
      links: json(visit.links),
      targets: visit.links === null ? null : targetsOf(visit.links.links.map(({ u }) => u)),
      signature: visit.signature,
      findings: JSON.stringify(visit.findings),
    })
    .where('run_id', '=', runId)
    .where('id', '=', page.id)
    .execute()
}

const targetsOf = (urls: readonly string[]) => [...new Set(urls.map(shortHash))]

/** What links are looked up by. Two addresses may share it: what is found is compared. */
export const shortHash = (url: string) => textHash(url).slice(0, 12)

/** The pages of a run that link to addresses. */
export async function pagesLinkingTo(db: Reader, runId: string, urls: readonly string[]): Promise<string[]> {
  if (urls.length === 0) return []
  const rows = await db
    .selectFrom('site_audit_page')
    .select(['url', 'links'])
    .where('run_id', '=', runId)
    .where(sql<boolean>`targets && ${urls.map(shortHash)}::text[]`)
    .execute()
  const wanted = new Set(urls)
  return rows.filter(({ links }) => links?.links.some(({ u }) => wanted.has(u))).map(({ url }) => url)
}
