import { codeRanges } from '#std/markdown-code.ts'
import { applyEdits, type Edit, withoutOverlaps } from '#std/text-edits.ts'

import type { MediaRow, Variant } from './media.ts'

/** An image, and the one that takes its place. Both have their files here. */
export type Replacement = Record<'from' | 'to', Pick<MediaRow, 'id' | 'alt' | 'variants'>>

const named = /\/media\/org_[0-9a-z]{26}\/(med_[0-9a-z]{26}\/(\d{1,4})\.(webp|avif))/g

/**
 * A body with another image: its addresses, in links too, each in the size that is nearest; an alt text that is the image's own becomes that of the other
 * one. Code stays as it is.
 */
export function replacePicture(content: string, format: 'markdown' | 'html', { from, to }: Replacement): string {
  if (!content.includes(from.id)) return content
  const edits = [...content.matchAll(named)].flatMap(({ index, 0: path, 1: file = '', 2: width, 3: type }): Edit[] => {
    if (!file.startsWith(`${from.id}/`)) return []
    const end = index + path.length
    const other = nearest(to.variants, Number(width), type)
    if (other === undefined) return []
    const address = { start: end - file.length, end, text: `${to.id}/${other.file}` }
    return [address, ...altOf(content, index, { from, to })]
  })
  return applyEdits(content, withoutOverlaps(edits, format === 'html' ? htmlCode(content) : codeRanges(content)))
}

/** The same for one address that stands by itself. */
export function replaceAddress(address: string, replacement: Replacement): string {
  return replacePicture(address, 'html', replacement)
}

function nearest(variants: readonly Variant[], width: number, format: string | undefined): Variant | undefined {
  const distance = (one: Variant) => Math.abs(one.width - width)
  return variants.filter((one) => one.format === format).toSorted((a, b) => distance(a) - distance(b))[0]
}

/** The alt text before or around an address, where it is that of the image. */
function altOf(content: string, at: number, { from, to }: Replacement): Edit[] {
  if (from.alt === null || from.alt === '') return []
  const tag = content.lastIndexOf('<', at)
  const start = Math.max(0, at - window)
  if (tag >= start && content.slice(tag, tag + 4).toLowerCase() === '<img') {
    const end = content.indexOf('>', at)
    const found = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(content.slice(tag, end === -1 ? at + window : end))
    const written = found?.[1] ?? found?.[2]
    if (found === null || written === undefined || plain(written) !== from.alt) return []
    const close = tag + found.index + found[0].length - 1
    return [{ start: close - written.length, end: close, text: inHtml(to.alt ?? '') }]
  }
  const found = /!\[((?:[^[\]\\\n]|\\.)*)\]\(\s*<?(?:https?:\/\/[^\s()<>/]+)?$/.exec(content.slice(start, at))
  if (found === null) return []
  const [, written = ''] = found
  if (written.replace(/\\([!-/:-@[-`{-~])/g, '$1') !== from.alt) return []
  const begin = start + found.index + 2
  return [{ start: begin, end: begin + written.length, text: inMarkdown(to.alt ?? '') }]
}

/** An alt text has at most 300 characters, and an address before its path is short. */
const window = 1500

const plain = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
const inHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
const inMarkdown = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\[\]<`]/g, '\\$&')

/** What is within `pre` and `code`. */
function htmlCode(source: string): Edit[] {
  const ranges: Edit[] = []
  const opening = /<(pre|code)(?=[\s>])/gi
  for (let found = opening.exec(source); found !== null; found = opening.exec(source)) {
    const closing = new RegExp(`</${found[1]}\\s*>`, 'gi')
    closing.lastIndex = opening.lastIndex
    const end = closing.exec(source)?.index ?? source.length
    ranges.push({ start: found.index, end, text: '' })
    opening.lastIndex = end
  }
  return ranges
}
