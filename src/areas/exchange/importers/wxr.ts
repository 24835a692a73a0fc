import { fitText, maxLength, plainText, toSlug } from './import-text.ts'
import {
  type ImportNote,
  type ImportRecord,
  type ImportedTerm,
  type Remark,
  type SkippedEntry,
  notesOf,
  skippedEntry,
} from './record.ts'
import type { OpenBytes } from './source-bytes.ts'
import { Tally } from './tally.ts'
import { type WxrEntry, wxrEntries } from './wxr-entries.ts'
import { type WxrItem, itemOf, labelOf, mediaOf } from './wxr-items.ts'
import { seoKeys } from './wxr-seo.ts'
import { WxrSite } from './wxr-site.ts'

export type WxrOptions = { now: Date }

/**
 * Reads a WordPress export file as records (exchange.md#wordpress-exports). It is read twice: first authors, terms and attachments, then posts and pages,
 * so that what they name has come before. Memory does not grow with the file, except for ids and the addresses of up to 50,000 attachments.
 */
export async function* readWxr(open: OpenBytes, options: WxrOptions): AsyncGenerator<ImportRecord> {
  const site = new WxrSite()
  yield* readThings(open, site)
  yield* readPosts(open, site, options)
}

async function* readThings(open: OpenBytes, site: WxrSite): AsyncGenerator<ImportRecord> {
  const skipped = new Map<string, SkippedEntry>()
  for await (const entry of wxrEntries(open)) {
    if (entry.kind === 'site') site.baseUrl ??= /^https?:\/\//.test(entry.baseUrl) ? entry.baseUrl : null
    if (entry.kind === 'author') yield* authorOf(entry, site)
    if (entry.kind === 'term') yield* termOf(entry, site, skipped)
    if (entry.kind === 'item') addLink(entry, site)
    if (entry.kind === 'item' && entry.fields.get('wp:post_type')?.trim() === 'attachment') {
      const remarks: Remark[] = []
      const media = mediaOf(entry, site, remarks)
      yield* notesOf(labelOf(entry), remarks)
      yield media
    }
  }
  yield* skipped.values()
}

async function* readPosts(open: OpenBytes, site: WxrSite, options: WxrOptions): AsyncGenerator<ImportRecord> {
  const skipped = new Map<string, SkippedEntry>()
  const [fields, taxonomies] = [new Tally(), new Tally()]
  let nested = 0
  for await (const entry of wxrEntries(open)) {
    if (entry.kind === 'cut-off') yield cutOff(entry)
    if (entry.kind !== 'item') continue
    if (entry.comments > 0) skip(skipped, 'comment', 'Comments are not imported', entry.comments)
    const type = entry.fields.get('wp:post_type')?.trim() ?? ''
    if (type === 'attachment') continue
    if (type !== 'post' && type !== 'page') {
      skip(
        skipped,
        type === 'nav_menu_item' ? 'menu item' : type || 'entry without type',
        'Only posts, pages and attachments are imported',
      )
      continue
    }
    if (entry.isTooLarge) {
      yield skippedEntry(labelOf(entry), type, 'It has more than 4,000,000 characters')
      continue
    }

    const remarks: Remark[] = []
    const item = itemOf(entry, type, site, options.now, remarks)
    countUnused(entry, fields, taxonomies)
    if (!['', '0'].includes(entry.fields.get('wp:post_parent')?.trim() ?? '')) nested++
    yield* notesOf(labelOf(entry), remarks)
    yield item
  }

  yield* skipped.values()
  yield* sums('field_ignored', fields, (name) => `The custom field "${name}" has no place in an item`)
  yield* sums('field_ignored', taxonomies, (name) => `The taxonomy "${name}" is neither categories nor tags`)
  if (nested > 0) yield sum('hierarchy_flattened', 'A page below another one is now next to it', nested)
}

function addLink(entry: WxrItem, site: WxrSite): void {
  const link = entry.fields.get('link')?.trim() ?? ''
  if (/^https?:/i.test(link) && !link.includes('?')) site.addLink(entry.fields.get('wp:post_id')?.trim() ?? '', link)
}

const whole = 'the whole file'

function* sums(code: ImportNote['code'], tally: Tally, message: (name: string) => string): Generator<ImportNote> {
  for (const [name, count] of tally.entries()) yield sum(code, message(name), count)
}

function sum(code: ImportNote['code'], message: string, count: number): ImportNote {
  return { kind: 'note', sourceLabel: whole, code, message, count }
}

function skip(skipped: Map<string, SkippedEntry>, what: string, reason: string, count = 1): void {
  const entry = skipped.get(what) ?? skippedEntry(whole, what, reason, 0)
  entry.count += count
  skipped.set(what, entry)
}

function cutOff({ number, title }: Extract<WxrEntry, { kind: 'cut-off' }>): SkippedEntry {
  const where = title.trim() === '' ? `after entry ${number}` : `in "${title.trim().slice(0, 100)}"`
  const reason = `The file ends ${where} without its closing tag: what followed is missing. Export it again and repeat the import`
  return skippedEntry(`entry ${number}`, 'rest of the file', reason)
}

function* authorOf({ fields }: Extract<WxrEntry, { kind: 'author' }>, site: WxrSite): Generator<ImportRecord> {
  const login = fields.get('wp:author_login')?.trim() ?? ''
  const remarks: Remark[] = []
  const name =
    fitText(
      'name of the author',
      plainText(fields.get('wp:author_display_name') ?? ''),
      maxLength.authorName,
      remarks,
    ) || login
  const sourceLabel = `author ${login || name}`
  if (name === '') {
    yield skippedEntry(sourceLabel, 'author', 'It has neither a name nor a login')
  } else if (!site.authors.has(login)) {
    const author = { name, slug: toSlug(login) }
    site.authors.set(login, author)
    yield* notesOf(sourceLabel, remarks)
    yield { kind: 'author', sourceLabel, ...author }
  }
}

type TermEntry = Extract<WxrEntry, { kind: 'term' }>

function* termOf(entry: TermEntry, site: WxrSite, skipped: Map<string, SkippedEntry>): Generator<ImportRecord> {
  const term = termFields(entry)
  if (term.taxonomy === null) {
    skip(skipped, `term of ${term.domain || 'no taxonomy'}`, 'Only categories and tags are imported')
    return
  }
  const remarks: Remark[] = []
  const slug = toSlug(site.slugText(term.nicename))
  const name =
    fitText(`name of the ${term.taxonomy}`, plainText(term.name), maxLength.termName, remarks) || (slug ?? '')
  const sourceLabel = `${term.taxonomy} ${name || '?'}`
  if (name === '') {
    yield skippedEntry(sourceLabel, term.taxonomy, 'It has no name')
    return
  }
  const key = `${term.taxonomy} ${slug ?? name}`
  if (site.terms.has(key)) {
    skip(skipped, `repeated ${term.taxonomy}`, 'The file has it a second time')
    return
  }
  site.terms.add(key)
  const description = fitText('description', plainText(term.description), maxLength.termDescription, remarks) || null
  if (term.parent !== '')
    remarks.push({ code: 'hierarchy_flattened', message: `It is below "${term.parent}" in WordPress` })
  yield* notesOf(sourceLabel, remarks)
  yield { kind: 'term', sourceLabel, taxonomy: term.taxonomy, name, slug, description }
}

type TermFields = Record<'domain' | 'nicename' | 'name' | 'description' | 'parent', string> & {
  taxonomy: ImportedTerm['taxonomy'] | null
}

function termFields({ element, fields }: TermEntry): TermFields {
  const text = (name: string) => fields.get(name)?.trim() ?? ''
  if (element === 'wp:category') {
    const [nicename, name, parent] = [text('wp:category_nicename'), text('wp:cat_name'), text('wp:category_parent')]
    return {
      domain: 'category',
      taxonomy: 'category',
      nicename,
      name,
      parent,
      description: text('wp:category_description'),
    }
  }
  if (element === 'wp:tag') {
    const [nicename, name] = [text('wp:tag_slug'), text('wp:tag_name')]
    return { domain: 'post_tag', taxonomy: 'tag', nicename, name, parent: '', description: text('wp:tag_description') }
  }
  const domain = text('wp:term_taxonomy')
  const taxonomy = domain === 'category' ? 'category' : domain === 'post_tag' ? 'tag' : null
  const [nicename, name, parent] = [text('wp:term_slug'), text('wp:term_name'), text('wp:term_parent')]
  return { domain, taxonomy, nicename, name, parent, description: text('wp:term_description') }
}

const knownDomains = new Set(['category', 'post_tag', 'author'])

function countUnused(entry: WxrItem, fields: Tally, taxonomies: Tally): void {
  // Keys that begin with `_` belong to WordPress and its plugins.
  for (const [key] of entry.meta)
    if (!key.startsWith('_') && key !== 'footnotes' && !seoKeys.includes(key)) fields.add(key)
  for (const { domain } of entry.terms) if (!knownDomains.has(domain)) taxonomies.add(domain)
}
