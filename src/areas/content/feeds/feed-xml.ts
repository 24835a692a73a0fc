import { documentFeed } from '#kernel/feed.ts'

import { type PublishedItem, publishedItems, withoutSite } from './published-items.ts'
import { xmlText, xmlUrl } from './xml.ts'

const entries = 50

/** The newest published items as an Atom feed (RFC 4287). */
export const feedXml = documentFeed({
  summary: `Atom feed of the ${entries} newest published items`,
  path: '/feed.xml',
  contentType: 'application/atom+xml; charset=utf-8',
  paged: false,

  async read(db, query) {
    const { gate, items, changedAt } = await publishedItems(db, query, {
      order: 'newest',
      limit: entries,
      withBody: true,
    })
    const self = `${query.baseUrl}/v1/${query.organizationId}/feed.xml`
    const name = xmlText(gate?.organizationName ?? '')
    const newest = new Date(Math.max(0, ...items.map(({ textChangedAt }) => textChangedAt.getTime())))
    const updated = items.length > 0 ? newest : (gate?.changedAt ?? newest)
    const body = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<feed xmlns="http://www.w3.org/2005/Atom">',
      `<id>${xmlUrl(self)}</id>`,
      `<title>${name}</title>`,
      `<updated>${updated.toISOString()}</updated>`,
      `<author><name>${name}</name></author>`,
      `<link rel="self" type="application/atom+xml" href="${xmlUrl(self)}"/>`,
      gate?.siteUrl ? `<link rel="alternate" href="${xmlUrl(gate.siteUrl)}"/>` : `<!-- ${withoutSite} -->`,
      ...items.map((item) => entryOf(item, `${query.baseUrl}/v1/${query.organizationId}#${item.id}`)),
      '</feed>',
      '',
    ].join('\n')
    return { gate, body, changedAt }
  },
})

// RFC 4287, 4.2.6: the id of an entry stays when its address on the website changes.
function entryOf(item: PublishedItem, id: string): string {
  return [
    '<entry>',
    `<id>${xmlUrl(id)}</id>`,
    `<title>${xmlText(item.title)}</title>`,
    `<link rel="alternate" href="${xmlUrl(item.url)}"/>`,
    `<published>${item.publishedAt.toISOString()}</published>`,
    `<updated>${item.textChangedAt.toISOString()}</updated>`,
    ...item.authors.map((name) => `<author><name>${xmlText(name)}</name></author>`),
    ...(item.summary ? [`<summary>${xmlText(item.summary)}</summary>`] : []),
    // Readers show the body elsewhere: its links to paths and places lead from the page (content-api.md#documents).
    ...(item.html ? [`<content type="html" xml:base="${xmlUrl(item.url)}">${xmlText(item.html)}</content>`] : []),
    '</entry>',
  ].join('\n')
}
