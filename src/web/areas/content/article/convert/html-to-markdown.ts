import type { AlignType, BlockContent, ListItem, PhrasingContent, RootContent, TableRow } from 'mdast'

import { type HtmlElement, type HtmlNode, isBlock, rawText } from '#std/html-tree.ts'
import { parseHtml } from '#std/parse-html.ts'
import { htmlOf, tagsOf } from '#std/write-html.ts'
import { isReadAgain, markdownOf } from '#web/areas/content/article/convert/read-again.ts'

/** One block of a body: its HTML, and what stands for it in the Markdown; `isKept` where that is its HTML again. */
export type ConvertedBlock = { html: string; markdown: string; isKept: boolean }

/** A body as Markdown, and block by block what became what. */
export type Converted = { markdown: string; blocks: readonly ConvertedBlock[] }

/**
 * HTML that was sanitised, as Markdown that says the same. A block becomes Markdown only where all of it can be said so and is read
 * again as the same; any other stays HTML, which Markdown may hold, so nothing is lost (web.md#a-person-converts-html).
 */
export function convertHtml(html: string): Converted {
  const pairs = blocksOf(parseHtml(html).children).map((nodes) => {
    const source = nodes.map(htmlOf).join('').trim()
    const block = blockOf(nodes)
    const isKept = block === null || !isReadAgain(block)
    return { source, isKept, block: isKept ? keptBlock(source) : block }
  })
  return {
    markdown: markdownOf(pairs.map(({ block }) => block)),
    blocks: pairs.map(({ source, isKept, block }) => ({
      html: source,
      markdown: markdownOf([block]).trimEnd(),
      isKept,
    })),
  }
}

/** What stands between blocks is a block, too; blanks are none. */
function blocksOf(nodes: readonly HtmlNode[]): HtmlNode[][] {
  const blocks: HtmlNode[][] = []
  let run: HtmlNode[] = []
  const end = () => {
    if (run.some((node) => !isBlank(node))) blocks.push(run)
    run = []
  }
  for (const node of nodes) {
    if ('text' in node || !isBlock(node)) run.push(node)
    else {
      end()
      blocks.push([node])
    }
  }
  end()
  return blocks
}

const isBlank = (node: HtmlNode) => 'text' in node && /^[ \t\n\r\f]*$/.test(node.text)
const elementsIn = (parent: HtmlElement) => parent.children.filter((node) => 'name' in node)

/** A block of HTML within Markdown ends at an empty line: there is none within it. */
function keptBlock(html: string): RootContent {
  const value = html.replace(/\n[ \t\r]*(?=\n)/g, html.includes('<pre') ? '\n&#10;' : '').replace(/&#10;\n/g, '&#10;')
  return { type: 'html', value }
}

/** Some HTML as a block of Markdown; null where something in it has no form there. */
function blockOf(nodes: readonly HtmlNode[]): BlockContent | null {
  const [first, ...others] = nodes
  if (first === undefined) return null
  if (others.length > 0 || 'text' in first || !isBlock(first)) return paragraphOf(nodes)
  const { name, children } = first
  const level = /^h([2-6])$/.exec(name)?.[1]
  if (level !== undefined) {
    const inside = phrasesOf(children, false)
    return inside && { type: 'heading', depth: Number(level) as 2 | 3 | 4 | 5 | 6, children: inside }
  }
  if (name === 'p') return paragraphOf(children)
  if (name === 'hr') return { type: 'thematicBreak' }
  if (name === 'ul' || name === 'ol') return listOf(first)
  if (name === 'pre') return codeOf(first)
  if (name === 'table') return tableOf(first)
  if (name !== 'blockquote') return null
  const inner = blocksOf(children)
  const inside = inner.map(blockOf)
  const isBare = inner.some(([one]) => one !== undefined && ('text' in one || !isBlock(one)))
  if (isBare || inside.includes(null) || inside.length === 0) return null
  return { type: 'blockquote', children: whole(inside) }
}

const whole = <T>(all: readonly (T | null)[]): T[] => all.filter((one) => one !== null)

function paragraphOf(nodes: readonly HtmlNode[]): BlockContent | null {
  const children = phrasesOf(nodes, true)
  return children && { type: 'paragraph', children }
}

function listOf(list: HtmlElement): BlockContent | null {
  const items = elementsIn(list)
  const isLoose = items.some((item) => elementsIn(item).some(({ name }) => name === 'p'))
  const children = items.map((item): ListItem | null => {
    const blocks = blocksOf(item.children)
    // Between the items of a loose list all texts are paragraphs, in a tight one none is.
    const isAlike = blocks.every(([one]) => one !== undefined && ('text' in one || !isBlock(one) ? !isLoose : true))
    const inside = blocks.map(blockOf)
    if (item.name !== 'li' || !isAlike || inside.includes(null)) return null
    return { type: 'listItem', spread: isLoose, checked: null, children: whole(inside) }
  })
  const hasStray = list.children.some((node) => 'text' in node && !isBlank(node))
  if (hasStray || children.includes(null) || children.length === 0) return null
  const isOrdered = list.name === 'ol'
  return { type: 'list', ordered: isOrdered, start: isOrdered ? 1 : null, spread: isLoose, children: whole(children) }
}

function codeOf(pre: HtmlElement): BlockContent | null {
  const [code, ...others] = pre.children
  if (code === undefined || 'text' in code || code.name !== 'code' || others.length > 0) return null
  if (elementsIn(code).length > 0) return null
  const lang = /^language-([^\s`]+)$/.exec(code.attributes['class'] ?? '')?.[1] ?? null
  return { type: 'code', lang, meta: null, value: rawText(code).replace(/\n$/, '') }
}

function tableOf(table: HtmlElement): BlockContent | null {
  const [head, body, ...others] = elementsIn(table)
  const rows = [...(head ? elementsIn(head) : []), ...(body ? elementsIn(body) : [])]
  const isPlain =
    head?.name === 'thead' &&
    elementsIn(head).length === 1 &&
    (body === undefined || body.name === 'tbody') &&
    others.length === 0 &&
    rows.every((row, at) => elementsIn(row).every(({ name }) => name === (at === 0 ? 'th' : 'td')))
  const width = rows[0] === undefined ? 0 : elementsIn(rows[0]).length
  if (!isPlain || width === 0 || rows.some((row) => elementsIn(row).length !== width)) return null
  const alignOf = (row: HtmlElement) => elementsIn(row).map(({ attributes }) => attributes['align'] ?? null)
  const align = alignOf(rows[0] as HtmlElement)
  if (rows.some((row) => JSON.stringify(alignOf(row)) !== JSON.stringify(align))) return null
  const children = rows.map((row): TableRow | null => {
    const cells = elementsIn(row).map((cell) => phrasesOf(cell.children, false))
    if (cells.includes(null)) return null
    return { type: 'tableRow', children: whole(cells).map((inside) => ({ type: 'tableCell', children: inside })) }
  })
  return children.includes(null) ? null : { type: 'table', align: align as AlignType[], children: whole(children) }
}

/** The text of a block; null where there is a block in it. `breaks`: whether it may have lines of its own. */
function phrasesOf(nodes: readonly HtmlNode[], breaks: boolean): PhrasingContent[] | null {
  if (nodes.some((node) => 'name' in node && (isBlock(node) || node.holdsBlock))) return null
  return trimmed(nodes.flatMap((node) => phraseOf(node, breaks)))
}

function phraseOf(node: HtmlNode, breaks: boolean): PhrasingContent[] {
  if ('text' in node) return [{ type: 'text', value: node.text.replace(/[ \t\n\r\f]+/g, ' ') }]
  const { name, attributes, children } = node
  const inside = () => children.flatMap((child) => phraseOf(child, breaks))
  const hasOnly = (...names: string[]) => Object.keys(attributes).every((one) => names.includes(one))
  const href = attributes['href']
  if (name === 'strong' || name === 'b') return [{ type: 'strong', children: inside() }]
  if (name === 'em' || name === 'i') return [{ type: 'emphasis', children: inside() }]
  if (name === 'del') return [{ type: 'delete', children: inside() }]
  if (name === 'br' && breaks) return [{ type: 'break' }]
  if (name === 'code' && hasOnly() && elementsIn(node).length === 0)
    return [{ type: 'inlineCode', value: rawText(node).replace(/\n/g, ' ') }]
  // The sanitiser gives every link its `rel`.
  if (name === 'a' && href !== undefined && hasOnly('href', 'title', 'rel'))
    return [{ type: 'link', url: href, title: attributes['title'] ?? null, children: inside() }]
  if (name === 'img' && attributes['src'] !== undefined && hasOnly('src', 'alt'))
    return [{ type: 'image', url: attributes['src'], alt: attributes['alt'] ?? '', title: null }]
  const [from, to] = tagsOf(node)
  const tag = (value: string): PhrasingContent => ({ type: 'html', value })
  return to === '' ? [tag(from)] : [tag(from), ...inside(), tag(to)]
}

/** Blanks at the ends of a block and around its breaks are nothing to readers. */
function trimmed(phrases: readonly PhrasingContent[]): PhrasingContent[] {
  const isEdge = (one: PhrasingContent | undefined) => one === undefined || one.type === 'break'
  return phrases
    .map((one, at) => {
      if (one.type !== 'text') return one
      const start = isEdge(phrases[at - 1]) ? one.value.trimStart() : one.value
      return { ...one, value: isEdge(phrases[at + 1]) ? start.trimEnd() : start }
    })
    .filter((one) => one.type !== 'text' || one.value !== '')
}
