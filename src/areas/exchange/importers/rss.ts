import { decodeXml } from '#std/decode-text.ts'
import { isHttpUrl } from '#std/urls.ts'

import { type FeedEntry, readFeed } from './feed-entries.ts'
import { outsideImage, outsideItem } from './outside-item.ts'
import { keyOfAddress, type Outside, type OutsideSource, readOutside } from './outside.ts'
import { type ImportedMedia, type ImportRecord, type Remark, notesOf, skippedEntry } from './record.ts'

const accept =
  'application/rss+xml, application/atom+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1'

/** Reads a feed. An entry is recognised by its link, else by its guid. Errors: `validation_failed`, `upstream_failed`. */
export function openRss(address: string, outside: Outside): OutsideSource {
  let entries: number | null = null
  async function* records(): AsyncGenerator<ImportRecord> {
    const answer = await readOutside(outside, address, { accept })
    const feed = readFeed(decodeXml(answer.body, answer.headers.get('content-type')))
    const base = URL.parse(feed.base, answer.url)?.href ?? answer.url
    entries = feed.entries.length
    const seen = new Set<string>()
    for (const entry of feed.entries) yield* recordsOf(entry, { base, address, now: outside.now, seen })
  }
  return { records: records(), entries: () => entries }
}

type Around = { base: string; address: string; now: Date; seen: Set<string> }

function* recordsOf(entry: FeedEntry, { base, address, now, seen }: Around): Generator<ImportRecord> {
  const link = URL.parse(entry.link || (isHttpUrl(entry.guid) ? entry.guid : ''), base)
  const own = link !== null && (entry.link !== '' || isHttpUrl(entry.guid)) && isHttpUrl(link.href) ? link.href : null
  const sourceLabel = (own ?? (entry.guid || entry.title || 'entry without a name')).slice(0, 300)
  const skipped = (reason: string) => skippedEntry(sourceLabel, 'entry', reason)
  if (entry.isTooLarge) return yield skipped('It has more than 2,000,000 characters')
  if (own === null && entry.guid === '') return yield skipped('It has neither a link nor a guid to identify it')
  const sourceKey = own === null ? `feed:${address} ${entry.guid}` : keyOfAddress(own)
  if (seen.has(sourceKey)) return yield skipped('The feed names it twice')
  seen.add(sourceKey)

  const remarks: Remark[] = []
  const named = (name: string) => ({ name, slug: null })
  const image = imageOf(entry, base)
  const item = outsideItem(
    {
      sourceKey,
      link: own,
      titleHtml: entry.title,
      bodyHtml: entry.content || entry.summary,
      baseUrl: own ?? base,
      excerptHtml: entry.content === '' ? '' : entry.summary,
      published: entry.published || entry.updated,
      modified: entry.updated,
      authors: entry.authors.map(named),
      // A feed does not distinguish categories from tags.
      categories: [],
      tags: entry.categories.map(named),
      featuredMediaKey: image?.sourceKey ?? null,
    },
    now,
    remarks,
  )
  if (item === undefined) return yield skipped('It has neither a title nor text')
  if (image !== undefined) yield image
  yield* notesOf(sourceLabel, remarks)
  yield item
}

function imageOf({ image }: FeedEntry, base: string): ImportedMedia | undefined {
  const address = image === '' ? undefined : URL.parse(image, base)?.href
  return address !== undefined && isHttpUrl(address) ? outsideImage(address) : undefined
}
