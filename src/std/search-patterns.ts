import { escapeLike, isUnstorable, searchTerm } from './text.ts'
import { lastSegment } from './urls.ts'

/**
 * What a search looks for in normalised text (content.md#one-search), as patterns of LIKE. `words` is empty unless they can be
 * looked for one by one. Null matches nothing.
 */
export type SearchPatterns = {
  /** The text as a phrase. */
  phrase: string | null
  /** The decoded last segment, where the text is an address. */
  address: string | null
  /** The slug that the text ends with. No pattern. */
  slug: string | null
  words: readonly string[]
}

const mostWords = 8

/** The patterns of a search; undefined when nothing is searched. */
export function searchPatterns(text: string): SearchPatterns | undefined {
  const term = searchTerm(text)
  if (term === '') return undefined
  if (isUnstorable(text)) return { phrase: null, address: null, slug: null, words: [] }
  const segment = lastSegment(text)
  const isUsable = segment !== '' && !isUnstorable(segment)
  const words = [...new Set(term.split(' '))]
  return {
    phrase: pattern(term),
    address: isUsable && isAddress(term) ? pattern(segment) : null,
    slug: isUsable ? segment : null,
    words: words.length > 1 && words.length <= mostWords ? words.map(pattern) : [],
  }
}

/** Whether a term is a URL, a path from the root, or begins with a host: what a person copies from a browser. */
function isAddress(term: string): boolean {
  return !term.includes(' ') && /^(?:[a-z][a-z0-9+.-]*:)?\/|^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?\//u.test(term)
}

const pattern = (term: string) => `%${escapeLike(term)}%`
