import type { Nodes, RootContent } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'

import { markdownTree } from '#std/markdown-tree.ts'

/** Blocks as Markdown in the form of the editor. */
export function markdownOf(blocks: RootContent[]): string {
  const extensions = [gfmToMarkdown()]
  const form = { bullet: '-', emphasis: '*', fences: true, rule: '-', listItemIndent: 'one' } as const
  return toMarkdown({ type: 'root', children: blocks }, { extensions, ...form })
}

/** Whether the Markdown of a block is read as this block again, by the parser that the server renders with. */
export function isReadAgain(block: RootContent): boolean {
  const { children } = markdownTree(markdownOf([block]))
  return JSON.stringify(children.map(outline)) === JSON.stringify([outline(block)])
}

/** What a node says, without where it stands; neighbouring texts are one. */
function outline(node: Nodes): unknown {
  const { type } = node
  const said = wordsOf(node)
  if (!('children' in node)) return [type, said]
  const parts: unknown[] = []
  let text = ''
  for (const child of node.children) {
    if (child.type === 'text') text += child.value
    else {
      if (text !== '') parts.push(text)
      text = ''
      parts.push(outline(child))
    }
  }
  if (text !== '') parts.push(text)
  return [type, said, parts]
}

function wordsOf(node: Nodes): unknown {
  switch (node.type) {
    case 'heading':
      return node.depth
    case 'list':
      return [node.ordered, node.start ?? null]
    case 'listItem':
      return node.checked ?? null
    case 'code':
      return [node.lang ?? null, node.meta ?? null, node.value]
    case 'link':
      return [node.url, node.title ?? null]
    case 'image':
      return [node.url, node.alt ?? '', node.title ?? null]
    case 'table':
      return node.align ?? []
    case 'inlineCode':
    case 'html':
      return node.value
    default:
      return null
  }
}
