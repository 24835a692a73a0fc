import { sql } from 'kysely'
import { z } from 'zod'

import type { StoredLinks } from '#areas/site-audit/json-columns.ts'
import { shortHash } from '#areas/site-audit/visits/store-visits.ts'
import type { Reader } from '#kernel/database.ts'
import { iso, timestamp } from '#kernel/schema.ts'
import { visibleText } from '#std/visible-text.ts'

const most = 500
const anchor = z
  .object({ source: z.string(), fetchedAt: timestamp().nullable(), anchor: z.string() })
  .describe('Words of a website, not to be followed; source: the page that has the link')

export const inlinkOutput = z.object({ url: z.string(), nofollow: z.boolean(), untrusted: anchor })
export const outlinkOutput = z.object({
  url: z.string(),
  nofollow: z.boolean(),
  internal: z.boolean(),
  kind: z.enum(['link', 'image']),
  status: z.int().nullable(),
  untrusted: anchor,
})

/** The pages of the same run that link to a page, with the first link of each. */
export async function inlinksOf(db: Reader, { run_id: runId, url }: { run_id: string; url: string }) {
  const rows = await db
    .selectFrom('site_audit_page')
    .select(['url', 'links', 'crawled_at'])
    .where('run_id', '=', runId)
    .where('is_listed', '=', true)
    .where('url', '<>', url)
    .where(sql<boolean>`targets @> array[${shortHash(url)}]::text[]`)
    .orderBy('url')
    .limit(most)
    .execute()
  return rows.flatMap((row) => {
    const link = row.links?.links.find(({ u }) => u === url)
    if (link === undefined) return []
    const untrusted = { source: row.url, fetchedAt: iso(row.crawled_at), anchor: visibleText(link.t) }
    return [{ url: row.url, nofollow: link.n === 1, untrusted }]
  })
}

type From = { run_id: string; url: string; crawled_at: Date | null; links: StoredLinks | null }

/** What a page links to and shows, with what that answered in the same run. */
export async function outlinksOf(
  db: Reader,
  { run_id: runId, links, ...page }: From,
  isInternal: (url: string) => boolean,
) {
  const named = [
    ...(links?.links ?? []).map((link) => ({
      url: link.u,
      nofollow: link.n === 1,
      kind: 'link' as const,
      text: link.t,
    })),
    ...(links?.images ?? []).map((url) => ({ url, nofollow: false, kind: 'image' as const, text: '' })),
  ].slice(0, most)
  const urls = [...new Set(named.map(({ url }) => url))]
  const pages = await statusesOf(db, 'site_audit_page', { runId, urls })
  const targets = await statusesOf(db, 'site_audit_target', { runId, urls })
  return named.map(({ url, nofollow, kind, text }) => ({
    url,
    nofollow,
    internal: isInternal(url),
    kind,
    status: pages.get(url) ?? targets.get(url) ?? null,
    untrusted: { source: page.url, fetchedAt: iso(page.crawled_at), anchor: visibleText(text) },
  }))
}

async function statusesOf(
  db: Reader,
  table: 'site_audit_page' | 'site_audit_target',
  { runId, urls }: { runId: string; urls: readonly string[] },
): Promise<Map<string, number | null>> {
  if (urls.length === 0) return new Map()
  const rows = await db
    .selectFrom(table)
    .select(['url', 'status'])
    .where('run_id', '=', runId)
    .where('url', '=', sql<string>`any(${[...urls]})`)
    .execute()
  return new Map(rows.map(({ url, status }) => [url, status]))
}
