import { urlLength } from './urls.ts'
import { dayIn } from './zoned-time.ts'

const names = ['slug', 'id', 'collection', 'category', 'year', 'month', 'day'] as const
type Name = (typeof names)[number]

/** The placeholders of a template, as people write them. */
export const placeholders = names.map((name) => `{${name}}`).join(' ')

/**
 * Whether a text is the template of a path (content.md#url-templates): it begins with one `/`, has `{slug}` once and other
 * placeholders at most once, and neither query nor fragment nor segments that lead elsewhere.
 */
export function isUrlTemplate(text: string): boolean {
  const own = namesIn(text)
  return (
    text.length <= urlLength &&
    /^\/(?!\/)(?:[^\s\p{Cc}?#\\{}]|\{[a-z]+\})*$/u.test(text) &&
    !text.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)) &&
    own.includes('slug') &&
    own.every((name, index) => isName(name) && own.indexOf(name) === index)
  )
}

/** What the address of an item is made of. `category` is the slug of its first one; `publishedAt` null: not yet, so today counts. */
export type Addressable = {
  slug: string
  id: string
  collection: string
  category: string | null
  publishedAt: Date | null
}

/** The path of an item; dates are those of the time zone. Without a category its segment is left out. */
export function fillTemplate(template: string, timeZone: string, item: Addressable): string {
  const [year = '', month = '', day = ''] = hasDate(template)
    ? dayIn(timeZone, item.publishedAt ?? new Date()).split('-')
    : []
  const values: Record<Name, string> = {
    slug: item.slug,
    id: item.id,
    collection: item.collection,
    category: item.category ?? '',
    year,
    month,
    day,
  }
  const shown = item.category === null ? withoutCategory(template) : template
  return shown
    .split(/\{([a-z]+)\}/)
    .map((part, n) => (n % 2 === 0 ? encoded(part) : isName(part) ? encodeURIComponent(values[part]) : `{${part}}`))
    .join('')
}

/** What comes before the first placeholder's segment: the page that lists the items. */
export function listPathOfTemplate(template: string): string {
  const before = template.slice(0, Math.max(0, template.indexOf('{')))
  return encoded(before.slice(0, before.lastIndexOf('/') + 1).replace(/(?<=.)\/$/, '')) || '/'
}

/**
 * A reader of paths: the slugs, as they are spelled there, of items that could have a path. Only their address says which one has it: what
 * the other placeholders stand for is not compared. There are several where a category is in the segment of the slug: both may have
 * several words, and an item without a category may have a slug that begins like one with a category. The longest is the first.
 */
export function slugsReader(template: string): (path: string) => string[] {
  const forms = template.includes('{category}') ? [template, withoutCategory(template)] : [template]
  const readers = forms.map(formReader)
  return (path) => [...new Set(readers.flatMap((read) => read(path)))]
}

/** Of a path that a stranger wrote, so many are read: a category has fewer words. */
const mostSlugs = 12

function formReader(form: string): (path: string) => string[] {
  const pattern = patternOf(form, '+')
  const isShared = form.split('/').some((segment) => segment.includes('{slug}') && segment.includes('{category}'))
  return (path) => {
    const found: string[] = []
    for (let slug = slugIn(pattern, path); slug !== undefined && found.length < mostSlugs;) {
      found.push(slug)
      const shorter = [...slug].length - 1
      slug = isShared && shorter > 0 ? slugIn(patternOf(form, `{1,${shorter}}`), path) : undefined
    }
    return found
  }
}

const slugIn = (pattern: RegExp, path: string) => pattern.exec(path)?.groups?.['slug']

/** What matches the paths of a template, with a slug of so many characters. */
function patternOf(form: string, quantity: string): RegExp {
  const parts = form.split(/(\{[a-z]+\})/).map((part) => {
    if (part === '{slug}') return `(?<slug>[^/]${quantity})`
    if (/^\{[a-z]+\}$/.test(part)) return formOf[part] ?? '[^/]+?'
    return `(?:${[...new Set([part, encoded(part)])].map(escaped).join('|')})`
  })
  return new RegExp(`^${parts.join('')}$`, 'u')
}

/** What placeholders stand for, where they can be told from a slug in the same segment. */
const formOf: Record<string, string> = {
  '{id}': 'itm_[0-9a-z]+',
  '{year}': String.raw`\d{4,}`,
  '{month}': String.raw`\d\d`,
  '{day}': String.raw`\d\d`,
}

/** The template without the segment of the category; where the slug is in it, too, only without the category and what joins it. */
function withoutCategory(template: string): string {
  const segments = template.split('/')
  const kept = segments.flatMap((segment) => {
    if (!segment.includes('{category}')) return [segment]
    return segment.includes('{slug}') ? [segment.replace(/\{category\}[-._]|[-._]?\{category\}/, '')] : []
  })
  return kept.join('/')
}

function namesIn(template: string): string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
}

/** The words of a template as they are in a path. */
const encoded = (words: string) => words.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent)
const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const hasDate = (template: string) => /\{(?:year|month|day)\}/.test(template)
const isName = (text: string): text is Name => names.some((name) => name === text)
