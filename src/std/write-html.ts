import { type HtmlElement, type HtmlNode, rawText } from './html-tree.ts'

/** A tree as HTML. */
export function htmlOf(node: HtmlNode): string {
  if ('text' in node) return escaped(node.text)
  const [from, to] = tagsOf(node)
  // A parser drops the first line break of a `pre`.
  const gap = node.name === 'pre' && rawText(node).startsWith('\n') ? '\n' : ''
  return from + gap + node.children.map(htmlOf).join('') + to
}

/** The tags at both ends of an element; the second one is empty where there is none. */
export function tagsOf({ name, attributes }: HtmlElement): [string, string] {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(value).replaceAll('"', '&quot;')}"`,
  )
  return [`<${name}${written.join('')}>`, isVoid(name) ? '' : `</${name}>`]
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const isVoid = (name: string) => name === 'br' || name === 'hr' || name === 'img'
