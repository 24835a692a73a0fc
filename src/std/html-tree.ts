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

const silent = new Set(['script', 'style', 'noscript', 'template', 'title', 'svg', 'iframe', 'head'])

/** Notes of an element, and of all within it, how much text it has and whether it holds blocks. Returns the number of characters. */
export function measure(element: HtmlElement): number {
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
