import { Fragment, type Node, Slice } from 'prosemirror-model'

import { readBlocks } from '#web/areas/content/article/body/parse-markdown.ts'
import { schema } from '#web/areas/content/article/body/schema.ts'

/** A text that was written as Markdown, in its rich form; null for any other text, which stays as it was typed. */
export function readPastedMarkdown(text: string): Slice | null {
  const blocks = readBlocks(text.replace(/\r\n?/g, '\n'))
  if (!blocks.some(({ node }) => isStructure(node))) return null
  return Slice.maxOpen(Fragment.from(blocks.map(({ node }) => belowTitle(node))))
}

/** Whether somebody must have meant it as Markdown. An asterisk, or a line that begins with a dash or a year, is prose as well. */
function isStructure(node: Node): boolean {
  switch (node.type.name) {
    case 'heading':
    case 'blockquote':
    case 'table':
      return true
    case 'codeBlock':
      return node.attrs['lang'] !== null
    case 'bulletList':
    case 'orderedList':
      return node.childCount > 1
    case 'paragraph':
      return node.content.content.some(isMarked)
    default:
      return false
  }
}

const isMarked = ({ type, text, marks }: Node) =>
  type.name === 'image' ||
  marks.some((mark) => mark.type.name === 'strong' || (mark.type.name === 'link' && !isBare(mark.attrs['href'], text)))

/** An address that is written as it is, not as a link. */
const isBare = (href: string, text = '') =>
  href.replace(/^(?:https?:\/\/|mailto:)/i, '') === text.replace(/^https?:\/\//i, '')

/** The page has one first heading, the title. */
function belowTitle(node: Node): Node {
  return node.type.name === 'heading'
    ? schema.node('heading', { level: Math.max(2, node.attrs['level']) }, node.content)
    : node
}
