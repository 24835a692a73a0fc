import type { List, Nodes, Parents, PhrasingContent, RootContent } from 'mdast'

import { markdownTree } from '#std/markdown-tree.ts'

/** A part of a text and how it looks: names of looks such as `strong emphasis`, `code`, `link` or `address`. */
export type Piece = { text: string; look: string }
export type Block = {
  kind: 'text' | 'heading' | 'code' | 'row' | 'rule' | 'source'
  /** Of a heading; 0 of everything else. */
  level: number
  /** How many lists and quotations it is in. */
  indent: number
  /** What stands before the first block of a list item. */
  marker: string
  pieces: Piece[]
}

type Around = { source: string; indent: number; marker: string }

/**
 * The blocks of a Markdown text for somebody who decides on it. Nothing of the text is hidden: links and pictures have their
 * address behind them, and what readers do not see, such as HTML, comments and definitions, is shown as its source.
 */
export function readMarkdown(source: string): Block[] {
  return markdownTree(source).children.flatMap((node) => blocksOf(node, { source, indent: 0, marker: '' }))
}

function blocksOf(node: RootContent, around: Around): Block[] {
  const block = (kind: Block['kind'], pieces: Piece[], level = 0): Block[] => [
    { kind, level, indent: around.indent, marker: around.marker, pieces },
  ]
  switch (node.type) {
    case 'paragraph':
      return block('text', inlineOf(node, around))
    case 'heading':
      return block('heading', inlineOf(node, around), node.depth)
    case 'blockquote':
      return node.children.flatMap((child, at) =>
        blocksOf(child, { ...around, indent: around.indent + 1, marker: at === 0 ? `${around.marker}“` : '' }),
      )
    case 'list':
      return itemsOf(node, around)
    case 'code': {
      const about = [node.lang, node.meta].filter(Boolean).join(' ')
      return block('code', [
        ...(about === '' ? [] : [{ text: `${about}\n`, look: 'address' }]),
        { text: node.value, look: '' },
      ])
    }
    case 'table':
      return node.children.flatMap((row, line) =>
        block(
          'row',
          row.children.flatMap((cell, at) => [
            ...(at === 0 ? [] : [{ text: ' | ', look: 'address' }]),
            ...inlineOf(cell, around, line === 0 ? ['strong'] : []),
          ]),
        ),
      )
    case 'thematicBreak':
      return block('rule', [{ text: '* * *', look: '' }])
    default:
      return block('source', [{ text: sourceOf(node, around), look: '' }])
  }
}

function itemsOf({ ordered, start, children }: List, around: Around): Block[] {
  return children.flatMap(({ checked, children: inside }, at) => {
    const task = checked === null || checked === undefined ? '' : checked ? '☑' : '☐'
    const marker = task || (ordered === true ? `${(start ?? 1) + at}.` : '•')
    const first = { ...around, indent: around.indent + 1, marker }
    if (inside.length === 0) return [{ kind: 'text', level: 0, indent: first.indent, marker, pieces: [] } as const]
    return inside.flatMap((child, nth) => blocksOf(child, nth === 0 ? first : { ...first, marker: '' }))
  })
}

function inlineOf({ children }: Parents, around: Around, looks: readonly string[] = []): Piece[] {
  return children.flatMap((child) => piecesOf(child as PhrasingContent, around, looks))
}

function piecesOf(node: PhrasingContent, around: Around, looks: readonly string[]): Piece[] {
  const within = (parent: Parents, look: string) => inlineOf(parent, around, [...looks, look])
  const address = (text: string) => [{ text: ` (${text})`, look: 'address' }]
  switch (node.type) {
    case 'text':
      return [{ text: node.value.replaceAll('\n', ' '), look: looks.join(' ') }]
    case 'break':
      return [{ text: '\n', look: looks.join(' ') }]
    case 'inlineCode':
      return [{ text: node.value, look: [...looks, 'code'].join(' ') }]
    case 'strong':
    case 'emphasis':
      return within(node, node.type)
    case 'delete':
      return within(node, 'strike')
    case 'link':
      return [...within(node, 'link'), ...address(titled(node))]
    case 'linkReference':
      return [...within(node, 'link'), ...address(`[${node.identifier}]`)]
    case 'image':
      return [{ text: `[Picture: ${node.alt ?? ''}]`, look: looks.join(' ') }, ...address(titled(node))]
    case 'imageReference':
      return [{ text: `[Picture: ${node.alt ?? ''}]`, look: looks.join(' ') }, ...address(`[${node.identifier}]`)]
    default:
      return [{ text: sourceOf(node, around), look: 'code' }]
  }
}

function titled({ url, title }: { url: string; title?: string | null | undefined }): string {
  return title ? `${url} “${title}”` : url
}

function sourceOf({ position }: Nodes, { source }: Around): string {
  return source.slice(position?.start.offset, position?.end.offset)
}
