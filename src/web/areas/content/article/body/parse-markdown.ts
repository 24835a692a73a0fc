import type { Definition, Nodes, Parents, RootContent, Table } from 'mdast'
import { Fragment, type Mark, type Node } from 'prosemirror-model'

import { markdownTree } from '#std/markdown-tree.ts'
import { atOnce, type Parts } from '#std/parts.ts'
import { withBlanksOutside } from '#web/areas/content/article/body/blanks.ts'
import { schema } from '#web/areas/content/article/body/schema.ts'

/** A block of a body with the text that it was read from: `source.slice(from, to)`. */
export type ReadBlock = { node: Node; from: number; to: number; isDefinition: boolean }

/** Thrown inside for what the schema cannot express: the block that has it stays source. */
const cannotExpress = new Error('no rich form')

/** The blocks of a Markdown text in order; one that has no rich form is a `raw` block with its source. */
export const readBlocks = (source: string): ReadBlock[] => atOnce(readingBlocks(source))

/** `readBlocks` in parts: the syntax, then each block. */
export function* readingBlocks(source: string): Parts<ReadBlock[]> {
  const { children } = markdownTree(source)
  const definitions = new Map<string, Definition>()
  for (const node of children) if (node.type === 'definition') definitions.set(node.identifier, node)
  const blocks: ReadBlock[] = []
  for (const block of children) {
    yield
    const [from, to] = [block.position?.start.offset ?? 0, block.position?.end.offset ?? 0]
    const node = richOf(block, { source, definitions }) ?? rawBlock(source.slice(from, to))
    blocks.push({ node, from, to, isDefinition: /definition/i.test(block.type) })
  }
  return blocks
}

export function rawBlock(text: string): Node {
  return schema.node('raw', null, text === '' ? [] : [schema.text(text)])
}

type Around = { source: string; definitions: ReadonlyMap<string, Definition> }

/** A block in its rich form; null where it has something that cannot be expressed. */
function richOf(block: RootContent, around: Around): Node | null {
  try {
    return blockOf(block, around)
  } catch (error) {
    if (error === cannotExpress || error instanceof RangeError) return null
    throw error
  }
}

function blockOf(node: Nodes, around: Around): Node {
  const inside = (parent: Parents) => parent.children.map((child) => blockOf(child, around))
  switch (node.type) {
    case 'paragraph':
      return schema.node('paragraph', null, inlineOf(node, around))
    case 'heading':
      return schema.node('heading', { level: node.depth }, inlineOf(node, around))
    case 'blockquote':
      return schema.node('blockquote', null, inside(node))
    case 'list': {
      const type = node.ordered === true ? 'orderedList' : 'bulletList'
      const start = node.ordered === true ? { start: node.start ?? 1 } : {}
      return schema.node(type, { ...start, spread: node.spread === true }, inside(node))
    }
    case 'listItem': {
      const content = inside(node)
      // An item begins with a paragraph, if an empty one.
      if (content[0]?.type.name !== 'paragraph') content.unshift(schema.node('paragraph'))
      return schema.node('listItem', { checked: node.checked ?? null }, content)
    }
    case 'code':
      return schema.node(
        'codeBlock',
        { lang: node.lang ?? null, meta: node.meta ?? null },
        node.value === '' ? [] : schema.text(node.value),
      )
    case 'thematicBreak':
      return schema.node('rule')
    case 'table':
      return tableOf(node, around)
    default:
      throw cannotExpress
  }
}

function tableOf({ align, children }: Table, around: Around): Node {
  const width = children[0]?.children.length ?? 0
  return schema.node(
    'table',
    null,
    children.map(({ children: cells }, line) =>
      schema.node(
        'table_row',
        null,
        Array.from({ length: width }, (_unused, at) => {
          const content = cells[at] === undefined ? Fragment.empty : inlineOf(cells[at], around)
          const paragraph = schema.node('paragraph', null, content)
          return schema.node(line === 0 ? 'table_header' : 'table_cell', { align: align?.[at] ?? null }, paragraph)
        }),
      ),
    ),
  )
}

function inlineOf(parent: Parents, around: Around): Fragment {
  return Fragment.from(withBlanksOutside(parent.children.flatMap((child) => pieces(child, [], around))))
}

function pieces(node: Nodes, marks: readonly Mark[], around: Around): Node[] {
  const within = (parent: Parents, mark: Mark) =>
    parent.children.flatMap((child) => pieces(child, mark.addToSet(marks), around))
  switch (node.type) {
    case 'text':
      // A line break within a paragraph is a space to readers.
      return node.value === '' ? [] : [schema.text(node.value.replace(/ ?\n/g, ' '), marks)]
    case 'emphasis':
      return within(node, schema.mark('emphasis'))
    case 'strong':
      return within(node, schema.mark('strong'))
    case 'delete':
      return within(node, schema.mark('strike'))
    case 'inlineCode':
      return node.value === '' ? [] : [schema.text(node.value.replace(/\n/g, ' '), schema.mark('code').addToSet(marks))]
    case 'break':
      return [schema.node('hardBreak', null, [], marks)]
    case 'link':
      return within(node, schema.mark('link', { href: node.url, title: node.title ?? null }))
    case 'linkReference': {
      const { url, title } = defined(around.definitions.get(node.identifier))
      return within(node, schema.mark('link', { href: url, title: title ?? null }))
    }
    case 'image':
      return [schema.node('image', { src: node.url, alt: node.alt ?? '', title: node.title ?? null }, [], marks)]
    case 'imageReference': {
      const { url, title } = defined(around.definitions.get(node.identifier))
      return [schema.node('image', { src: url, alt: node.alt ?? '', title: title ?? null }, [], marks)]
    }
    case 'html':
    case 'footnoteReference': {
      const source = around.source.slice(node.position?.start.offset, node.position?.end.offset)
      // Over several lines it may hold marks of the quote or list around it.
      if (source.includes('\n')) throw cannotExpress
      return [schema.node('rawInline', { source }, [], marks)]
    }
    default:
      throw cannotExpress
  }
}

function defined<T>(value: T | undefined): T {
  if (value === undefined) throw cannotExpress
  return value
}
