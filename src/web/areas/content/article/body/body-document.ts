import type { Node } from 'prosemirror-model'

import { atOnce, type Parts } from '#std/parts.ts'
import { closedSource, isClosed } from '#web/areas/content/article/body/closed-source.ts'
import { rawBlock, readBlocks, readingBlocks } from '#web/areas/content/article/body/parse-markdown.ts'
import { schema } from '#web/areas/content/article/body/schema.ts'
import { writeBlock } from '#web/areas/content/article/body/write-markdown.ts'

/**
 * A body as a document that is edited, and the way back to its Markdown: what nobody has edited keeps its source byte for byte, with
 * what stands between; an edited block takes the editor's own form (web.md#markdown-is-the-truth).
 */
export type BodyDocument = {
  doc: Node
  /** The Markdown of this document after any number of changes. */
  markdownOf(doc: Node): string
}

/** One block as it was read: the text of it, and of what stands before it. */
type Origin = { node: Node; text: string; before: string; at: number }

export const openBody = (source: string): BodyDocument => atOnce(openingBody(source))

/** `openBody` in parts, block by block. */
export function* openingBody(source: string): Parts<BodyDocument> {
  const blocks = yield* readingBlocks(source)
  let end = 0
  const definitions = blocks.filter(({ isDefinition }) => isDefinition).map(({ from, to }) => source.slice(from, to))
  const origins: Origin[] = []
  for (const { node, from, to } of blocks) {
    yield
    // A heading may be said to begin with the definition before it.
    const start = Math.max(from, end)
    const [text, before] = [source.slice(start, to), source.slice(end, start)]
    end = to
    const kept = isFaithful(node, { text, definitions }) ? node : rawBlock(text)
    origins.push({ node: kept, text, before, at: origins.length })
  }
  const rest = source.slice(end)
  const known = new Map(origins.map((origin) => [origin.node, origin]))

  // What was changed and changed back is a new node that says the same.
  const originOf = (node: Node) => known.get(node) ?? origins.find((origin) => origin.node.eq(node))

  function markdownOf(doc: Node): string {
    let written = ''
    let last: Origin | undefined
    let previous = ''
    doc.forEach((node, _offset, at) => {
      const origin = originOf(node)
      // An empty paragraph is nothing in Markdown, not even distance.
      if (origin === undefined && isEmptyParagraph(node)) return
      const follows =
        origin !== undefined && origin.at === (last === undefined ? 0 : last.at + 1) && (last !== undefined || at === 0)
      written += follows ? origin.before : gap(written)
      const next = at + 1 < doc.childCount ? (originOf(doc.child(at + 1))?.text ?? '') : ''
      const isUnclosed = origin?.at === origins.length - 1 && isFollowed(doc, at) && lacksFence(origin)
      const keeps = origin !== undefined && !isUnclosed && (follows || !runsInto(previous, origin))
      previous = keeps ? origin.text : writeBlock(node, [previous, next])
      if (node.type.name === 'raw' && isFollowed(doc, at)) previous = closedSource(previous)
      written += previous
      last = origin
    })
    const isAtEnd = last !== undefined && last.at === origins.length - 1
    if (origins.length === 0) return isEmpty(doc) ? source : written
    return isAtEnd ? written + rest : `${written}${rest.includes('\n') ? '\n' : ''}`
  }

  const nodes = origins.map(({ node }) => node)
  return { doc: schema.node('doc', null, nodes.length === 0 ? [schema.node('paragraph')] : nodes), markdownOf }
}

/** Code at the end of a body may lack its last fence. */
const lacksFence = ({ node, text }: Origin) => node.type.name === 'codeBlock' && !isClosed(text)

/** Whether something is written after a block. */
const isFollowed = (doc: Node, at: number) => doc.content.content.slice(at + 1).some((node) => !isEmptyParagraph(node))

/** Whether a block would be read as a part of the list that now stands before it: it was written beside something else. */
function runsInto(before: string, { node, text }: Origin): boolean {
  const marker = markerOf(before)
  return (
    marker !== undefined && (marker === markerOf(text) || (node.type.name === 'codeBlock' && /^(?: {4}|\t)/.test(text)))
  )
}

/** What tells a list from the next one: its bullet, or what follows its number. */
const markerOf = (text: string) => /^ {0,3}(?:([-*+])|\d{1,9}([.)]))(?:\s|$)/.exec(text)?.slice(1).join('')

const gap = (written: string) => (written === '' ? '' : '\n\n')

function isEmpty(doc: Node): boolean {
  return doc.childCount === 1 && doc.firstChild !== null && isEmptyParagraph(doc.firstChild)
}

const isEmptyParagraph = (node: Node) => node.type.name === 'paragraph' && node.content.size === 0

/** Whether the editor's own form of a block is read as the same block: only then may it be edited as rich text. */
function isFaithful(node: Node, { text, definitions }: { text: string; definitions: readonly string[] }): boolean {
  if (node.type.name === 'raw') return true
  const written = writeBlock(node)
  const refers = hasReference(node)
  // It was read in that form: reading it once more would take as long as all the rest of opening a body.
  if (written === text && !refers) return true
  // A reference is one only beside what it refers to.
  const around = refers ? definitions : []
  const [again, ...others] = readBlocks([written, ...around].join('\n\n'))
  return others.every(({ isDefinition }) => isDefinition) && again?.node.eq(node) === true
}

function hasReference(node: Node): boolean {
  let found = false
  node.descendants(({ attrs }) => {
    found ||= typeof attrs['source'] === 'string' && attrs['source'].startsWith('[')
    return !found
  })
  return found
}
