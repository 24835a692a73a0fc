import { articles } from './feeds/articles.ts'
import { feedXml } from './feeds/feed-xml.ts'
import { items } from './feeds/items.ts'
import { llmsTxt } from './feeds/llms-txt.ts'
import { sitemap } from './feeds/sitemap.ts'

export { publicUrl } from './public-url.ts'

export const feeds = [articles, items, sitemap, feedXml, llmsTxt] as const
