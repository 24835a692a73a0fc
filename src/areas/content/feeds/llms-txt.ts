import { breathing, breather } from '#kernel/breathe.ts'
import { documentFeed } from '#kernel/feed.ts'

import { type PublishedItem, publishedItems, withoutSite } from './published-items.ts'

const most = 50_000

/** Published items as Markdown for language models (llmstxt.org): a heading per collection, newest first. */
export const llmsTxt = documentFeed({
  summary: 'Published items as Markdown for language models',
  path: '/llms.txt',
  contentType: 'text/plain; charset=utf-8',
  paged: false,

  async read(db, query) {
    const { gate, items, changedAt } = await publishedItems(db, query, { order: 'newest', limit: most })
    const breathe = breather(undefined)
    const sections: string[] = []
    for (const [name, own] of Map.groupBy(items, ({ collectionName }) => collectionName))
      sections.push(`\n## ${plain(name)}\n\n${(await breathing(own, breathe, lineOf)).join('')}`)
    const site = `\n> ${plain(gate?.siteUrl ?? withoutSite)}\n`
    return {
      gate,
      body: `# ${plain(gate?.organizationName ?? '')}\n${site}${sections.join('')}`,
      changedAt,
    }
  },
})

function lineOf({ title, url, summary }: PublishedItem): string {
  return `- [${plain(title)}](${urlInMarkdown(url)})${summary ? `: ${plain(summary)}` : ''}\n`
}

function urlInMarkdown(url: string): string {
  return url.replace(/[()<>\s]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** One line of text without Markdown of its own. */
function plain(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#]/g, String.raw`\$&`)
}
