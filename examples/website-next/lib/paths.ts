// Paths of a website whose addresses follow a template, such as /blog/{year}/{slug}.html.

const patterns: Record<string, string> = {
  slug: '(?<slug>[^/]+)',
  id: 'itm_[a-z0-9]+',
  year: '[0-9]{4}',
  month: '[0-9]{2}',
  day: '[0-9]{2}',
}

/** The slug in a path: where the template has it, else the last segment, as old addresses do. Undefined if there is none. */
export function slugIn(path: string, template: string): string | undefined {
  const asked = decoded(path)
  // Without a category its segment is left out.
  for (const form of [template, template.replace(/\{category\}[-._]?/, '').replace('//', '/')]) {
    const slug = new RegExp(`^${patternOf(decoded(form))}/?$`, 'u').exec(asked)?.groups?.['slug']
    if (slug !== undefined) return slug
  }
  return asked.split('/').findLast((segment) => segment !== '')
}

/** An address with the query of the request, which has its `?` or is empty. */
export function withQuery(address: string, query: string): string {
  if (query === '') return address
  const [before = '', ...fragment] = address.split('#')
  const whole = before + (before.includes('?') ? query.replace('?', '&') : query)
  return [whole, ...fragment].join('#')
}

/** Whether a path can be decoded: no address of an article cannot. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Whether two paths are one, however their characters are written and whether they end with a slash: Next.js decides that. */
export function isSamePath(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => decoded(path).replace(/\/$/, ''))
  return a === b
}

function patternOf(template: string): string {
  const parts = template.split(/\{([a-z]+)\}/)
  return parts.map((part, n) => (n % 2 === 1 ? (patterns[part] ?? '[^/]+?') : escaped(part))).join('')
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const decoded = (text: string) => (isDecodable(text) ? decodeURIComponent(text) : text)
