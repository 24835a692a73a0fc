import { escapeLike, isUnstorable, searchTerm } from './text.ts'
import { lastSegment } from './urls.ts'

/**
 * What a search looks for in normalised text (content.md#one-search), as patterns of LIKE. `words` is empty unless they can be
 * looked for one by one. Null matches nothing.
 */
export type SearchPatterns = {
  /** The text as a phrase. */
  phrase: string | null
  /** Of a phrase of several words, the longest two or three as they stand in it: where words are whole they have blanks beside them. */
  keys: readonly string[]
  /** The decoded last segment, where the text is an address: without the ending that old websites give their pages. */
  address: string | null
  /** The slug that the text ends with. No pattern. */
  slug: string | null
  words: readonly string[]
  /** Whether an index of trigrams can look up the phrase and the address, or one of the words; else all texts must be read. */
  isIndexed: { phrase: boolean; words: boolean }
}

const mostWords = 8

/** The patterns of a search; undefined when nothing is searched. */
export function searchPatterns(text: string): SearchPatterns | undefined {
  const term = searchTerm(text)
  if (term === '') return undefined
  if (isUnstorable(text))
    return { phrase: null, keys: [], address: null, slug: null, words: [], isIndexed: { phrase: true, words: true } }
  const segment = lastSegment(text)
  const isUsable = segment !== '' && !isUnstorable(segment)
  const address = isUsable && isAddress(term) ? withoutEnding(segment) : null
  const words = [...new Set(term.split(' '))]
  return {
    phrase: pattern(term),
    keys: keysOf(term),
    address: address === null ? null : pattern(address),
    slug: isUsable ? segment : null,
    words: words.length > 1 && words.length <= mostWords ? words.map(pattern) : [],
    isIndexed: { phrase: hasTrigram(term) && (address === null || isOneKey(address)), words: words.some(hasTrigram) },
  }
}

/** Whether `pg_trgm` has a trigram for a text that may stand within a word; it counts two blanks before a word and one behind. */
function hasTrigram(text: string): boolean {
  return /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(text)
}

/** Whether an index that takes texts word by word can look up a text as it stands. */
const isOneKey = (text: string) => hasTrigram(text) && !text.includes(' ')

const mostKeys = 3

function keysOf(term: string): string[] {
  const words = term.split(' ')
  if (words.length === 1) return []
  const keys = words.map((word, index) => `${index === 0 ? '' : ' '}${word}${index === words.length - 1 ? '' : ' '}`)
  return [...new Set(keys)]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, mostKeys)
    .map(pattern)
}

/** Whether a term is a URL, a path from the root, or begins with a host: what a person copies from a browser. */
function isAddress(term: string): boolean {
  return !term.includes(' ') && /^(?:[a-z][a-z0-9+.-]*:)?\/|^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?\//u.test(term)
}

// Redirects keep such addresses, slugs do not: the article is found by the rest. An index page says nothing without its ending.
const withoutEnding = (segment: string) => segment.replace(/(?<!^index)(?<=.)\.(?:html?|php|aspx?)$/, '')

const pattern = (term: string) => `%${escapeLike(term)}%`
