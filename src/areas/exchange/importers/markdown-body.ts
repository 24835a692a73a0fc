import { type Edit, applyEdits, withoutOverlaps } from '#std/text-edits.ts'
import { codeRanges } from '#std/markdown-code.ts'
import { firstHeading } from './markdown-heading.ts'
import { shortcodeEdits } from './markdown-shortcodes.ts'
import type { Remark } from './record.ts'

/** Where an address leads: its new form, the same one, or somewhere unknown (kept and noted). */
export type Resolution = { to: string } | 'as it is' | 'unresolved'

export type ResolveAddress = (address: string, use: 'link' | 'image') => Resolution

export type MarkdownBody = {
  /** The text of the first heading. */
  heading: string | null
  /** The source with its addresses resolved and its shortcodes readable; everything else is untouched. */
  content: string
  /** The same without its first heading, when that opens the text or is of level 1. */
  contentWithoutHeading: string
}

/** Reads the body of a Markdown file in linear time. Only the places that change are replaced, so the source keeps its spelling. */
export function readMarkdownBody(source: string, resolve: ResolveAddress, remarks: Remark[]): MarkdownBody {
  const code = codeRanges(source)
  const shortcodes = withoutOverlaps(shortcodeEdits(source, remarks), code)
  const addresses = withoutOverlaps(addressesIn(source), [...code, ...shortcodes])
  const edits = [...shortcodes, ...addresses.flatMap((address) => addressEdit(address, resolve, remarks))]

  const content = applyEdits(source, edits)
  const heading = firstHeading(source, code)
  if (!heading) return { heading: null, content, contentWithoutHeading: content }
  const opens = source.slice(0, heading.start).trim() === ''
  if (!opens && heading.level !== 1) return { heading: heading.text || null, content, contentWithoutHeading: content }

  const gap = /^\s*\n/.exec(source.slice(heading.end))?.[0].length ?? 0
  const cut = { start: opens ? 0 : heading.start, end: heading.end + gap, text: '' }
  const contentWithoutHeading = applyEdits(source, [cut, ...withoutOverlaps(edits, [cut])])
  return { heading: heading.text || null, content, contentWithoutHeading }
}

/** An address as it is written in the source; its new form must escape `quote`. */
type Address = Edit & { use: 'link' | 'image'; syntax: 'markdown' | 'html' }

function addressesIn(source: string): Address[] {
  return [...linkAddresses(source), ...htmlAddresses(source)]
}

/** The destinations of `[text](address)`, `![text](address)` and `[label]: address`. */
function linkAddresses(source: string): Address[] {
  const found: Address[] = []
  const open: { isImage: boolean; at: number }[] = []
  for (const token of source.matchAll(/\\[^\n]|\n[ \t]*\n|!?\[|\][(:]?/g)) {
    const [text] = token
    const end = token.index + text.length
    if (text.startsWith('\n')) open.length = 0
    else if (text.endsWith('[')) open.push({ isImage: text.startsWith('!'), at: token.index })
    else if (text.startsWith(']')) {
      const opener = open.pop()
      if (!opener || text === ']') continue
      const isDefinition = text === ']:'
      if (isDefinition && !/(?:^|\n)[ \t>]{0,20}$/.test(source.slice(Math.max(0, opener.at - 21), opener.at))) continue
      const place = destinationAt(source, end, isDefinition)
      if (!place || (isDefinition && source.startsWith('[^', opener.at))) continue
      const isImage = opener.isImage || (isDefinition && /\.(png|jpe?g|gif|svg|webp|avif)$/i.test(place.text))
      found.push({ ...place, use: isImage ? 'image' : 'link', syntax: 'markdown' })
    }
  }
  return found
}

function destinationAt(source: string, at: number, isDefinition: boolean): Edit | null {
  destination.lastIndex = at
  const match = destination.exec(source)
  if (!match) return null
  const [whole, pointed, bare] = match
  const written = pointed === undefined ? (bare ?? '') : `<${pointed}>`
  const end = at + whole.length
  closing.lastIndex = end
  if (!isDefinition && !closing.test(source)) return null
  return {
    start: end - written.length,
    end,
    text: (pointed ?? written).replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&'),
  }
}

const destination = /\s*(?:<([^<>\n]*)>|([^\s<>()]+(?:\([^\s()]*\)[^\s()]*)*))/y
const closing = /\s*(?:"[^"]{0,1000}"|'[^']{0,1000}'|\([^()]{0,1000}\))?\s*\)/y

/** The addresses of `<a href>` and `<img src>`. */
function htmlAddresses(source: string): Address[] {
  return Array.from(source.matchAll(/<(img|a)\b[^<>]*?\s(?:src|href)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/gi), (match) => {
    const written = match[2] ?? match[3] ?? ''
    const end = match.index + match[0].length - 1
    const use = match[1]?.toLowerCase() === 'img' ? 'image' : 'link'
    return { start: end - written.length, end, text: written.replaceAll('&amp;', '&'), use, syntax: 'html' }
  })
}

function addressEdit({ start, end, text, use, syntax }: Address, resolve: ResolveAddress, remarks: Remark[]): Edit[] {
  const resolution = resolve(text, use)
  if (resolution === 'as it is') return []
  if (resolution === 'unresolved') {
    const message = `The ${use} "${text.slice(0, 200)}" is relative and was kept as it is`
    remarks.push({ code: use === 'image' ? 'image_unresolved' : 'link_unresolved', message })
    return []
  }
  const { to } = resolution
  if (syntax === 'html')
    return [{ start, end, text: to.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;') }]
  return [{ start, end, text: /[\s()<>]/.test(to) ? `<${to}>` : to }]
}
