import { once } from 'node:events'
import { Readable } from 'node:stream'

import { stringify } from 'yaml'
import { ZipFile } from 'yazl'

import type { WholeItem } from '#areas/content/index.ts'
import { slugify } from '#std/slugs.ts'

import type { WriteExport } from './format.ts'

// Front matter is read up to 65,536 characters.
const maxAliases = 40_000

/** A ZIP archive with `<collection>/<slug>.md` of every item. */
export const markdownZip: WriteExport = async function* markdownZip(items) {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const adding = add(zip, items).catch((error: unknown) => void output.destroy(error as Error))
  yield* output as AsyncIterable<Buffer>
  await adding
}

// One file at a time: the next is made when the one before has been taken.
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

/** An item as Markdown with front matter (operations.md 1.2). The body stands as it is stored; `contentFormat` says what it is. */
function markdownFile(item: WholeItem): string {
  const fields = {
    title: item.title,
    slug: item.slug,
    ...stateOf(item),
    ...(item.editedAt === null ? {} : { updated: item.editedAt }),
    ...(item.excerpt === null ? {} : { description: item.excerpt }),
    ...named('authors', item.authors),
    ...named('categories', item.categories),
    ...named('tags', item.tags),
    ...aliasesOf(item.aliases),
    contentFormat: item.contentFormat,
  }
  return `---\n${stringify(fields, { lineWidth: 0, version: '1.2' })}---\n${item.content}`
}

function stateOf({ isDraft, publishAt }: WholeItem): Record<string, unknown> {
  if (isDraft) return { draft: true, ...(publishAt === null ? {} : { publish_at: publishAt }) }
  return { date: publishAt }
}

// The slug is named where the name alone would give another one.
function named(field: string, terms: readonly { name: string; slug: string }[]): Record<string, unknown> {
  if (terms.length === 0) return {}
  return { [field]: terms.map(({ name, slug }) => (slugify(name) === slug ? name : { name, slug })) }
}

function aliasesOf(paths: readonly string[]): Record<string, unknown> {
  let length = 0
  const kept = paths.filter((path) => (length += path.length + 10) <= maxAliases)
  return kept.length === 0 ? {} : { aliases: kept }
}
