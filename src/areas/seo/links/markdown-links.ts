import { elements } from './html-links.ts'
import { commentEnd, rawElements, rawEnd, tagAt } from './html-tags.ts'
import { inlineResource } from './inline-resource.ts'
import { insideOf, type LinkMap, type LinkPlace, type Range } from './link-map.ts'
import { blocksOf, labelOf } from './markdown-blocks.ts'

const token =
  /\\[!-/:-@[-`{-~]|\n|<!--|<[a-z][a-z0-9+.-]{1,31}:[^\s<>]*>|<\/?[a-z]|!?\[|\]|(?<![a-z0-9])(?:https?:\/\/|www\.)[^\s<>[\]]+/giu

/**
 * The links of a Markdown text (CommonMark, GFM), found in one pass: inline links, definitions, autolinks with and without
 * brackets, and `<a href>`. Images, code and references by label have no address of their own here. It takes linear time
 * whatever the text is, which no parser promises; the tests compare it with the parser that renders.
 */
export function markdownLinks(source: string): LinkMap {
  const scan = beginScan(source)
  for (let match = tokenAt(scan); match !== null; match = tokenAt(scan)) {
    scan.from = match.index + match[0].length
    take(scan, match.index, match[0])
  }
  const { links, taken } = scan
  const closed = scan.html5.end()
  const isLinkText = insideOf([...scan.texts, ...closed])
  for (const place of scan.bare.toSorted(inOrder)) {
    if (isLinkText(place.start) !== undefined) continue
    links.push(place)
    taken.push(place.whole)
  }
  return { links: links.toSorted(inOrder), taken: [...taken, ...closed].toSorted(inOrder) }
}

type Opener = { at: number; isImage: boolean; isActive: boolean }
type Inside = ReturnType<typeof insideOf>

/** One pass over a text: what it knows of the blocks, what it has found, and where it goes on. */
type Scan = {
  readonly source: string
  readonly labels: ReadonlySet<string>
  readonly inCode: Inside
  readonly inHtml: Inside
  readonly inHeading: Inside
  readonly inDefinition: Inside
  readonly html5: ReturnType<typeof elements>
  readonly links: LinkPlace[]
  /** Literal addresses: links unless they turn out to be the text of another one. */
  readonly bare: LinkPlace[]
  readonly taken: Range[]
  readonly texts: Range[]
  openers: Opener[]
  from: number
}

function beginScan(source: string): Scan {
  const { code, html, headings, definitions } = blocksOf(source)
  const defined = definitions.map(({ whole }) => whole)
  return {
    source,
    labels: new Set(definitions.map(({ label }) => label)),
    inCode: insideOf(code),
    inHtml: insideOf(html),
    inHeading: insideOf(headings),
    inDefinition: insideOf(defined),
    html5: elements(source),
    links: definitions.map(({ address, whole }) => ({ ...address, syntax: 'markdown', whole })),
    bare: [],
    taken: [...code, ...headings, ...defined],
    texts: [],
    openers: [],
    from: 0,
  }
}

function tokenAt({ source, from }: Scan): RegExpExecArray | null {
  token.lastIndex = from
  return token.exec(source)
}

function take(scan: Scan, at: number, text: string): void {
  const skipped = scan.inCode(at) ?? scan.inDefinition(at)
  if (skipped !== undefined && text !== '\n') scan.from = skipped.end
  else if (text.startsWith('<')) takeAngle(scan, at, text)
  else if (text === '\n') {
    if (scan.inHeading(at - 1) !== undefined || beginsBlock(scan.source, at + 1)) scan.openers = []
  } else if (scan.inHtml(at) !== undefined || text.startsWith('\\')) return
  else if (text.endsWith('[')) scan.openers.push({ at, isImage: text.startsWith('!'), isActive: true })
  else if (text === ']') takeBracket(scan, at)
  else takeLiteral(scan, at, text)
}

/** A comment, an address in angle brackets, or a tag. */
function takeAngle(scan: Scan, at: number, text: string): void {
  const { source, inHtml } = scan
  if (text === '<!--') {
    const end = commentEnd(source, at)
    return end !== undefined || inHtml(at) !== undefined
      ? pass(scan, { start: at, end: end ?? source.length })
      : undefined
  }
  if (text.endsWith('>')) {
    const whole = { start: at, end: at + text.length }
    if (inHtml(at) !== undefined) return
    scan.links.push({ start: at + 1, end: whole.end - 1, syntax: 'bare', whole })
    return pass(scan, whole)
  }
  const tag = tagAt(source, at)
  if (tag === undefined) return
  scan.html5.see(tag, scan.links)
  pass(scan, { start: at, end: !tag.closes && rawElements.has(tag.name) ? rawEnd(source, tag) : tag.end })
}

function pass(scan: Scan, range: Range): void {
  scan.taken.push(range)
  scan.from = Math.max(range.end, scan.from)
}

/** The end of the text of a link or an image. */
function takeBracket(scan: Scan, at: number): void {
  const { source, labels, openers } = scan
  const opener = openers.pop()
  if (opener === undefined) return
  const start = opener.at
  const resource = source[at + 1] === '(' ? inlineResource(source, at + 1) : undefined
  const end = resource?.end ?? endOfReference(source, at, start + (opener.isImage ? 2 : 1), labels)
  if (end === undefined || !opener.isActive) return
  const whole = { start, end }
  if (resource?.address !== undefined && !opener.isImage)
    scan.links.push({ ...resource.address, syntax: 'markdown', whole })
  scan.taken.push(whole)
  scan.texts.push(whole)
  // No link contains another one (CommonMark 6.3).
  if (!opener.isImage) for (const outer of openers) if (!outer.isImage) outer.isActive = false
  scan.from = end
}

function takeLiteral(scan: Scan, at: number, text: string): void {
  const end = at + trimmed(text).length
  scan.bare.push({ start: at, end, syntax: 'bare', whole: { start: at, end } })
  scan.from = end
}

/** Whether a line ends the paragraph before it: a blank one, a heading, an entry of a list, a quote, a fence. */
function beginsBlock(source: string, at: number): boolean {
  const mark = /[ \t]*(?:[ \t>]*(?:\r?\n|$)|#{1,6}[ \t]|[-+*][ \t]|1[.)][ \t]|>|`{3}|~{3})/y
  mark.lastIndex = at
  return mark.test(source)
}

const inOrder = (a: Range, b: Range) => a.start - b.start

/** The end of `[text][label]`, `[label][]` or `[label]`, undefined where the label is not defined. */
function endOfReference(source: string, at: number, start: number, labels: ReadonlySet<string>): number | undefined {
  if (labels.size === 0) return undefined
  const isDefined = (from: number, to: number) => to - from <= 999 && labels.has(labelOf(source.slice(from, to)))
  if (source[at + 1] === '[') {
    const label = /\[((?:\\.|[^[\]\\]){0,999})\]/y
    label.lastIndex = at + 1
    const full = label.exec(source)
    if (full !== null) {
      const isCollapsed = full[1] === ''
      if (isCollapsed ? isDefined(start, at) : labels.has(labelOf(full[1] ?? ''))) return label.lastIndex
      return undefined
    }
  }
  return isDefined(start, at) ? at + 1 : undefined
}

/** A literal address without what belongs to the sentence around it (GFM 6.9). */
function trimmed(text: string): string {
  let end = text.length
  let surplus = 0
  for (const character of text) surplus += character === ')' ? 1 : character === '(' ? -1 : 0
  for (;;) {
    const last = text[end - 1] ?? ''
    if (last === ')' && surplus > 0) {
      surplus--
      end--
    } else if (/[!"'*,.:;?_~]/.test(last)) end--
    else return text.slice(0, end)
  }
}
