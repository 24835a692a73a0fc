import type { MetadataRoute } from 'next'

import { listArticles, settings } from '../lib/masthead.ts'

const perPage = 100
const most = 50_000

// Made on request: nothing is known about the content when the website is built.
export const dynamic = 'force-dynamic'

/** The articles of this website that search engines may index. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const entries: MetadataRoute.Sitemap = []
  const { origin } = new URL(settings().site)
  for (let page = 1; page <= most / perPage; page++) {
    const { data, meta } = await listArticles(page, perPage)
    for (const { attributes: article } of data)
      if (!article.robots.noindex && new URL(article.url).origin === origin)
        entries.push({ url: article.url, lastModified: article.updated_at })
    if (page * perPage >= meta.total) break
  }
  return entries
}
