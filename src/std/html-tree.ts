import { Parser } from 'htmlparser2'

/**
 * An element of a page. `size` is the number of characters of its text, blanks aside; `holdsBlock` says whether something
 * within it is on separate lines.
 */
export type HtmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: HtmlNode[]
  size: number
  holdsBlock: boolean
}
export type HtmlNode = HtmlElement | { text: string }

/** Elements that are nested deeper become siblings, so that walking a tree needs no more of the stack. */
const maxDepth = 150
const maxNodes = 400_000
const maxOpen = 2000
const pieceLength = 16_384

/** A page as a tree, whatever its markup is. Linear in its length: what comes after
 * 400,000 nodes, or more than 2,000 open elements, is left out. */
export function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { name: '#root', attributes: {}, children: [], size: 0, holdsBlock: false }
  const open = [root]
  // Names of the open elements, with null for those too deep to be separate elements.
  const names: (HtmlElement | null)[] = [root]
  let nodes = 0

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length >= maxDepth || nodes >= maxNodes) return void names.push(null)
        const element: HtmlElement = { name, attributes, children: [], size: 0, holdsBlock: false }
        nodes++
        open.at(-1)?.children.push(element)
        open.push(element)
        names.push(element)
      },
      ontext(text) {
        const parent = open.at(-1)
        if (parent === undefined || nodes >= maxNodes) return
        const last = parent.children.at(-1)
        if (last !== undefined && 'text' in last) last.text += text
        else {
          nodes++
          parent.children.push({ text })
        }
      },
      onclosetag() {
        if (names.length <= 1) return
        const closed = names.pop()
        if (closed === null || closed === undefined) return
        open.pop()
      },
    },
    { decodeEntities: true },
  )
  // The parser's own list of open elements costs more the longer it is: a page that opens thousands of them is cut off here.
  for (let at = 0; at < html.length && names.length < maxOpen; at += pieceLength)
    parser.write(html.slice(at, at + pieceLength))
  parser.end()
  measure(root)
  return root
}

const silent = new Set(['script', 'style', 'noscript', 'template', 'title', 'svg', 'iframe', 'head'])

function measure(element: HtmlElement): number {
  let size = 0
  for (const child of element.children) {
    if ('text' in child) size += child.text.replace(/\s+/g, '').length
    else {
      size += measure(child)
      element.holdsBlock ||= child.holdsBlock || isBlock(child)
    }
  }
  element.size = silent.has(element.name) ? 0 : size
  return element.size
}

const blocks = new Set(
  'h1 h2 h3 h4 h5 h6 p ul ol li pre blockquote table thead tbody tr th td caption figure figcaption hr div section article main header dl dt dd details summary address center fieldset'.split(
    ' ',
  ),
)

/** Whether an element stands on lines of its own. */
export function isBlock({ name }: HtmlElement): boolean {
  return blocks.has(name)
}

/** Every element below one, in the order of the page. */
export function elementsOf(element: HtmlElement): HtmlElement[] {
  const found: HtmlElement[] = []
  const waiting = element.children.toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ('text' in next) continue
    found.push(next)
    for (let i = next.children.length - 1; i >= 0; i--) {
      const child = next.children[i]
      if (child !== undefined) waiting.push(child)
    }
  }
  return found
}

/** The text of an element on one line. */
export function textOf(node: HtmlNode): string {
  return rawText(node).replace(/\s+/g, ' ').trim()
}

/** The text of an element with its line breaks, as `pre` shows it. */
export function rawText(node: HtmlNode): string {
  if ('text' in node) return node.text
  if (node.name === 'br') return '\n'
  if (silent.has(node.name) && node.name !== 'title') return ''
  return node.children.map(rawText).join('')
}
