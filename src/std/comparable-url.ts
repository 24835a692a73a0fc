import { decodeOnce } from './urls.ts'

/**
 * The form in which two addresses are compared: scheme and host in lower case, no default port, no trailing slash, no
 * campaign parameters, no fragment. Undefined where the text is not an absolute http or https URL.
 */
export function comparableUrl(text: string): string | undefined {
  const url = URL.parse(text.trim())
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  const kept = [...url.searchParams].filter(([name]) => !/^(?:utm_|gclid$)/i.test(name))
  const query = kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`
  return `${url.protocol}//${url.host}${comparablePath(url.pathname)}${query}`
}

/** The path of an address, decoded and without slashes at its end; the root is `/`. */
export function comparablePath(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return decodedPath(path.slice(0, end))
}

/** A path with its percent sequences decoded, in normal form C; those that are not UTF-8, and NUL, stay as they are. */
function decodedPath(path: string): string {
  return decodeOnce(path).normalize('NFC')
}

/** The form in which hosts are compared: lower case, without `www.`. */
export function siteHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/:\d+$/, '')
}
