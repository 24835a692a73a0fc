import { markdownNesting } from './markdown-nesting.ts'

/** What a body may be at most (reliability.md 6). */
export const limits = { bytes: 1_000_000, tags: 20_000, nesting: 100 } as const

export type Excess = { limit: keyof typeof limits; found: number }

/**
 * The first limit that a body exceeds, or undefined: one pass over its characters, before any parser sees them. It is the
 * cheap net; what slips through (tags hidden in comments, implied elements) meets `treeExcess` and the deadline.
 */
export function excessOf(content: string, format: 'markdown' | 'html'): Excess | undefined {
  const bytes = Buffer.byteLength(content)
  if (bytes > limits.bytes) return { limit: 'bytes', found: bytes }
  const { tags, nesting } = countTags(content)
  if (tags > limits.tags) return { limit: 'tags', found: tags }
  // In Markdown a tag may be code, so its tags are judged when they are known to be HTML.
  const found = format === 'html' ? nesting : markdownNesting(content)
  return found > limits.nesting ? { limit: 'nesting', found } : undefined
}

/** Start and end tags of an HTML text, and how deep those nest that need an end tag. */
export function countTags(html: string): { tags: number; nesting: number } {
  const open = new Map<string, number>()
  let [tags, depth, nesting] = [0, 0, 0]
  for (const [tag, slash = '', written = ''] of html.matchAll(
    /<!--[^]*?(?:-->|--!>|$)|<(\/?)([a-z][a-z0-9:-]{0,30})/gi,
  )) {
    if (tag.startsWith('<!')) continue
    tags++
    const name = written.toLowerCase()
    if (neverNested.has(name)) continue
    const count = open.get(name) ?? 0
    if (slash === '') {
      open.set(name, count + 1)
      nesting = Math.max(nesting, ++depth)
    } else if (count > 0) {
      open.set(name, count - 1)
      depth--
    }
  }
  return { tags, nesting }
}

// Void elements, and those that end where the next one begins: within anything counted they add a level or two at most.
const neverNested = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
  'p',
  'li',
  'dt',
  'dd',
  'tr',
  'td',
  'th',
  'thead',
  'tbody',
  'tfoot',
  'colgroup',
  'option',
  'optgroup',
  'rt',
  'rp',
])
