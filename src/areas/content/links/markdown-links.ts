import { elements } from './html-links.ts'
import { commentEnd, rawElements, rawEnd, tagAt } from './html-tags.ts'
import { inlineResource } from './inline-resource.ts'
import { insideOf, type LinkMap, type LinkPlace, type Range } from './link-map.ts'
import { blocksOf, labelOf } from './markdown-blocks.ts'

type Inside = ReturnType<typeof insideOf>
type Opener = { at: number; isImage: boolean; isActive: boolean }

const token =
  /\\[!-/:-@[-`{-~]|\n|<!--|<[a-z][a-z0-9+.-]{1,31}:[^\s<>]*>|<\/?[a-z]|!?\[|\]|(?<![a-z0-9])(?:https?:\/\/|www\.)[^\s<>[\]]+/giu

/**
 * The links of a Markdown text (CommonMark, GFM), found in one pass: inline links, definitions, autolinks with and without
 * brackets, and `<a href>`. Images, code and references by label have no address of their own here. It takes linear time
 * whatever the text is, which no parser promises; the tests hold it against the parser that renders.
 */
export function markdownLinks(source: string): LinkMap {
  return new LinkScanner(source).scan()
}

/** One pass over a text: where it is, and what it has found so far. */
class LinkScanner {
  readonly #source: string
  readonly #labels: ReadonlySet<string>
  readonly #links: LinkPlace[]
  readonly #bare: LinkPlace[] = []
  readonly #taken: Range[]
  readonly #texts: Range[] = []
  readonly #inCode: Inside
  readonly #inHtml: Inside
  readonly #inHeading: Inside
  readonly #inDefinition: Inside
  readonly #html: ReturnType<typeof elements>
  #openers: Opener[] = []

  constructor(source: string) {
    const { code, html, headings, definitions } = blocksOf(source)
    const defined = definitions.map(({ whole }) => whole)
    this.#source = source
    this.#labels = new Set(definitions.map(({ label }) => label))
    this.#links = definitions.map(({ address, whole }) => ({ ...address, syntax: 'markdown', whole }))
    this.#taken = [...code, ...headings, ...defined]
    this.#inCode = insideOf(code)
    this.#inHtml = insideOf(html)
    this.#inHeading = insideOf(headings)
    this.#inDefinition = insideOf(defined)
    this.#html = elements(source)
  }

  scan(): LinkMap {
    token.lastIndex = 0
    for (let match = this.#next(0); match !== null; match = this.#next(token.lastIndex))
      this.#see(match[0], match.index)
    const closed = this.#html.end()
    const isLinkText = insideOf([...this.#texts, ...closed])
    for (const place of this.#bare.toSorted(inOrder)) {
      if (isLinkText(place.start) !== undefined) continue
      this.#links.push(place)
      this.#taken.push(place.whole)
    }
    return { links: this.#links.toSorted(inOrder), taken: [...this.#taken, ...closed].toSorted(inOrder) }
  }

  #next(from: number): RegExpExecArray | null {
    token.lastIndex = from
    return token.exec(this.#source)
  }

  #see(text: string, at: number): void {
    const skipped = this.#inCode(at) ?? this.#inDefinition(at)
    if (skipped !== undefined && text !== '\n') token.lastIndex = skipped.end
    else if (text.startsWith('<')) this.#angle(at, text)
    else if (text === '\n') {
      if (this.#inHeading(at - 1) !== undefined || beginsBlock(this.#source, at + 1)) this.#openers = []
    } else if (this.#inHtml(at) !== undefined || text.startsWith('\\')) return
    else if (text.endsWith('[')) this.#openers.push({ at, isImage: text.startsWith('!'), isActive: true })
    else if (text === ']') this.#close(at)
    else this.#literal(at, text)
  }

  #angle(at: number, text: string): void {
    const source = this.#source
    if (text === '<!--') {
      const end = commentEnd(source, at)
      if (end !== undefined || this.#inHtml(at) !== undefined) this.#pass({ start: at, end: end ?? source.length })
      return
    }
    if (text.endsWith('>')) {
      const whole = { start: at, end: at + text.length }
      if (this.#inHtml(at) !== undefined) return
      this.#links.push({ start: at + 1, end: whole.end - 1, syntax: 'bare', whole })
      return this.#pass(whole)
    }
    const tag = tagAt(source, at)
    if (tag === undefined) return
    this.#html.see(tag, this.#links)
    this.#pass({ start: at, end: !tag.closes && rawElements.has(tag.name) ? rawEnd(source, tag) : tag.end })
  }

  #pass(range: Range): void {
    this.#taken.push(range)
    token.lastIndex = Math.max(range.end, token.lastIndex)
  }

  #close(at: number): void {
    const opener = this.#openers.pop()
    if (opener === undefined) return
    const source = this.#source
    const start = opener.at
    const resource = source[at + 1] === '(' ? inlineResource(source, at + 1) : undefined
    const end = resource?.end ?? endOfReference(source, at, start + (opener.isImage ? 2 : 1), this.#labels)
    if (end === undefined || !opener.isActive) return
    const whole = { start, end }
    if (resource?.address !== undefined && !opener.isImage)
      this.#links.push({ ...resource.address, syntax: 'markdown', whole })
    this.#taken.push(whole)
    this.#texts.push(whole)
    // No link holds another one (CommonMark 6.3).
    if (!opener.isImage) for (const outer of this.#openers) if (!outer.isImage) outer.isActive = false
    token.lastIndex = end
  }

  #literal(at: number, text: string): void {
    const end = at + trimmed(text).length
    this.#bare.push({ start: at, end, syntax: 'bare', whole: { start: at, end } })
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
