import { searchTerm } from './text.ts'

/** The most characters that a URL may have. */
export const urlLength = 2048

/**
 * The decoded last path segment of a URL, a path or a bare slug, normalised like a search term (content.md#one-search). Percent
 * sequences are decoded once; those that are not UTF-8, and NUL, stay as they are. `''` when there is no path.
 */
export function lastSegment(text: string): string {
  return searchTerm(bareSegment(text))
}

/** The same as it is written: decoded, with its capitals. */
export function bareSegment(text: string): string {
  const path = text
    .trim()
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, '')
    .replace(/[?#].*$/s, '')
  let end = path.length
  while (path[end - 1] === '/') end--
  return decodeOnce(path.slice(path.lastIndexOf('/', end - 1) + 1, end)).normalize('NFC')
}

/** Whether a text is an absolute http or https URL of at most 2,048 characters. */
export function isHttpUrl(text: string): boolean {
  return text.length <= urlLength && /^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(text) && URL.canParse(text)
}

/** Base and path with exactly one slash between them. */
export function joinUrl(base: string, path: string): string {
  let end = base.length
  while (base[end - 1] === '/') end--
  let start = 0
  while (path[start] === '/') start++
  return start === path.length ? base.slice(0, end) : `${base.slice(0, end)}/${path.slice(start)}`
}

/** A URL with the query and fragment of one that led to it. Its own fragment counts, and its own value of a parameter. */
export function withQueryOf(url: string, leading: string): string {
  const [to, from] = [URL.parse(url), URL.parse(leading)]
  if (to === null || from === null || from.search + from.hash === '') return url
  const nameIn = (pair: string) => new URLSearchParams(pair).keys().next().value ?? ''
  const added = from.search
    .slice(1)
    .split('&')
    .filter((pair) => !to.searchParams.has(nameIn(pair)))
  to.search = [to.search.slice(1), ...added].filter((part) => part !== '').join('&')
  if (to.hash === '') to.hash = from.hash
  return to.href
}

/**
 * Whether a return address stays on this site (http.md#return-addresses-stay-here): it begins with one `/`, and with neither `//`
 * nor `/\` nor an encoded form of them, whatever a browser or a proxy decodes or drops on the way.
 */
export function isSafeReturnPath(text: string): boolean {
  if (text.length > urlLength || /[\s\p{Cc}]/u.test(text)) return false
  let decoded = text
  for (let round = 0; round < 4; round++) {
    if (!/^\/(?![/\\])/.test(decoded) || /\p{Cc}/u.test(decoded)) return false
    const next = decodeOnce(decoded)
    if (next === decoded) break
    decoded = next
  }
  const url = URL.parse(text, 'http://site.invalid')
  return url !== null && url.origin === 'http://site.invalid' && !url.pathname.startsWith('//')
}

const sequence =
  /%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}/gi

/** Percent sequences decoded once; those that are not UTF-8, and NUL, stay as they are. */
export function decodeOnce(text: string): string {
  return text.replace(sequence, (encoded) => {
    if (encoded === '%00') return encoded
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
}
