import type { MetadataRoute } from 'next'

import { type Article, listArticles, settings } from '../lib/masthead.ts'

const perPage = 100
const most = 50_000
const names = ['url', 'robots', 'publish_at', 'created_at', 'edited_at'] as const

// Made on request: nothing is known about the content when the website is built.
export const dynamic = 'force-dynamic'

/** The articles of this website that search engines may index. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const entries: MetadataRoute.Sitemap = []
  const { origin } = new URL(settings().site)
  for (let page = 1; page <= most / perPage; page++) {
    const { data, meta } = await listArticles(names, { page, perPage })
    for (const { attributes: article } of data)
      if (!article.robots.noindex && new URL(article.url).origin === origin)
        entries.push({ url: article.url, lastModified: changedAt(article) })
    if (page * perPage >= meta.total) break
  }
  return entries
}

// When readers last saw another text. `updated_at` moves with every tag, which search engines learn to ignore.
function changedAt({
  publish_at,
  created_at,
  edited_at,
}: Pick<Article, 'publish_at' | 'created_at' | 'edited_at'>): string {
  const published = publish_at ?? created_at
  return edited_at !== null && edited_at > published ? edited_at : published
}
