import type { BlockContent, FootnoteDefinition, PhrasingContent } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'

import { type HtmlElement, type HtmlNode, isBlock, textOf } from '#std/html-tree.ts'
import { addressOf, type Look, lookOf } from '#web/areas/content/article/body/pasted-look.ts'

// Footnotes in the form of `withFootnotes`. The editor keeps them as their source (web.md#markdown-is-the-truth).

/** Whether an element is the mark of a footnote. */
export const isMark = ({ children: [link] }: HtmlElement): boolean =>
  link !== undefined && 'name' in link && 'data-footnote-ref' in link.attributes

/** A mark as Markdown. */
export const markOf = (mark: HtmlElement, firstNote: number): string => `[^${firstNote - 1 + Number(textOf(mark))}]`

/** The texts of footnotes as Markdown, each a block of its own. */
export function definitionsOf({ children: [list] }: HtmlElement, around: Look): string[] {
  const items = list !== undefined && 'name' in list ? list.children : []
  return items.flatMap((item, at) => {
    if ('text' in item) return []
    const label = String(around.firstNote + at)
    const children = blocksOf(item, around)
    const note: FootnoteDefinition = { type: 'footnoteDefinition', identifier: label, label, children }
    return toMarkdown({ type: 'root', children: [note] }, { extensions: [gfmToMarkdown()], emphasis: '*' }).trimEnd()
  })
}

/** The paragraphs of a note, whatever blocks they are in. */
function blocksOf(parent: HtmlElement, around: Look): BlockContent[] {
  const look = lookOf(parent, around)
  const blocks: BlockContent[] = []
  let line: PhrasingContent[] = []
  const end = () => {
    if (line.length > 0) blocks.push({ type: 'paragraph', children: line })
    line = []
  }
  for (const node of parent.children) {
    if ('text' in node || !(isBlock(node) || node.holdsBlock)) line.push(...phrasesOf(node, look))
    else {
      end()
      blocks.push(...blocksOf(node, look))
    }
  }
  end()
  return blocks
}

function phrasesOf(node: HtmlNode, around: Look): PhrasingContent[] {
  if ('text' in node) return phraseOf(node.text.replace(/\s+/g, ' '), around)
  const { name, attributes, children } = node
  if (name === 'br') return [{ type: 'break' }]
  if (name === 'sup' && isMark(node)) return [{ type: 'html', value: markOf(node, around.firstNote) }]
  const look = lookOf(node, around)
  const inside = children.flatMap((child) => phrasesOf(child, look))
  const url = name === 'a' ? addressOf(attributes['href'] ?? '') : null
  return url === null ? inside : [{ type: 'link', url, title: attributes['title'] ?? null, children: inside }]
}

function phraseOf(text: string, { isBold, isItalic, isStruck }: Look): PhrasingContent[] {
  if (text === '') return []
  // A mark does not begin or end with a blank in Markdown.
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? []
  const plain = (value: string): PhrasingContent[] => (value === '' ? [] : [{ type: 'text', value }])
  if (words === '') return plain(before)
  let phrase: PhrasingContent = { type: 'text', value: words }
  if (isStruck) phrase = { type: 'delete', children: [phrase] }
  if (isItalic) phrase = { type: 'emphasis', children: [phrase] }
  if (isBold) phrase = { type: 'strong', children: [phrase] }
  return [...plain(before), phrase, ...plain(after)]
}
