import { once } from 'node:events'
import { Readable } from 'node:stream'

import type * as Yaml from 'yaml'
import type * as Yazl from 'yazl'
import type { ZipFile } from 'yazl'

import type { WholeItem } from '#areas/content/index.ts'
import { ownFieldsOf } from '#areas/exchange/own-fields.ts'
import { late } from '#std/late.ts'
import { slugify } from '#std/slugs.ts'

import type { WriteExport } from './format.ts'

const yaml = late<typeof Yaml>('yaml')
const yazl = late<typeof Yazl>('yazl')

// Front matter is read up to 262,144 characters.
const maxAliases = 40_000

/** A ZIP archive with `<collection>/<slug>.md` of every item. */
export const markdownZip: WriteExport = async function* markdownZip(items) {
  const zip = new (yazl().ZipFile)()
  const output = zip.outputStream as Readable
  const adding = add(zip, items).catch((error: unknown) => void output.destroy(asError(error)))
  yield* output
  await adding
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

// One file at a time: the next is made when the previous one has been taken.
async function add(zip: ZipFile, items: AsyncIterable<WholeItem>): Promise<void> {
  for await (const item of items) {
    const content = Readable.from([Buffer.from(markdownFile(item))])
    const taken = once(content, 'close')
    zip.addReadStream(content, `${item.collectionSlug}/${item.slug}.md`, {
      mtime: new Date(item.updatedAt),
      mode: 0o100644,
    })
    await taken
  }
  zip.end()
}

/** An item as Markdown with front matter (exchange.md#words-of-front-matter). The body is as it is stored; `contentFormat` says what it is. */
function markdownFile(item: WholeItem): string {
  const fields = {
    title: item.title,
    slug: item.slug,
    ...stateOf(item),
    created: item.createdAt,
    ...(item.editedAt === null ? {} : { updated: item.editedAt }),
    ...(item.excerpt === null ? {} : { description: item.excerpt }),
    ...named('authors', item.authors),
    ...named('categories', item.categories),
    ...named('tags', item.tags),
    ...aliasesOf(item.aliases),
    ...(item.featuredImage === null ? {} : { image: item.featuredImage }),
    ...(item.articleType === null ? {} : { articleType: item.articleType }),
    ...ownFieldsOf(item),
    ...(item.collectionSlug === 'articles' ? {} : { collection: item.collectionSlug }),
    contentFormat: item.contentFormat,
  }
  return `---\n${yaml().stringify(fields, { lineWidth: 0, version: '1.2' })}---\n${item.content}`
}

function stateOf({ isDraft, publishAt, firstPublishedAt }: WholeItem): Record<string, unknown> {
  const first = firstPublishedAt === null ? {} : { first_published_at: firstPublishedAt }
  if (isDraft) return { draft: true, ...(publishAt === null ? {} : { publish_at: publishAt }), ...first }
  return { date: publishAt }
}

// The slug is written where the name alone would lead to another one.
function named(field: string, terms: readonly { name: string; slug: string }[]): Record<string, unknown> {
  if (terms.length === 0) return {}
  return { [field]: terms.map(({ name, slug }) => (slugify(name) === slug ? name : { name, slug })) }
}

function aliasesOf(paths: readonly string[]): Record<string, unknown> {
  let length = 0
  const kept = paths.filter((path) => (length += path.length + 10) <= maxAliases)
  return kept.length === 0 ? {} : { aliases: kept }
}
