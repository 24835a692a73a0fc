import { isShown } from './clean-html.ts'
import { type HtmlElement, type HtmlNode, isBlock, rawText, textOf } from './html-tree.ts'

/**
 * An element as plain text in the style of Markdown: headings, lists, quotes, code and rows of tables; blank lines between
 * blocks.
 */
export function htmlText(element: HtmlElement): string {
  const lines: string[] = []
  walk(element, lines, '')
  return lines
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function walk(element: HtmlElement, blocks: string[], bullet: string): void {
  let words = ''
  const flush = () => {
    const line = words
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim()
    if (line !== '') blocks.push(bullet + line)
    words = ''
  }
  for (const child of element.children) {
    if ('text' in child) words += child.text.replace(/\s+/g, ' ')
    else if (!isShown(child)) continue
    else if (child.name === 'br') words += '\n'
    else if (!isBlock(child) && !child.holdsBlock) words += inlineOf(child)
    else {
      flush()
      blockOf(child, blocks, bullet)
    }
  }
  flush()
}

function blockOf(element: HtmlElement, blocks: string[], bullet: string): void {
  const level = /^h([1-6])$/.exec(element.name)?.[1]
  if (level !== undefined) return add(blocks, `${'#'.repeat(Number(level))} ${textOf(element)}`, textOf(element))
  if (element.name === 'pre') return add(blocks, `\`\`\`\n${rawText(element).trimEnd()}\n\`\`\``, rawText(element))
  if (element.name === 'tr') {
    const cells = element.children.flatMap((child) => ('text' in child ? [] : [textOf(child)]))
    return add(blocks, cells.join(' | '), cells.join(''))
  }
  if (element.name === 'ul' || element.name === 'ol') return listOf(element, blocks)
  if (element.name === 'blockquote') {
    const quoted: string[] = []
    walk(element, quoted, '')
    return add(blocks, quoted.map((block) => block.replace(/^/gm, '> ')).join('\n>\n'), quoted.join(''))
  }
  walk(element, blocks, bullet)
}

function listOf(list: HtmlElement, blocks: string[]): void {
  const entries: string[] = []
  let n = 0
  for (const child of list.children) {
    if ('text' in child || !isShown(child)) continue
    const inner: string[] = []
    walk(child, inner, '')
    if (inner.length === 0) continue
    const mark = list.name === 'ol' ? `${++n}. ` : '- '
    entries.push(mark + inner.join('\n').replaceAll('\n', '\n  '))
  }
  add(blocks, entries.join('\n'), entries.join(''))
}

function add(blocks: string[], block: string, words: string): void {
  if (words.trim() !== '') blocks.push(block)
}

function inlineOf(node: HtmlNode): string {
  if ('text' in node) return node.text.replace(/\s+/g, ' ')
  if (!isShown(node)) return ''
  if (node.name === 'br') return '\n'
  if (node.name === 'img') return node.attributes['alt'] ?? ''
  const inner = node.children.map(inlineOf).join('')
  return node.name === 'code' && inner.trim() !== '' ? `\`${inner}\`` : inner
}
