import { codeRanges } from '#std/markdown-code.ts'
import { applyEdits, type Edit } from '#std/text-edits.ts'
import { urlKey } from '#std/url-key.ts'

import type { LinkPlace, Range } from './link-map.ts'
import { addressOf, type BodyFormat, decodedAddress, linksIn } from './links-in.ts'

/** What an address becomes; null: the link goes, and its text stays. */
export type Replacements = ReadonlyMap<string, string | null>

/**
 * The body with other addresses in its links and images, found by the keys of what they lead to, never in code; and how many were
 * replaced. `base` is where the body is shown.
 */
export function replaceLinks(
  content: string,
  { format, base, replacements }: { format: BodyFormat; base: string; replacements: Replacements },
): { content: string; replaced: number } {
  const newAddress = (written: string) => {
    if (written === '' || written.startsWith('#')) return undefined
    const key = urlKey(written, base)
    return key === undefined || !replacements.has(key) ? undefined : replacements.get(key)
  }
  const edits = [
    ...linksIn(content, format).links.flatMap((place) =>
      linkEdit(content, place, newAddress(addressOf(content, place))),
    ),
    ...imagesIn(content, format).flatMap((place) => imageEdit(content, place, newAddress(place.address))),
  ]
  return { content: applyEdits(content, edits), replaced: edits.length }
}

/** The addresses of links and images that `replaceLinks` can change, as a browser gets them. */
export function addressesIn(content: string, format: BodyFormat): string[] {
  const links = linksIn(content, format).links.map((place) => addressOf(content, place))
  const images = imagesIn(content, format).map(({ address }) => address)
  return [...links, ...images].filter((address) => address !== '' && !address.startsWith('#'))
}

function linkEdit(content: string, place: LinkPlace, to: string | null | undefined): Edit[] {
  if (to === undefined) return []
  const { start, end, syntax, whole } = place
  if (to !== null) return [{ start, end, text: written(withFragment(to, content.slice(start, end)), syntax) }]
  const text = textOf(content.slice(whole.start, whole.end), place)
  return text === undefined ? [] : [{ ...whole, text }]
}

/** What stays of a link; undefined: it is a definition that links elsewhere name. */
function textOf(link: string, { syntax }: LinkPlace): string | undefined {
  if (syntax === 'html') return link.replace(/^<a\b[^>]*>/i, '').replace(/<\/a\s*>$/i, '')
  if (syntax === 'bare' || link.startsWith('<'))
    return link.replace(/^<|>$/g, '').replace(/^(?:https?:\/\/)?(?:www\.)?/i, '')
  if (!link.startsWith('[')) return undefined
  const end = closing(link)
  return end === undefined || link[end + 1] === ':' ? undefined : link.slice(1, end)
}

/** Where the first bracket of a link is closed. */
function closing(link: string): number | undefined {
  let depth = 0
  for (let at = 0; at < link.length; at++) {
    if (link[at] === '\\') at++
    else if (link[at] === '[') depth++
    else if (link[at] === ']' && --depth === 0) return at
  }
  return undefined
}

type ImagePlace = Range & { whole: Range; address: string; syntax: 'markdown' | 'html' }

const markdownImage =
  /!\[(?:[^\]\\\n]|\\.){0,1000}\]\(\s{0,10}<?([^\s()<>]{1,4000})>?(?:\s{1,10}(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'))?\s{0,10}\)/g
const htmlSource =
  /<(?:img|source|iframe|audio|video)\b[^<>]{0,4000}?\ssrc\s{0,5}=\s{0,5}(?:"([^"]{0,4000})"|'([^']{0,4000})')[^<>]{0,4000}>/gi

function imagesIn(content: string, format: BodyFormat): ImagePlace[] {
  const code = format === 'markdown' ? codeRanges(content) : codeOfHtml(content)
  const isCode = ({ index }: RegExpExecArray) => code.some(({ start, end }) => start <= index && index < end)
  const places = [...content.matchAll(htmlSource)]
    .filter((match) => !isCode(match))
    .map((match) => placeOf(match, match[1] ?? match[2] ?? '', 'html'))
  if (format === 'html') return places
  const images = [...content.matchAll(markdownImage)].filter((match) => !isCode(match))
  return [...places, ...images.map((match) => placeOf(match, match[1] ?? '', 'markdown'))]
}

function placeOf(match: RegExpExecArray, text: string, syntax: 'markdown' | 'html'): ImagePlace {
  // Of the same text twice, the address is the last one before the end of the tag.
  const start =
    match.index + (syntax === 'html' ? sourceAt(match[0], text) : match[0].indexOf(text, match[0].indexOf('](')))
  const whole = { start: match.index, end: match.index + match[0].length }
  return { start, end: start + text.length, whole, address: decodedAddress(text, syntax), syntax }
}

const sourceAt = (tag: string, text: string) => {
  const at = /\ssrc\s{0,5}=\s{0,5}["']/i.exec(tag)
  return at === null ? tag.indexOf(text) : at.index + at[0].length
}

function imageEdit(content: string, { start, end, whole, syntax }: ImagePlace, to: string | null | undefined): Edit[] {
  if (to === undefined) return []
  if (to === null) return [{ ...whole, text: '' }]
  return [{ start, end, text: written(withFragment(to, content.slice(start, end)), syntax) }]
}

function codeOfHtml(content: string): Range[] {
  return [...content.matchAll(/<(pre|code)\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi)].map(({ index, 0: text }) => ({
    start: index,
    end: index + text.length,
  }))
}

function withFragment(to: string, before: string): string {
  const fragment = /(?<!&)#.*$/s.exec(before)?.[0] ?? ''
  return to.includes('#') ? to : to + fragment
}

function written(address: string, syntax: LinkPlace['syntax']): string {
  const encoded = address.replace(
    /[\s"'()<>[\]\\`]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
  return syntax === 'html' ? encoded.replaceAll(/&(?!amp;)/g, '&amp;') : encoded
}
