import { applyEdits, type Edit } from '#std/text-edits.ts'

import type { LinkPlace } from './link-map.ts'
import { type BodyFormat, decodedAddress, linksIn } from './links-in.ts'

/** Another address. It replaces only the path, and the written query stays; or path and query. */
export type NewAddress = { to: string; includesQuery: boolean }

/** What an address becomes; undefined: it stays. */
export type ResolveLink = (address: string) => NewAddress | undefined

/**
 * The body with other addresses in its links; everything else stays as it was written, byte for byte. Query and fragment of
 * a link are kept. Images, code and text that only looks like a link are left alone.
 */
export function rewriteLinks(content: string, format: BodyFormat, resolve: ResolveLink): string {
  return applyEdits(
    content,
    linksIn(content, format).links.flatMap((place) => edit(content, place, resolve)),
  )
}

/** The same for one address that stands by itself, such as a canonical URL. */
export function rewriteAddress(address: string, resolve: ResolveLink): string {
  const found = resolve(address)
  return found === undefined ? address : withSuffix(found, partsOf(address))
}

function edit(content: string, { start, end, syntax }: LinkPlace, resolve: ResolveLink): Edit[] {
  const written = content.slice(start, end)
  const parts = partsOf(written)
  const found = resolve(decodedAddress(written, syntax))
  if (found === undefined) return []
  const isShort = syntax === 'bare' && /^www\./i.test(written)
  const to = isShort ? found.to.replace(/^https?:\/\//i, '') : found.to
  return [{ start, end, text: withSuffix({ ...found, to: safe(to, syntax) }, parts) }]
}

type Parts = { query: string; fragment: string }

/** Query and fragment as they are written. The `#` of a character reference begins no fragment. */
function partsOf(written: string): Parts {
  const hash = /(?<!&)#/.exec(written)?.index ?? written.length
  const mark = written.slice(0, hash).indexOf('?')
  return { query: mark === -1 ? '' : written.slice(mark, hash), fragment: written.slice(hash) }
}

function withSuffix({ to, includesQuery }: NewAddress, { query, fragment }: Parts): string {
  const bare = fragment === '' ? to : to.replace(/#.*$/s, '')
  if (includesQuery || query === '') return bare + fragment
  const [base = '', own = ''] = bare.split(/(?=#)/, 2)
  return (base.includes('?') ? `${base}&${query.slice(1)}` : base + query) + own + fragment
}

function safe(address: string, syntax: LinkPlace['syntax']): string {
  const encoded = address.replace(
    /[\s"'()<>[\]\\`]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
  return syntax === 'html' ? encoded.replaceAll('&', '&amp;') : encoded
}
