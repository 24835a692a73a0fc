import { urlLength } from './urls.ts'

/**
 * The form in which addresses of web pages are compared and requested: parsed against a base, without fragment, default port,
 * session and campaign parameters; percent sequences of unreserved characters decoded, others in upper-case hex. Undefined where the
 * text is no http or https address, has credentials, or is longer than 2,048 characters.
 */
export function urlKey(text: string, base?: string): string | undefined {
  const url = URL.parse(text.trim(), base)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  const path = normalPercents(url.pathname).replace(/;jsessionid=[^/]*$/i, '')
  const kept = parametersOf(url.search).filter((one) => !isDropped(nameOf(one)))
  const query = kept.join('&') === '' ? '' : `?${normalPercents(kept.join('&'))}`
  const key = `${url.protocol}//${url.host}${path}${query}`
  return key.length > urlLength ? undefined : key
}

/** The names of the parameters that a key does not have, in lower case. */
export function droppedParameters(text: string, base?: string): string[] {
  const url = URL.parse(text.trim(), base)
  if (url === null) return []
  const names = parametersOf(url.search).map(nameOf).filter(isDropped)
  return /;jsessionid=[^/]*$/i.test(url.pathname) ? [...names, 'jsessionid'] : names
}

/** Percent sequences of unreserved characters decoded, all others in upper case; what is not ASCII as UTF-8. */
export function normalPercents(text: string): string {
  return text
    .replace(/[\u0080-\uffff]+/g, (run) => encodeURIComponent(run.toWellFormed()))
    .replace(/%([0-9a-f]{2})/gi, (sequence, hex: string) => {
      const character = String.fromCharCode(Number.parseInt(hex, 16))
      return /[\w.~-]/.test(character) ? character : sequence.toUpperCase()
    })
}

/** Path and query of a key. */
export function pathAndQuery(key: string): string {
  return key.slice(originOf(key).length)
}

/** Scheme, host and port of a key. */
export function originOf(key: string): string {
  const at = key.indexOf('/', key.indexOf('//') + 2)
  return at === -1 ? key : key.slice(0, at)
}

/** Whether a text is what a pattern says, in which `*` stands for any characters. Linear in the length of the text for each `*`. */
export function matchesWildcard(pattern: string, text: string): boolean {
  const parts = pattern.split('*')
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  if (parts.length === 1) return text === pattern
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false
  let at = first.length
  const end = text.length - last.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found === -1 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}

const dropped = new Set(['gclid', 'fbclid', 'msclkid', 'phpsessid', 'jsessionid', 'sessionid', 'sid'])
const isDropped = (name: string) => name.startsWith('utm_') || dropped.has(name)

function parametersOf(search: string): string[] {
  return search === '' ? [] : search.slice(1).split('&')
}

function nameOf(parameter: string): string {
  const at = parameter.indexOf('=')
  return normalPercents(at === -1 ? parameter : parameter.slice(0, at)).toLowerCase()
}
