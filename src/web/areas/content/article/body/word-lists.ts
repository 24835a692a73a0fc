import { elementsOf, type HtmlElement, type HtmlNode, rawText } from '#std/html-tree.ts'

/** An item of a list as Word writes it: a paragraph that says its level and has its mark in its text. */
export type WordItem = { element: HtmlElement; level: number; kind: 'ul' | 'ol'; start: number; html?: string }

const bullet = /^[\s\u00a0]*[·•o§▪◦‣●○■–-][\s\u00a0]+/
const number = /^[\s\u00a0]*\(?(\d+|[a-z]|[ivx]+)[.)][\s\u00a0]*/i

/** A paragraph of Word that is an item of a list, without its mark; null for any other element. */
export function wordItemOf(element: HtmlElement): WordItem | null {
  const { class: names = '', style = '' } = element.attributes
  const level = /mso-list:\s*\S+\s+level(\d+)/i.exec(style)?.[1]
  if (level === undefined && !/\bMsoListParagraph/.test(names)) return null
  const mark = elementsOf(element).find(({ attributes }) => /mso-list:\s*ignore/i.test(attributes['style'] ?? ''))
  const written = rawText(mark ?? element)
  const ordinal = number.exec(written)
  if (mark === undefined && ordinal === null && !bullet.test(written)) return null
  return {
    element:
      mark === undefined
        ? cutStart(element, (ordinal ?? bullet.exec(written))?.[0].length ?? 0)
        : without(element, mark),
    level: Number(level ?? 1),
    kind: ordinal === null ? 'ul' : 'ol',
    start: Number(ordinal?.[1]) || 1,
  }
}

/** Items that follow each other, as lists within lists. */
export function listsOf(items: readonly WordItem[]): string {
  let written = ''
  const open: WordItem[] = []
  const close = () => (written += `</li></${open.pop()?.kind}>`)
  for (const item of items) {
    while ((open.at(-1)?.level ?? 0) > item.level) close()
    if (open.at(-1)?.level === item.level && open.at(-1)?.kind !== item.kind) close()
    if (open.at(-1)?.level === item.level) written += '</li><li>'
    else {
      open.push(item)
      written += `${item.kind === 'ol' ? `<ol start="${item.start}">` : '<ul>'}<li>`
    }
    written += `<p>${item.html?.trim()}</p>`
  }
  while (open.length > 0) close()
  return written
}

function without(element: HtmlElement, mark: HtmlElement): HtmlElement {
  const children = element.children.filter((child) => child !== mark)
  return { ...element, children: children.map((child) => ('text' in child ? child : without(child, mark))) }
}

/** The element without so many characters at its beginning. */
function cutStart(element: HtmlElement, length: number): HtmlElement {
  let left = length
  const cut = (node: HtmlNode): HtmlNode => {
    if (!('text' in node)) return { ...node, children: node.children.map(cut) }
    const text = node.text.slice(left)
    left -= node.text.length - text.length
    return { text }
  }
  return { ...element, children: element.children.map(cut) }
}
