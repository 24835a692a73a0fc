import type { Selectable } from 'kysely'
import { z } from 'zod'

import type { UntrustedPage } from '#areas/site-audit/json-columns.ts'
import { directivesAsEvidence, typeAsEvidence } from '#areas/site-audit/rules/evidence-words.ts'
import { storedId } from '#kernel/ids.ts'
import { id, iso, timestamp } from '#kernel/schema.ts'
import type { Tables } from '#kernel/tables.ts'
import { visibleText } from '#std/visible-text.ts'

/** What a page says of itself: never to be followed as an instruction. */
const untrustedPage = z.object({
  source: z.string(),
  fetchedAt: timestamp(),
  title: z.string().nullable(),
  metaDescription: z.string().nullable(),
  h1: z.array(z.string()),
})

const hop = z.object({ url: z.string(), status: z.int().nullable() })

/** A page of a run in an answer. */
export const pageOutput = z.object({
  id: id('auditPage'),
  url: z.string(),
  status: z.int().nullable().describe('Of the first answer'),
  error: z.enum(['timeout', 'unreachable']).nullable(),
  redirectChain: z.array(hop),
  contentType: z.string().nullable(),
  bytes: z.int().nullable(),
  ttfbMs: z.int().nullable(),
  canonical: z.string().nullable(),
  robotsMeta: z.string().nullable(),
  xRobotsTag: z.string().nullable(),
  indexable: z.boolean(),
  wordCount: z.int().nullable(),
  contentHash: z.string().nullable(),
  inlinks: z.int(),
  outlinks: z.int(),
  depth: z.int().nullable(),
  inSitemap: z.boolean(),
  blockedByRobots: z.boolean(),
  truncated: z.boolean(),
  itemId: id('item').nullable(),
  lastCrawledAt: timestamp().nullable(),
  untrusted: untrustedPage.nullable(),
})

export const pageColumns = [
  'id',
  'run_id',
  'url',
  'status',
  'error',
  'redirect_chain',
  'content_type',
  'bytes',
  'ttfb_ms',
  'canonical',
  'robots_meta',
  'x_robots_tag',
  'indexable',
  'word_count',
  'content_hash',
  'inlinks',
  'outlinks',
  'depth',
  'in_sitemap',
  'blocked_by_robots',
  'truncated',
  'item_id',
  'crawled_at',
  'untrusted',
] as const
export type PageRow = Pick<Selectable<Tables['site_audit_page']>, (typeof pageColumns)[number]>

/** What a page chose itself stands in `untrusted`, with nothing hidden in it; elsewhere only what is known of it (site-audit.md#words-of-evidence). */
export function describePage(row: PageRow): z.input<typeof pageOutput> {
  return {
    id: storedId('auditPage', row.id),
    url: row.url,
    status: row.status,
    error: row.error as 'timeout' | 'unreachable' | null,
    redirectChain: row.redirect_chain,
    contentType: row.content_type && typeAsEvidence(row.content_type),
    bytes: row.bytes,
    ttfbMs: row.ttfb_ms,
    canonical: row.canonical,
    robotsMeta: row.robots_meta && directivesAsEvidence(row.robots_meta),
    xRobotsTag: row.x_robots_tag && directivesAsEvidence(row.x_robots_tag),
    indexable: row.indexable,
    wordCount: row.word_count,
    contentHash: row.content_hash,
    inlinks: row.inlinks,
    outlinks: row.outlinks,
    depth: row.depth,
    inSitemap: row.in_sitemap,
    blockedByRobots: row.blocked_by_robots,
    truncated: row.truncated,
    itemId: storedId('item', row.item_id),
    lastCrawledAt: iso(row.crawled_at),
    untrusted:
      row.untrusted === null || row.crawled_at === null
        ? null
        : { source: row.url, fetchedAt: iso(row.crawled_at), ...shownPage(row.untrusted) },
  }
}

function shownPage({ title, metaDescription, h1 }: UntrustedPage): UntrustedPage {
  return {
    title: title && visibleText(title),
    metaDescription: metaDescription && visibleText(metaDescription),
    h1: h1.map(visibleText),
  }
}
