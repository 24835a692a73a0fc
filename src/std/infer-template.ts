import { decodePercent } from './percent.ts'
import { type Addressable, fillTemplate, isUrlTemplate } from './url-templates.ts'
import { dayIn } from './zoned-time.ts'

/**
 * The template under which an item keeps a path, undefined where there is none: its slug, date and category are told from the
 * other words of the path. `/2026/05/honey.html` of the item `honey` gives `/{year}/{month}/{slug}.html`.
 */
export function inferTemplate(path: string, timeZone: string, item: Addressable): string | undefined {
  const [year = '', month = '', day = ''] =
    item.publishedAt === null ? [] : dayIn(timeZone, item.publishedAt).split('-')
  const known = [
    ['category', item.category ?? ''],
    ['year', year],
    ['month', month],
    ['day', day],
  ] as const
  const used = new Set<string>()
  const segments = path.split('/').map((written) => {
    const text = decodePercent(written)
    if (text === '') return ''
    const at = used.has('slug') ? -1 : slugAt(text, item.slug)
    const found = at === -1 ? known.find(([name, value]) => value === text && fits(name, used)) : undefined
    if (found !== undefined) {
      used.add(found[0])
      return `{${found[0]}}`
    }
    if (at === -1) return written
    used.add('slug')
    const [before, after] = [text.slice(0, at), text.slice(at + item.slug.length)]
    const isDated = year !== '' && before === `${year}-${month}-${day}-`
    return `${isDated ? '{year}-{month}-{day}-' : encodeURIComponent(before)}{slug}${encodeURIComponent(after)}`
  })
  const template = segments.join('/')
  return isUrlTemplate(template) && fillTemplate(template, timeZone, item) === path ? template : undefined
}

// A whole segment, or one with a file name's end or a date before it.
function slugAt(text: string, slug: string): number {
  const at = text.indexOf(slug)
  if (at === -1) return -1
  const [before, after] = [text.slice(0, at), text.slice(at + slug.length)]
  return /^(?:\d{4}-\d\d-\d\d-)?$/.test(before) && /^(?:\.[a-z0-9]{1,5})?$/.test(after) ? at : -1
}

// A number is a month only behind a year, and a day only behind a month.
function fits(name: string, used: ReadonlySet<string>): boolean {
  if (used.has(name)) return false
  return name === 'month' ? used.has('year') : name === 'day' ? used.has('month') : true
}
