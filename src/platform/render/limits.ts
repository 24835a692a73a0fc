import { markdownNesting } from './markdown-nesting.ts'

/** The limits of a body (content.md#rendering-has-limits). */
export const limits = { bytes: 1_000_000, tags: 20_000, nesting: 100 } as const

export type Excess = { limit: keyof typeof limits; found: number }

/** The bytes of a body that has too many, or undefined: known without reading it. */
export function sizeExcess(content: string): Excess | undefined {
  const bytes = Buffer.byteLength(content)
  return bytes > limits.bytes ? { limit: 'bytes', found: bytes } : undefined
}

/**
 * The first limit of its markup that a body exceeds, or undefined: one pass over its characters, before any parser sees them, in
 * the thread that renders. It is a cheap net; what slips through (tags hidden in comments, implied elements) is caught by
 * `treeExcess` and the deadline.
 */
export function markupExcess(content: string, format: 'markdown' | 'html'): Excess | undefined {
  const { tags, nesting } = countTags(content)
  if (tags > limits.tags) return { limit: 'tags', found: tags }
  // In Markdown a tag may be code, so tags are counted once they are known to be HTML.
  const found = format === 'html' ? nesting : markdownNesting(content)
  return found > limits.nesting ? { limit: 'nesting', found } : undefined
}

/** How many start and end tags an HTML text has, and how deep those nest that need an end tag. */
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

// Void elements, and those that end where the next one begins: they add a level or two at most.
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
