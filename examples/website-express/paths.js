// Paths of a website whose addresses follow a template, such as /blog/{year}/{slug}.html.

/** @type {Record<string, string>} */
const patterns = { slug: '(?<slug>[^/]+)', id: 'itm_[a-z0-9]+', year: '[0-9]{4}', month: '[0-9]{2}', day: '[0-9]{2}' }

/**
 * The slug in a path: where the template has it, else the last segment, as old addresses do. Undefined if there is none.
 *
 * @param {string} path @param {string} template
 */
export function slugIn(path, template) {
  const asked = decoded(path)
  // Without a category its segment is left out.
  for (const form of [template, template.replace(/\{category\}[-._]?/, '').replace('//', '/')]) {
    const slug = new RegExp(`^${patternOf(decoded(form))}/?$`, 'u').exec(asked)?.groups?.['slug']
    if (slug !== undefined) return slug
  }
  return asked.split('/').findLast((segment) => segment !== '')
}

/** An address with the query of the request. @param {string} address @param {string} query with its `?`, or empty */
export function withQuery(address, query) {
  if (query === '') return address
  const [before = '', ...fragment] = address.split('#')
  const whole = before + (before.includes('?') ? query.replace('?', '&') : query)
  return [whole, ...fragment].join('#')
}

/** @param {string} template */
function patternOf(template) {
  const parts = template.split(/\{([a-z]+)\}/)
  return parts.map((part, n) => (n % 2 === 1 ? (patterns[part] ?? '[^/]+?') : escaped(part))).join('')
}

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
