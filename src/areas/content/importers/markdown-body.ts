import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

import { type Edit, applyEdits, overlapsAny } from './edits.ts'
import { shortcodeEdits } from './markdown-shortcodes.ts'
import type { Remark } from './record.ts'

/** Where an address leads: its new form, the same one, or nowhere that the importer knows (kept and noted). */
export type Resolution = { to: string } | 'as it is' | 'unresolved'

export type ResolveAddress = (address: string, use: 'link' | 'image') => Resolution

export type MarkdownBody = {
  /** The text of the first heading. */
  heading: string | null
  /** The source with its addresses resolved and its shortcodes readable; everything else is untouched. */
  content: string
  /** The same without its first heading, when that opens the text or is of level 1. */
  contentWithoutHeading: string
}

/** Reads the body of a Markdown file. Only the places that change are replaced, so the source keeps its writing. */
export function readMarkdownBody(source: string, resolve: ResolveAddress, remarks: Remark[]): MarkdownBody {
  if (nestsTooDeep(source)) {
    remarks.push({
      code: 'body_untouched',
      message: 'The text nests deeper than 100 levels: its links were left as they are',
    })
    return { heading: null, content: source, contentWithoutHeading: source }
  }
  const root = parser.parse(source)
  const edits: Edit[] = []
  const code: Edit[] = []
  for (const node of nodesOf(root)) {
    const [start, end] = [node.position?.start.offset, node.position?.end.offset]
    if (start === undefined || end === undefined) continue
    if (node.type === 'code' || node.type === 'inlineCode') code.push({ start, end, text: '' })
    else edits.push(...addressEdits(node, { source, start, end }, resolve, remarks))
  }

  const shortcodes = shortcodeEdits(source, remarks).filter((edit) => !overlapsAny(edit, code))
  const all = [...shortcodes, ...edits.filter((edit) => !overlapsAny(edit, shortcodes))]
  const first = root.children.find((node) => node.type === 'heading')
  const [start, end] = [first?.position?.start.offset, first?.position?.end.offset]
  const content = applyEdits(source, all)
  if (!first || start === undefined || end === undefined)
    return { heading: null, content, contentWithoutHeading: content }

  const opens = source.slice(0, start).trim() === ''
  const cut = { start: opens ? 0 : start, end: end + (/^\s*\n/.exec(source.slice(end))?.[0].length ?? 0), text: '' }
  const rest = all.filter((edit) => !overlapsAny(edit, [cut]))
  return {
    heading: textOf(first).replace(/\s+/g, ' ').trim() || null,
    content,
    contentWithoutHeading: opens || first.depth === 1 ? applyEdits(source, [cut, ...rest]) : content,
  }
}

const parser = unified().use(remarkParse).use(remarkGfm).freeze()

type Root = ReturnType<typeof parser.parse>
type Node = Root | Root['children'][number]
type Place = { source: string; start: number; end: number }

function* nodesOf(root: Root): Generator<Node> {
  const open: Node[] = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    yield node
    if ('children' in node) open.push(...node.children.toReversed())
  }
}

function addressEdits(node: Node, place: Place, resolve: ResolveAddress, remarks: Remark[]): Edit[] {
  if (node.type === 'html') return htmlEdits(place, resolve, remarks)
  if (node.type !== 'link' && node.type !== 'image' && node.type !== 'definition') return []
  const use =
    node.type === 'image' || (node.type === 'definition' && /\.(png|jpe?g|gif|svg|webp|avif)$/i.test(node.url))
      ? 'image'
      : 'link'
  const to = resolved(node.url, use, resolve, remarks)
  if (to === null) return []
  const at = destinationOf(node.url, node.type === 'definition' ? ']:' : '](', place)
  return at ? [{ ...at, text: /[\s()<>]/.test(to) ? `<${to}>` : to }] : []
}

/** Finds the destination in the source of a link: the text between `](` or `]:` and a blank or bracket that is this address. */
function destinationOf(
  address: string,
  mark: string,
  { source, start, end }: Place,
): { start: number; end: number } | null {
  for (let at = source.indexOf(mark, start); at !== -1 && at < end; at = source.indexOf(mark, at + 1)) {
    const from = at + mark.length
    const found = /^\s*(?:<([^>\n]*)>|([^\s<]\S*))/.exec(source.slice(from, end))
    const raw = found?.[1] ?? found?.[2] ?? ''
    const begin = from + (found?.[0].length ?? 0) - (found?.[1] === undefined ? raw.length : raw.length + 2)
    if (found?.[1] !== undefined && plain(raw) === address) return { start: begin, end: begin + raw.length + 2 }
    for (let length = raw.length; length > 0; length = raw.lastIndexOf(')', length - 1)) {
      if (plain(raw.slice(0, length)) === address) return { start: begin, end: begin + length }
    }
  }
  return null
}

function plain(raw: string): string {
  return raw.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&')
}

function htmlEdits({ source, start, end }: Place, resolve: ResolveAddress, remarks: Remark[]): Edit[] {
  const edits: Edit[] = []
  for (const match of source.slice(start, end).matchAll(addressAttribute)) {
    const [whole, tag = '', quoted] = match
    const value = quoted ?? match[3] ?? ''
    const to = resolved(value.replaceAll('&amp;', '&'), /^img$/i.test(tag) ? 'image' : 'link', resolve, remarks)
    if (to === null) continue
    const at = start + match.index + whole.lastIndexOf(value)
    edits.push({ start: at, end: at + value.length, text: to.replaceAll('&', '&amp;').replaceAll('"', '&quot;') })
  }
  return edits
}

const addressAttribute = /<(img|a)\b[^>]*?\s(?:src|href)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi

function resolved(address: string, use: 'link' | 'image', resolve: ResolveAddress, remarks: Remark[]): string | null {
  const resolution = resolve(address, use)
  if (resolution === 'as it is') return null
  if (resolution !== 'unresolved') return resolution.to
  remarks.push({
    code: use === 'image' ? 'image_unresolved' : 'link_unresolved',
    message: `The ${use} "${address}" is relative and was kept as it is`,
  })
  return null
}

function textOf(node: Node): string {
  if ('value' in node) return node.type === 'html' ? '' : node.value
  if (node.type === 'image') return node.alt ?? ''
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

// Containers nest by marks at the beginning of a line; deeper ones cost a parser more than linear time.
function nestsTooDeep(source: string): boolean {
  return (
    /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){101}/m.test(source) ||
    /\[{200}|!?(?:\[[^\]\n]{0,9}){300}/.test(source)
  )
}
