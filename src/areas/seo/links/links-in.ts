import { htmlLinks } from './html-links.ts'
import type { LinkMap, LinkPlace } from './link-map.ts'
import { markdownLinks } from './markdown-links.ts'

export type BodyFormat = 'markdown' | 'html'

/** The links of a body, and the parts of it that are not plain text. */
export function linksIn(content: string, format: BodyFormat): LinkMap {
  return format === 'html' ? htmlLinks(content) : markdownLinks(content)
}

/** The address of a link as a browser gets it: escapes and character references are resolved. */
export function addressOf(content: string, { start, end, syntax }: LinkPlace): string {
  return decodedAddress(content.slice(start, end), syntax)
}

/** A written address or the beginning of one, decoded. A literal `www.` address has its scheme put before it. */
export function decodedAddress(written: string, syntax: LinkPlace['syntax']): string {
  if (syntax === 'bare') return /^www\./i.test(written) ? `http://${written}` : written
  const unescaped = syntax === 'markdown' ? written.replace(/\\([!-/:-@[-`{-~])/g, '$1') : written
  return unescaped.replace(reference, resolved).trim()
}

const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function resolved(written: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? written
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : written
}
