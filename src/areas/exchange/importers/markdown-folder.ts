import { carriedTexts } from '#areas/exchange/carried-texts.ts'
import { withSuffix } from '#std/slugs.ts'
import { titleKey } from '#std/text.ts'

import type { ReadFields } from './front-matter-fields.ts'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'
import { cleanText, fitText, maxLength } from './import-text.ts'
import { type LinkTarget, type PageAddresses, type SiteMap, addressesOf } from './markdown-addresses.ts'
import { type MarkdownBody, type ResolveAddress, readMarkdownBody, withTextFirst } from './markdown-body.ts'
import { type FileTree, type FoundFile, isMarkdown, whatFile } from './markdown-files.ts'
import { type MarkdownHead, readHead } from './markdown-head.ts'
import { readMdx } from './mdx.ts'
import { isPictureName } from './picture-uses.ts'
import {
  type ImportRecord,
  type ImportedItem,
  type Remark,
  type SkippedEntry,
  type SourceFile,
  type SourcePicture,
  notesOf,
  skippedEntry,
} from './record.ts'
import { Tally } from './tally.ts'

export type MarkdownOptions = {
  now: Date
  /** The address of the old site, as `https://example.com`: relative images and files become absolute below it. */
  baseUrl?: string
  /** The address of an imported item in the text of another one; the default is its path on the old site. */
  linkTo?: (target: LinkTarget) => string
}

/**
 * Reads Markdown files, or one of them, as records (exchange.md#words-of-front-matter). They are read twice: first for the paths and slugs that links need,
 * then file by file. Memory grows with the number of files, not with their size.
 */
export async function* readMarkdown(tree: FileTree, options: MarkdownOptions): AsyncGenerator<ImportRecord> {
  const { name, only } = tree
  const map = await survey(tree)
  const ignored = new Tally()

  for await (const found of tree.files()) {
    if (found.kind !== 'file') {
      if (only === null) yield* notText(found)
      continue
    }
    if (only !== null && found.file.path !== only) continue
    const outcome = await readMarkdownFile(found.file)
    if (outcome.kind === 'skipped') {
      yield outcome
      continue
    }
    const remarks: Remark[] = [...outcome.remarks]
    const item = itemOf({ file: found.file, outcome, map, name, options, remarks })
    for (const field of outcome.head.fields.ignored) ignored.add(field)
    yield* notesOf(found.file.path, remarks)
    yield item
  }
  if (only !== null && !isMarkdown(only)) {
    yield skippedEntry(only, 'file', 'It is not a Markdown file')
  }
  if (only === null) yield* unnamedPictures(map)
  for (const [field, count] of ignored.entries()) {
    yield {
      kind: 'note',
      sourceLabel: name,
      code: 'field_ignored',
      message: `The field "${field}" has no place in an item`,
      count,
    }
  }
}

function* notText(found: Exclude<FoundFile, { kind: 'file' }>): Generator<SkippedEntry> {
  if (found.kind === 'skipped') yield found
  else if (!isPictureName(found.file.path)) yield notMarkdown(found.file)
}

function* unnamedPictures({ files, named }: Folder): Generator<SkippedEntry> {
  for (const [path, file] of files) if (isPictureName(path) && !named.has(path)) yield notMarkdown(file)
}

function notMarkdown({ path }: SourceFile): SkippedEntry {
  const isPicture = isPictureName(path)
  return skippedEntry(path, whatFile(path), isPicture ? 'No text shows it' : 'It is not a Markdown file')
}

type Folder = SiteMap & {
  /** Paths of the pictures that a text names. */
  named: Set<string>
  /** The slug of each file after suffixes: of several files that share one, the first by path keeps it. */
  slugs: Map<string, string | null>
}

type Surveyed = { kind: 'entry'; head: MarkdownHead; body: string; remarks: Remark[] }

async function survey(tree: FileTree): Promise<Folder> {
  const map: Folder = {
    byFile: new Map(),
    bySitePath: new Map(),
    files: new Map(),
    served: new Map(),
    named: new Set(),
    slugs: new Map(),
  }
  for await (const found of tree.served?.() ?? [])
    if (found.kind === 'other') map.served.set(found.file.path, found.file)
  const taken = new Map<string, number>()
  for await (const found of tree.files()) {
    if (found.kind === 'other') map.files.set(found.file.path, found.file)
    if (found.kind !== 'file') continue
    const outcome = await readMarkdownFile(found.file)
    if (outcome.kind === 'skipped') continue
    const slug = freeSlug(outcome.head.slug, taken)
    const target = { path: found.file.path, sitePath: outcome.head.sitePath, slug }
    map.slugs.set(found.file.path, slug)
    map.byFile.set(found.file.path, target)
    if (!map.bySitePath.has(target.sitePath)) map.bySitePath.set(target.sitePath, target)
  }
  return map
}

function freeSlug(wanted: string | null, taken: Map<string, number>): string | null {
  if (wanted === null) return null
  let slug = wanted
  for (let n = taken.get(wanted) ?? 1; taken.has(slug);) {
    slug = withSuffix(wanted, ++n)
    taken.set(wanted, n)
  }
  taken.set(slug, taken.get(slug) ?? 1)
  return slug
}

const maxBytes = 1_000_000

async function readMarkdownFile(file: SourceFile): Promise<Surveyed | SkippedEntry> {
  const skipped = (what: string, reason: string) => skippedEntry(file.path, what, reason)
  if (file.bytes > maxBytes)
    return skipped('too large file', `It has ${file.bytes} bytes, at most ${maxBytes} are read: split it`)

  const remarks: Remark[] = []
  const bytes = await file.read()
  let text: string
  try {
    text = cleanText(new TextDecoder('utf-8', { fatal: true }).decode(bytes), remarks)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return skipped('unreadable file', 'It is not UTF-8: save it in that encoding')
  }

  const frontMatter: FrontMatter = readFrontMatter(text)
  if (frontMatter.kind === 'broken')
    return skipped('unreadable front matter', `Line ${frontMatter.line}: ${frontMatter.reason}`)
  const head = readHead(file.path, frontMatter.kind === 'read' ? frontMatter.fields : {}, remarks)
  if (frontMatter.body.trim() === '') {
    if (head.kind === 'section') return skipped('list without text', 'It lists other pages and has no text of its own')
    if (head.fields.title === null) return skipped('file without text', 'It has neither a title nor text')
  }
  const isMdx = /\.mdx$/i.test(file.path) && head.fields.contentFormat === null
  return { kind: 'entry', head, body: isMdx ? readMdx(frontMatter.body, remarks) : frontMatter.body, remarks }
}

type Reading = {
  file: SourceFile
  outcome: Surveyed
  map: Folder
  name: string
  options: MarkdownOptions
  remarks: Remark[]
}

function itemOf({ file, outcome, map, name, options, remarks }: Reading): ImportedItem {
  const { head } = outcome
  const { fields } = head
  const slug = map.slugs.get(file.path) ?? head.slug
  if (slug !== head.slug)
    remarks.push({ code: 'slug_shared', message: `Another file has the slug "${head.slug}", this one got "${slug}"` })

  const rules = { baseUrl: options.baseUrl ?? null, linkTo: options.linkTo ?? null }
  const addresses = addressesOf({ path: file.path, sitePath: head.sitePath, slug }, map, rules)
  const read = readBody(outcome, addresses.resolve, remarks)
  const heading = read.heading === null ? '' : fitText('first heading', read.heading, maxLength.title, remarks)
  const title = fields.title ?? (heading || madeTitle(head, file, remarks))
  const featured = featuredPicture(fields.image, addresses, remarks)
  for (const picture of [...addresses.pictures.values(), featured])
    if (picture !== null && 'file' in picture) map.named.add(picture.file.path)

  return {
    kind: 'item',
    sourceKey: `markdown:${name}/${file.path}`,
    sourceLabel: file.path,
    type: head.kind === 'section' ? 'page' : 'post',
    title,
    slug,
    // A heading that says the title is not part of the text.
    content: titleKey(heading) === titleKey(title) ? read.contentWithoutHeading : read.content,
    contentFormat: fields.contentFormat ?? 'markdown',
    excerpt: fields.excerpt,
    ...stateOf(head, options.now, remarks),
    firstPublishedAt: pastOf(fields.firstPublishedAt, options.now),
    createdAt: pastOf(fields.createdAt, options.now) ?? pastOf(head.date, options.now),
    modifiedAt: fields.modifiedAt,
    authors: fields.authors,
    categories: fields.categories,
    tags: fields.tags,
    statedType: fields.statedType,
    aliases: fields.aliases.filter((alias) => alias !== head.sitePath || !head.hasOwnPath),
    sourcePath: head.hasOwnPath ? head.sitePath : null,
    externalUrl: null,
    featuredMediaKey: null,
    featuredPicture: featured,
    pictures: addresses.pictures,
    statedCollection: fields.collection,
    ownFields: fields.own,
    ...carriedTexts(() => null),
  }
}

// A file that names the format of its body is an export of Masthead: nothing in it needs to be interpreted.
function readBody({ head, body }: Surveyed, resolve: ResolveAddress, remarks: Remark[]): MarkdownBody {
  if (head.fields.contentFormat !== null) return { heading: null, content: body, contentWithoutHeading: body }
  const { heading, content, contentWithoutHeading } = readMarkdownBody(body, resolve, remarks)
  return { heading, content: withTextFirst(content), contentWithoutHeading: withTextFirst(contentWithoutHeading) }
}

function featuredPicture(
  image: ReadFields['image'],
  { pictureAt }: PageAddresses,
  remarks: Remark[],
): SourcePicture | null {
  if (image === null) return null
  const picture = pictureAt(image.address, image.alt)
  if (picture === undefined)
    remarks.push({ code: 'image_unresolved', message: `The featured image "${image.address}" is not in the source` })
  return picture ?? null
}

function madeTitle(head: MarkdownHead, file: SourceFile, remarks: Remark[]): string {
  const words = (head.sitePath.split('/').at(-1) ?? '').replace(/[-_]+/g, ' ').trim()
  const title = fitText('file name', words, maxLength.title, remarks) || file.path.slice(0, maxLength.title)
  remarks.push({
    code: 'title_made',
    message: `It has no title and no heading: "${title}" was made from the file name`,
  })
  return title
}

const pastOf = (date: Date | null, now: Date) => (date !== null && date <= now ? date : null)

/** A future date makes it `scheduled`, another one `published` at that date; a draft keeps a future `publish_at` (content.md#separate-axes-of-state). */
function stateOf(
  { fields, date }: MarkdownHead,
  now: Date,
  remarks: Remark[],
): Pick<ImportedItem, 'status' | 'publishAt'> {
  if (fields.isDraft)
    return { status: 'draft', publishAt: fields.publishAt !== null && fields.publishAt > now ? fields.publishAt : null }
  if (fields.shownUntil !== null && fields.shownUntil <= now) {
    remarks.push({ code: 'status_changed', message: 'Its site shows it no longer, and it became a draft' })
    return { status: 'draft', publishAt: null }
  }
  const isAhead = fields.shownFrom !== null && fields.shownFrom > now
  const publishAt = fields.publishAt ?? (isAhead ? fields.shownFrom : (date ?? fields.shownFrom))
  if (publishAt === null) remarks.push({ code: 'date_missing', message: 'It has no date' })
  return { status: publishAt !== null && publishAt > now ? 'scheduled' : 'published', publishAt }
}
