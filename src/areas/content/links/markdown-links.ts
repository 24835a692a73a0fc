import { elements } from './html-links.ts'
import { commentEnd, rawElements, rawEnd, tagAt } from './html-tags.ts'
import { inlineResource } from './inline-resource.ts'
import { insideOf, type LinkMap, type LinkPlace, type Range } from './link-map.ts'
import { blocksOf, labelOf } from './markdown-blocks.ts'

type Opener = { at: number; isImage: boolean; isActive: boolean }

const token =
  /\\[!-/:-@[-`{-~]|\n|<!--|<[a-z][a-z0-9+.-]{1,31}:[^\s<>]*>|<\/?[a-z]|!?\[|\]|(?<![a-z0-9])(?:https?:\/\/|www\.)[^\s<>[\]]+/giu

/**
 * The links of a Markdown text (CommonMark, GFM), found in one pass: inline links, definitions, autolinks with and without
 * brackets, and `<a href>`. Images, code and references by label have no address of their own here. It takes linear time
 * whatever the text is, which no parser promises; the tests hold it against the parser that renders.
 */
export function markdownLinks(source: string): LinkMap {
  const { code, html, headings, definitions } = blocksOf(source)
  const labels = new Set(definitions.map(({ label }) => label))
  const links: LinkPlace[] = definitions.map(({ address, whole }) => ({ ...address, syntax: 'markdown', whole }))
  const bare: LinkPlace[] = []
  const taken: Range[] = [...code, ...headings, ...definitions.map(({ whole }) => whole)]
  const texts: Range[] = []
  const inCode = insideOf(code)
  const inHtml = insideOf(html)
  const inHeading = insideOf(headings)
  const inDefinition = insideOf(definitions.map(({ whole }) => whole))
  const html5 = elements(source)
  let openers: Opener[] = []

  token.lastIndex = 0
  for (let match = next(0); match !== null; match = next(token.lastIndex)) {
    const at = match.index
    const [text] = match
    const skipped = inCode(at) ?? inDefinition(at)
    if (skipped !== undefined && text !== '\n') token.lastIndex = skipped.end
    else if (text.startsWith('<')) angle(at, text)
    else if (text === '\n') {
      if (inHeading(at - 1) !== undefined || beginsBlock(source, at + 1)) openers = []
    } else if (inHtml(at) !== undefined || text.startsWith('\\')) continue
    else if (text.endsWith('[')) openers.push({ at, isImage: text.startsWith('!'), isActive: true })
    else if (text === ']') close(at)
    else literal(at, text)
  }
  const closed = html5.end()
  const isLinkText = insideOf([...texts, ...closed])
  for (const place of bare.toSorted((a, b) => a.start - b.start)) {
    if (isLinkText(place.start) !== undefined) continue
    links.push(place)
    taken.push(place.whole)
  }
  return { links: links.toSorted(inOrder), taken: [...taken, ...closed].toSorted(inOrder) }

  function next(from: number): RegExpExecArray | null {
    token.lastIndex = from
    return token.exec(source)
  }

  function angle(at: number, text: string): void {
    if (text === '<!--') {
      const end = commentEnd(source, at)
      return end !== undefined || inHtml(at) !== undefined ? pass({ start: at, end: end ?? source.length }) : undefined
    }
    if (text.endsWith('>')) {
      const whole = { start: at, end: at + text.length }
      if (inHtml(at) !== undefined) return
      links.push({ start: at + 1, end: whole.end - 1, syntax: 'bare', whole })
      return pass(whole)
    }
    const tag = tagAt(source, at)
    if (tag === undefined) return
    html5.see(tag, links)
    pass({ start: at, end: !tag.closes && rawElements.has(tag.name) ? rawEnd(source, tag) : tag.end })
  }

  function pass(range: Range): void {
    taken.push(range)
    token.lastIndex = Math.max(range.end, token.lastIndex)
  }

  function close(at: number): void {
    const opener = openers.pop()
    if (opener === undefined) return
    const start = opener.at
    const resource = source[at + 1] === '(' ? inlineResource(source, at + 1) : undefined
    const end = resource?.end ?? endOfReference(source, at, start + (opener.isImage ? 2 : 1), labels)
    if (end === undefined || !opener.isActive) return
    const whole = { start, end }
    if (resource?.address !== undefined && !opener.isImage)
      links.push({ ...resource.address, syntax: 'markdown', whole })
    taken.push(whole)
    texts.push(whole)
    // No link holds another one (CommonMark 6.3).
    if (!opener.isImage) for (const outer of openers) if (!outer.isImage) outer.isActive = false
    token.lastIndex = end
  }

  function literal(at: number, text: string): void {
    const end = at + trimmed(text).length
    bare.push({ start: at, end, syntax: 'bare', whole: { start: at, end } })
    token.lastIndex = end
  }
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
