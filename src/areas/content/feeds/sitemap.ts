import { breathing, breather } from '#kernel/breathe.ts'
import type { Reader } from '#kernel/database.ts'
import { documentFeed, type DocumentQuery, type FeedDocument } from '#kernel/feed.ts'

import { type PublishedItem, publishedItems, withoutSite } from './published-items.ts'
import { xmlUrl } from './xml.ts'

/** URLs of one file (sitemaps.org). */
const sitemapSize = 50_000

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Published items that search engines may index. Beyond 50,000 it is an index, whose files are its pages. */
export const sitemap = documentFeed({
  summary: 'Sitemap of published items; an index of its pages beyond 50,000 addresses',
  path: '/sitemap.xml',
  contentType: 'application/xml; charset=utf-8',
  paged: true,
  read: (db, query) => readSitemap(db, query, sitemapSize),
})

/** The sitemap, or the page of it that `query` names, in files of `size` addresses. */
export async function readSitemap(db: Reader, query: DocumentQuery, size: number): Promise<FeedDocument> {
  const { gate, indexed, items, changedAt } = await publishedItems(db, query, {
    order: 'id',
    indexedOnly: true,
    limit: size,
    offset: ((query.page ?? 1) - 1) * size,
    atMost: query.page === undefined ? size : Number.MAX_SAFE_INTEGER,
  })
  const pages = Math.max(1, Math.ceil(indexed / size))
  if (query.page !== undefined && query.page > pages) return { gate, body: undefined, changedAt: undefined }
  if (query.page === undefined && pages > 1) return { gate, body: indexOf(pages, query), changedAt: undefined }

  const urls = await breathing(
    onePerUrl(items),
    breather(undefined),
    ({ url, textChangedAt }) =>
      `<url><loc>${xmlUrl(url)}</loc><lastmod>${textChangedAt.toISOString()}</lastmod></url>\n`,
  )
  const note = gate?.siteUrl ? '' : `<!-- ${withoutSite} -->\n`
  const body = `${head}<urlset ${namespace}>\n${note}${urls.join('')}</urlset>\n`
  return { gate, body, changedAt }
}

// The canonical address of one item may be that of another, which is what readers find there.
function onePerUrl(items: readonly PublishedItem[]): PublishedItem[] {
  const known = new Map<string, PublishedItem>()
  for (const item of items) if (!known.has(item.url) || !item.isCanonicalGiven) known.set(item.url, item)
  return [...known.values()]
}

function indexOf(pages: number, { baseUrl, organizationId }: DocumentQuery): string {
  const files = Array.from(
    { length: pages },
    (_, index) =>
      `<sitemap><loc>${xmlUrl(`${baseUrl}/v1/${organizationId}/sitemap.xml?page=${index + 1}`)}</loc></sitemap>\n`,
  )
  return `${head}<sitemapindex ${namespace}>\n${files.join('')}</sitemapindex>\n`
}
