import type { AlignType, BlockContent, PhrasingContent, RootContent, TableRow } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { type Options, toMarkdown } from 'mdast-util-to-markdown'
import type { Mark, Node } from 'prosemirror-model'

import { withBlanksOutside } from '#web/areas/content/article/body/blanks.ts'
import { closedSource } from '#web/areas/content/article/body/closed-source.ts'

/**
 * A block as Markdown in the editor's own form: `-` for lists, `*` for emphasis, fences for code. Without a line break at its end.
 *
 * @param beside the texts before and after it: a list gets other marks than a list beside it, which it would run into
 */
export function writeBlock(block: Node, beside: readonly string[] = []): string {
  if (block.type.name === 'raw') return block.textContent
  const bullet = bullets.find((mark) => !beside.some((text) => /^\s*([-*+])(?:\s|$)/.exec(text)?.[1] === mark)) ?? '-'
  const bulletOrdered = beside.some((text) => /^\s*\d+\./.test(text)) ? ')' : '.'
  const root = { type: 'root' as const, children: [blockOf(block) as RootContent] }
  return toMarkdown(root, { ...options, bullet, bulletOrdered }).replace(/\n$/, '')
}

const bullets = ['-', '*', '+'] as const

const options: Options = {
  extensions: [gfmToMarkdown()],
  emphasis: '*',
  fences: true,
  rule: '-',
  listItemIndent: 'one',
}

function blockOf(node: Node): BlockContent | RootContent {
  const inside = () => node.content.content.map((child) => blockOf(child) as BlockContent)
  const { attrs } = node
  switch (node.type.name) {
    case 'heading':
      return { type: 'heading', depth: attrs['level'], children: phrases(node) }
    case 'blockquote':
      return { type: 'blockquote', children: inside() }
    case 'bulletList':
    case 'orderedList':
      return {
        type: 'list',
        ordered: node.type.name === 'orderedList',
        start: attrs['start'] ?? null,
        spread: attrs['spread'],
        children: node.content.content.map((item) => ({
          type: 'listItem',
          checked: item.attrs['checked'],
          spread: attrs['spread'] === true || item.content.content.some(needsDistance),
          children: itemContent(item),
        })),
      }
    case 'codeBlock':
      return { type: 'code', lang: attrs['lang'], meta: attrs['meta'], value: node.textContent }
    case 'raw':
      return { type: 'html', value: closedSource(node.textContent) }
    case 'rule':
      return { type: 'thematicBreak' }
    case 'table':
      return {
        type: 'table',
        align: (node.firstChild?.content.content ?? []).map((cell) => cell.attrs['align'] as AlignType),
        children: node.content.content.map(rowOf),
      }
    default:
      return { type: 'paragraph', children: phrases(node) }
  }
}

/** A list right below a paragraph would be read as its words where it has another number than 1, or begins with nothing. */
const needsDistance = ({ type, attrs, firstChild }: Node) =>
  (type.name === 'orderedList' && attrs['start'] !== 1) ||
  ((type.name === 'orderedList' || type.name === 'bulletList') && firstChild?.textContent === '')

// An item that begins with something else has an empty paragraph before it only here.
function itemContent(item: Node): BlockContent[] {
  const [first, ...rest] = item.content.content
  const kept = first !== undefined && first.content.size === 0 && rest.length > 0 ? rest : item.content.content
  return kept.map((child) => blockOf(child) as BlockContent)
}

function rowOf(row: Node): TableRow {
  return {
    type: 'tableRow',
    children: row.content.content.map((cell) => ({
      type: 'tableCell',
      children: cell.firstChild === null ? [] : phrases(cell.firstChild),
    })),
  }
}

type Piece = { node: Node; marks: readonly Mark[] }

function phrases(parent: Node): PhrasingContent[] {
  return nest(withBlanksOutside(parent.content.content).map((node) => ({ node, marks: node.marks })))
}

/** Pieces with the same mark side by side share one element of it, the mark that goes furthest outermost. */
function nest(pieces: readonly Piece[]): PhrasingContent[] {
  const result: PhrasingContent[] = []
  for (let at = 0; at < pieces.length;) {
    const piece = pieces[at] as Piece
    const reach = (mark: Mark) => {
      let end = at
      while (end < pieces.length && mark.isInSet(pieces[end]?.marks ?? [])) end++
      return end
    }
    const [outer] = piece.marks
      .filter(({ type }) => type.name !== 'code')
      .map((mark) => ({ mark, end: reach(mark) }))
      .toSorted((a, b) => b.end - a.end)
    if (outer === undefined) {
      result.push(leaf(piece.node))
      at++
    } else {
      const within = pieces
        .slice(at, outer.end)
        .map(({ node, marks }) => ({ node, marks: outer.mark.removeFromSet(marks) }))
      result.push(wrapped(outer.mark, nest(within)))
      at = outer.end
    }
  }
  return result
}

function wrapped({ type, attrs }: Mark, children: PhrasingContent[]): PhrasingContent {
  if (type.name === 'strong') return { type: 'strong', children }
  if (type.name === 'strike') return { type: 'delete', children }
  if (type.name === 'link') return { type: 'link', url: attrs['href'], title: attrs['title'], children }
  return { type: 'emphasis', children }
}

function leaf(node: Node): PhrasingContent {
  const { attrs } = node
  switch (node.type.name) {
    case 'image':
      return { type: 'image', url: attrs['src'], alt: attrs['alt'], title: attrs['title'] }
    case 'hardBreak':
      return { type: 'break' }
    case 'rawInline':
      return { type: 'html', value: attrs['source'] }
    default:
      return node.marks.some(({ type }) => type.name === 'code')
        ? { type: 'inlineCode', value: node.text ?? '' }
        : { type: 'text', value: node.text ?? '' }
  }
}
