import type { PageNeeds } from '#areas/site-audit/json-columns.ts'
import type { Finding } from '#areas/site-audit/rules/rule-table.ts'
import { sitemapOf } from '#areas/site-audit/visits/found-by.ts'
import type { Reader } from '#kernel/database.ts'

/** A page of a run, as far as rules about several pages need it. */
export type SiteNode = {
  at: number
  id: string
  url: string
  seq: number
  isListed: boolean
  by: number
  status: number | null
  error: string | null
  location: string | null
  isBlocked: boolean
  blockedRule: string | null
  blockedLine: number | null
  isHtml: boolean
  truncated: boolean
  indexable: boolean
  canonical: string | null
  wordCount: number
  contentHash: string | null
  itemId: string | null
  facts: PageNeeds | null
  findings: Finding[]
  /** Own pages that it links to, by their places, without duplicates. */
  targets: number[]
  inlinks: number
  /** Pages that link to it, where a rule names them. */
  linkedFrom: string[]
  depth: number | null
  inSitemap: boolean
}

export type SiteNodes = { list: SiteNode[]; byUrl: Map<string, SiteNode> }

const slice = 500

/** Every page of a run; links are read apart, a few pages at a time. */
export async function readNodes(
  read: <T>(work: (db: Reader) => Promise<T>) => Promise<T>,
  runId: string,
): Promise<SiteNodes> {
  const list: SiteNode[] = []
  for (let after = -1; ;) {
    const rows = await read((db) =>
      db
        .selectFrom('site_audit_page')
        .select(['id', 'url', 'seq', 'is_listed', 'found_by', 'status', 'error', 'location', 'blocked_by_robots'])
        .select(['blocked_rule', 'blocked_line', 'is_html', 'truncated', 'indexable', 'canonical', 'word_count'])
        .select(['content_hash', 'item_id', 'facts', 'findings', 'depth'])
        .where('run_id', '=', runId)
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(slice)
        .execute(),
    )
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.seq
    for (const row of rows)
      list.push({
        at: list.length,
        id: row.id,
        url: row.url,
        seq: row.seq,
        isListed: row.is_listed,
        by: row.found_by,
        status: row.status,
        error: row.error,
        location: row.location,
        isBlocked: row.blocked_by_robots,
        blockedRule: row.blocked_rule,
        blockedLine: row.blocked_line,
        isHtml: row.is_html,
        truncated: row.truncated,
        indexable: row.indexable,
        canonical: row.canonical,
        wordCount: row.word_count ?? 0,
        contentHash: row.content_hash,
        itemId: row.item_id,
        facts: row.facts,
        findings: row.findings ?? [],
        targets: [],
        inlinks: 0,
        linkedFrom: [],
        depth: null,
        inSitemap: sitemapOf(row.found_by) !== undefined,
      })
  }
  return { list, byUrl: new Map(list.map((node) => [node.url, node])) }
}

/** Whether a node is a page whose content was read. */
export const isContent = (node: SiteNode) => node.status === 200 && node.isHtml && !node.truncated
/** Whether it answered with a fault, or not at all. */
export const isBroken = ({ status, error }: Pick<SiteNode, 'status' | 'error'>) =>
  error !== null || (status !== null && status >= 400)
export const isRedirect = ({ status, location }: SiteNode) =>
  status !== null && status >= 300 && status < 400 && location !== null
/** Whether it redirects without saying where to. */
export const isDeadEnd = ({ status, location }: SiteNode) =>
  status !== null && status >= 300 && status < 400 && location === null
export const isGone = ({ status }: SiteNode) => status === 404 || status === 410
