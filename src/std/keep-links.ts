import { codeRanges } from './markdown-code.ts'
import { applyEdits, type Edit, withoutOverlaps } from './text-edits.ts'

/** Whether an address may stay. */
export type IsAllowed = (address: string) => boolean

/**
 * A Markdown text without links and images to other addresses than those that are allowed; their words stay. Paths and fragments
 * are allowed. Code stays as it is. Tags of HTML go, too: what they contain stays.
 */
export function keepLinks(source: string, isAllowed: IsAllowed): string {
  const removed = removedDefinitions(source, isAllowed)
  const text = applied(source, removed.edits)
  const linked = applied(text, [...inline(text, isAllowed), ...references(text, removed.labels)])
  return applied(linked, [...tags(linked, isAllowed), ...bare(linked, isAllowed)])
}

/** The same for words, in which other tags than those of links are words as well. */
export function keepLinksOfWords(source: string, isAllowed: IsAllowed): string {
  const linked = applied(source, inline(source, isAllowed))
  const isLink = ({ text, whole }: Tag) => text !== '' || /^<\/?(?:a|img)\b/i.test(whole)
  return applied(linked, [...tags(linked, isAllowed).filter(isLink), ...bare(linked, isAllowed)])
}

const isLocal = (address: string) => /^(?:#|\/(?!\/)|\.{1,2}\/)/.test(address)

function isKept(address: string, isAllowed: IsAllowed): boolean {
  const clean = address.trim().replace(/^<|>$/g, '')
  return isLocal(clean) || isAllowed(clean)
}

const target =
  /\(\s{0,9}(<[^>\n]{0,2100}>|(?:[^\s()]|\([^\s()]{0,2100}\)){0,2100})(?:\s{1,9}(?:"[^"]{0,500}"|'[^']{0,500}'|\([^)]{0,500}\)))?\s{0,9}\)/y

// [words](address "title") and ![words](address): what stands before and behind the words goes. Links stand in the words of
// others.
function inline(text: string, isAllowed: IsAllowed): Edit[] {
  const edits: Edit[] = []
  const open: number[] = []
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\\') at++
    else if (sign === '[') open.push(at)
    else if (sign === ']') {
      const start = open.pop()
      target.lastIndex = at + 1
      const match = start === undefined || text[at + 1] !== '(' ? null : target.exec(text)
      if (start === undefined || match === null || isKept(match[1] ?? '', isAllowed)) continue
      edits.push({ start: text[start - 1] === '!' ? start - 1 : start, end: start + 1, text: '' })
      edits.push({ start: at, end: at + 1 + match[0].length, text: '' })
    }
  }
  return edits
}

// [label]: address
function removedDefinitions(source: string, isAllowed: IsAllowed): { edits: Edit[]; labels: Set<string> } {
  const labels = new Set<string>()
  const edits = [...source.matchAll(/^ {0,3}\[([^\]\n]+)\]:[ \t]*(\S+)[^\n]*(?:\n|$)/gm)].flatMap((match) => {
    const [whole, label = '', address = ''] = match
    if (isKept(address, isAllowed)) return []
    labels.add(label.toLowerCase())
    return [{ start: match.index, end: match.index + whole.length, text: '' }]
  })
  return { edits, labels }
}

// [words][label], [label][] and [label] of definitions that went.
function references(text: string, labels: ReadonlySet<string>): Edit[] {
  if (labels.size === 0) return []
  return [...text.matchAll(/!?\[([^[\]\n]{1,500})\](?:\[([^\]\n]{0,500})\])?(?!\()/g)].flatMap((match) => {
    const [whole, words = '', label] = match
    const isGone = labels.has((label === undefined || label === '' ? words : label).toLowerCase())
    return isGone ? [{ start: match.index, end: match.index + whole.length, text: words }] : []
  })
}

type Tag = Edit & { whole: string }

// <a href="...">, </a>, <img ...>, <script>; an automatic link in brackets that is allowed stays.
function tags(text: string, isAllowed: IsAllowed): Tag[] {
  return [
    ...text.matchAll(
      /<(?:\/?[a-z][a-z0-9-]{0,40}(?:\s[^<>]{0,5000})?\/?|!--[^>]{0,5000}--|[a-z][a-z0-9+.-]*:[^\s<>]*|[^\s<>@]+@[^\s<>]+)>/gi,
    ),
  ].flatMap((match) => {
    const [whole] = match
    const address = whole.slice(1, -1)
    const isLink = /^[a-z][a-z0-9+.-]*:/i.test(address)
    if (isLink && isAllowed(address)) return []
    return [{ whole, start: match.index, end: match.index + whole.length, text: isLink ? withoutScheme(address) : '' }]
  })
}

// An address in the text becomes a link by itself: without its scheme it does not.
function bare(text: string, isAllowed: IsAllowed): Edit[] {
  return [...text.matchAll(/(?<![(<\w/])(?:https?:\/\/|www\.)[^\s<>()"']+/gi)].flatMap((match) => {
    const address = match[0].replace(/[.,;:!?*_~]+$/, '')
    const full = /^www\./i.test(address) ? `https://${address}` : address
    if (isAllowed(full)) return []
    return [{ start: match.index, end: match.index + address.length, text: withoutScheme(address) }]
  })
}

const withoutScheme = (address: string) => address.replace(/^[a-z][a-z0-9+.-]*:(?:\/\/)?/i, '').replace(/^www\./i, '')

function applied(text: string, edits: readonly Edit[]): string {
  return applyEdits(text, withoutOverlaps(edits, codeRanges(text)))
}

/** The same for a text in HTML: other links lose their address, other images go, their words stay. */
export function keepHtmlLinks(source: string, isAllowed: IsAllowed): string {
  return source.replaceAll(/<(a|img)(\s[^<>]{0,5000})?>/gi, (whole, name: string, attributes: string = '') => {
    const value = (attribute: string) =>
      new RegExp(`\\s${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i')
        .exec(attributes)
        ?.slice(1)
        .find(Boolean)
    const address = (value(name.toLowerCase() === 'a' ? 'href' : 'src') ?? '').replaceAll('&amp;', '&')
    if (address !== '' && isKept(address, isAllowed)) return whole
    return name.toLowerCase() === 'a' ? '<a>' : (value('alt') ?? '')
  })
}

/** The addresses that a text names, in whatever way. */
export function addressesIn(source: string): string[] {
  return [...source.matchAll(/https?:\/\/[^\s<>()"'\]]+/gi)].map(([address]) => address.replaceAll('&amp;', '&'))
}
