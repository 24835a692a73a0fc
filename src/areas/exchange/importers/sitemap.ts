import { decodeHtml } from '#std/decode-text.ts'
import { inOrder } from '#std/in-order.ts'
import { readWebPage } from '#std/web-page.ts'

import { outsideImage, outsideItem } from './outside-item.ts'
import { keyOfAddress, type Outside, type OutsideSource, readOutside, typeOf, whyNotRead } from './outside.ts'
import { type ImportRecord, type Remark, notesOf, skippedEntry } from './record.ts'
import { askRobots } from './robots.ts'
import { readSitemap, type SitemapEntry } from './sitemap-urls.ts'

/** Pages that one run reads. What it created is not read again, so the next run takes the next pages. */
const maxPages = 500
const atOnce = 2

/** Finds which of these keys an earlier run created. */
export type KnownKeys = (sourceKeys: readonly string[]) => Promise<ReadonlySet<string>>

/** Reads the pages of a sitemap, two at a time and as robots.txt allows. Errors: `validation_failed`, `upstream_failed`. */
export function openSitemap(address: string, outside: Outside, known: KnownKeys): OutsideSource {
  let entries: number | null = null
  async function* records(): AsyncGenerator<ImportRecord> {
    const { entries: all, skipped } = await readSitemap(address, outside)
    entries = all.length + skipped.length
    yield* skipped
    const made = await known(all.map(({ url }) => keyOfAddress(url)))
    const news = all.filter(({ url }) => !made.has(keyOfAddress(url)))
    if (news.length < all.length) yield { kind: 'known', count: all.length - news.length }
    const robots = askRobots(outside)
    const wanted = news.slice(0, maxPages)
    yield* (async function* pages() {
      for await (const page of inOrder(wanted, atOnce, (entry) => readPage(entry, outside, robots))) yield* page
    })()
    if (news.length > wanted.length) {
      const reason = `One run reads ${maxPages} pages: run it again for the others`
      yield skippedEntry(address, 'page', reason, news.length - wanted.length)
    }
  }
  return { records: records(), entries: () => entries }
}

async function readPage(
  { url, lastModified }: SitemapEntry,
  outside: Outside,
  robots: ReturnType<typeof askRobots>,
): Promise<ImportRecord[]> {
  const skipped = (reason: string) => [skippedEntry(url, 'page', reason)]
  if (!(await robots.allows(url))) return skipped('robots.txt forbids it')
  await robots.turn(url)
  let answer
  try {
    const { allows } = robots
    answer = await readOutside(outside, url, { accept: 'text/html, application/xhtml+xml', http: true, allows })
  } catch (error) {
    return skipped(whyNotRead(error))
  }
  if (!/^(?:text\/html|application\/xhtml\+xml)$/.test(typeOf(answer))) return skipped('It is not an HTML page')
  const page = readWebPage(decodeHtml(answer.body, answer.headers.get('content-type')), answer.url)

  const remarks: Remark[] = []
  const image = page.image === null ? undefined : outsideImage(page.image)
  const item = outsideItem(
    {
      sourceKey: keyOfAddress(url),
      link: page.canonical ?? answer.url,
      titleHtml: page.title ?? '',
      bodyHtml: page.mainHtml,
      baseUrl: answer.url,
      excerptHtml: page.description ?? '',
      published: page.publishedAt ?? '',
      modified: page.modifiedAt ?? lastModified,
      authors: page.authors.map((name) => ({ name, slug: null })),
      categories: [],
      tags: [],
      featuredMediaKey: image?.sourceKey ?? null,
      metaDescription: page.description ?? '',
    },
    outside.now,
    remarks,
  )
  if (item === undefined) return skipped('It has neither a title nor text')
  if (item.content === '') return skipped('It has no text that could be found')
  return [...(image === undefined ? [] : [image]), ...notesOf(item.sourceLabel, remarks), item]
}
