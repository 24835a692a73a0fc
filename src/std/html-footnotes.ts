import { elementsOf, type HtmlElement, type HtmlNode, isBlock, measure, rawText, textOf } from './html-tree.ts'

/** How programs name a footnote and the way back from it to its mark, as the fragments of their links: a kind, and a number. */
const forms: readonly (readonly [mark: RegExp, back: RegExp])[] = [
  // Word, Outlook.
  [/^_(ftn|edn)(\d+)$/, /^_(ftn|edn)ref(\d+)$/],
  // Google Docs.
  [/^(ftnt)(\d+)$/, /^(ftnt)_ref(\d+)$/],
  // LibreOffice.
  [/^sd(footnote|endnote)(\d+)sym$/, /^sd(footnote|endnote)(\d+)anc$/],
  // Programs that convert files of Word.
  [/^(?:[\w-]+-)?(footnote|endnote)-(\d+)$/, /^(?:[\w-]+-)?(footnote|endnote)-ref-(\d+)$/],
]

/** Whether HTML can have footnotes of a word processor; spares most texts the tree. */
export function mayHaveFootnotes(html: string): boolean {
  return /#(?:[\w-]*-)?_?(?:sd)?(?:ftn|edn|footnote|endnote)/.test(html)
}

/**
 * A tree in which footnotes of Word, Google Docs and LibreOffice have the form that Markdown's have in HTML: a raised link with
 * `data-footnote-ref`, whose text is the number, and their texts in a `section` with `data-footnotes` at the end. Links that the
 * documents had for them lead nowhere else. The same tree if it has none; a mark without its text, and a text without its mark, stay.
 */
export function withFootnotes(root: HtmlElement): HtmlElement {
  const notes = notesOf(root)
  if (notes.length === 0) return root
  const changed = {
    gone: new Set(notes.map(({ place }) => place)),
    numbers: new Map(notes.flatMap(({ marks }, at) => marks.map((mark) => [mark, at + 1] as const))),
  }
  const items = notes.map(({ place, back }) => itemOf(place, { ...changed, gone: new Set([back]) }))
  const list = element('section', { 'data-footnotes': '' }, [element('ol', {}, items)])
  const whole = { ...root, children: [...rebuilt(root.children, changed), list] }
  measure(whole)
  return whole
}

type Note = { marks: HtmlElement[]; place: HtmlElement; back: HtmlElement }
type Changed = { gone: ReadonlySet<HtmlElement>; numbers: ReadonlyMap<HtmlElement, number> }

/** Notes in the order of their marks. */
function notesOf(root: HtmlElement): Note[] {
  const [marks, backs] = [new Map<string, HtmlElement[]>(), new Map<string, HtmlElement[]>()]
  const links = elementsOf(root).filter(({ name, attributes }) => name === 'a' && attributes['href']?.includes('#'))
  for (const link of links) {
    const found = kindOf(link)
    if (found === null) continue
    const group = found.isBack ? backs : marks
    group.set(found.key, [...(group.get(found.key) ?? []), link])
  }
  if (marks.size === 0 || backs.size === 0) return []

  const parents = parentsOf(root)
  const notes = new Map<HtmlElement, Note>()
  for (const [key, found] of marks) {
    // Texts of several documents on one page each begin with number 1.
    const ends = backs.get(key) ?? []
    found.forEach((mark, at) => {
      const back = ends[Math.min(at, ends.length - 1)]
      const place = back && placeOf(back, parents)
      if (back === undefined || place === undefined || isWithin(mark, place, parents)) return
      const note = notes.get(place) ?? { marks: [], place, back: wrapperOf(back, parents) }
      note.marks.push(wrapperOf(mark, parents))
      notes.set(place, note)
    })
  }
  return [...notes.values()]
}

function kindOf({ attributes }: HtmlElement): { key: string; isBack: boolean } | null {
  const fragment = attributes['href']?.split('#').at(-1) ?? ''
  for (const [mark, back] of forms) {
    const found = back.exec(fragment) ?? mark.exec(fragment)
    if (found !== null) return { key: `${found[1]} ${found[2]}`, isBack: back.test(fragment) }
  }
  return null
}

function parentsOf(root: HtmlElement): Map<HtmlElement, HtmlElement> {
  const parents = new Map<HtmlElement, HtmlElement>()
  for (const parent of [root, ...elementsOf(root)])
    for (const child of parent.children) if ('name' in child) parents.set(child, parent)
  return parents
}

type Parents = ReadonlyMap<HtmlElement, HtmlElement>

/** What holds the whole text of a note: what the program says holds it, an entry of a list, or the paragraph. */
function placeOf(back: HtmlElement, parents: Parents): HtmlElement | undefined {
  let paragraph: HtmlElement | undefined
  for (let at = parents.get(back); at !== undefined && parents.has(at); at = parents.get(at)) {
    if (at.name === 'li' || isNamedNote(at)) return at
    if (isBlock(at)) paragraph ??= at
  }
  return paragraph
}

const isNamedNote = ({ attributes }: HtmlElement): boolean =>
  /mso-element:\s*(?:footnote|endnote)(?!-)/.test(attributes['style'] ?? '') ||
  /^(?:ftn|edn|sdfootnote|sdendnote)\d+$/.test(attributes['id'] ?? '')

function isWithin(element: HtmlElement, place: HtmlElement, parents: Parents): boolean {
  for (let at: HtmlElement | undefined = element; at !== undefined; at = parents.get(at)) if (at === place) return true
  return false
}

/** The outermost element of the line that has no other words than this one. */
function wrapperOf(link: HtmlElement, parents: Parents): HtmlElement {
  let outer = link
  for (let at = parents.get(link); at !== undefined && parents.has(at) && !isBlock(at); at = parents.get(at)) {
    if (at.size !== link.size) break
    outer = at
  }
  return outer
}

function itemOf(place: HtmlElement, changed: Changed): HtmlElement {
  const children = withoutBlankStart(rebuilt(place.children, changed)).filter(
    (node) => !isBlank(node) || !place.holdsBlock,
  )
  const [first] = children
  const isOneParagraph = children.length === 1 && first !== undefined && 'name' in first && first.name === 'p'
  return element('li', {}, isOneParagraph ? first.children : children)
}

function rebuilt(nodes: readonly HtmlNode[], changed: Changed): HtmlNode[] {
  const written = nodes.map((node) => ({ node, now: rebuiltNode(node, changed) }))
  return written.flatMap(({ node, now }, at) => {
    const next = written.slice(at + 1).find((one) => !isBlank(one.node))
    // The line above the notes.
    const isLine = 'name' in node && node.name === 'hr' && next !== undefined && next.now === null
    return now === null || isLine ? [] : [now]
  })
}

/** Null for what is gone, and for what had nothing else in it. */
function rebuiltNode(node: HtmlNode, changed: Changed): HtmlNode | null {
  if ('text' in node) return node
  if (changed.gone.has(node)) return null
  const number = changed.numbers.get(node)
  if (number !== undefined) return markOf(number)
  const children = rebuilt(node.children, changed)
  const isEmptied =
    children.length < node.children.length && textOf({ ...node, children }) === '' && !children.some(hasImage)
  return isEmptied ? null : { ...node, children }
}

const hasImage = (node: HtmlNode): boolean =>
  'name' in node && (node.name === 'img' || elementsOf(node).some(({ name }) => name === 'img'))

const markOf = (number: number): HtmlElement =>
  element('sup', {}, [element('a', { href: `#fn-${number}`, 'data-footnote-ref': '' }, [{ text: String(number) }])])

const isBlank = (node: HtmlNode) => 'text' in node && node.text.trim() === ''

/** What parts the number of a note from its text. */
function withoutBlankStart([first, ...rest]: readonly HtmlNode[]): HtmlNode[] {
  if (first === undefined) return []
  if (rawText(first).trim() === '' && !hasImage(first)) return withoutBlankStart(rest)
  if ('text' in first) return [{ text: first.text.trimStart() }, ...rest]
  return [{ ...first, children: withoutBlankStart(first.children) }, ...rest]
}

const element = (name: string, attributes: HtmlElement['attributes'], children: HtmlNode[]): HtmlElement => ({
  name,
  attributes,
  children,
  size: 0,
  holdsBlock: false,
})
