import { codeRanges } from '#std/markdown-code.ts'
import { type Edit, applyEdits, withoutOverlaps } from '#std/text-edits.ts'

import type { Address } from './body-addresses.ts'
import { firstHeading } from './markdown-heading.ts'
import { shortcodeEdits } from './markdown-shortcodes.ts'
import { addressEdits, pictureUses } from './picture-uses.ts'
import type { Remark } from './record.ts'
import { siteLinkEdits } from './site-links.ts'

/** Where an address leads: its new form, the same one, or somewhere unknown (kept and noted). */
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

/** Reads the body of a Markdown file in linear time. Only the places that change are replaced, so the source keeps its spelling. */
export function readMarkdownBody(written: string, resolve: ResolveAddress, remarks: Remark[]): MarkdownBody {
  const opened = withoutOverlaps(shortcodeEdits(written, remarks), codeRanges(written))
  const plain = opened.length === 0 ? written : applyEdits(written, opened)
  const linked = withoutOverlaps(siteLinkEdits(plain, resolve, remarks), codeRanges(plain))
  const source = linked.length === 0 ? plain : applyEdits(plain, linked)
  const edits = pictureUses(source, 'markdown').flatMap((address) => resolvedEdits(address, resolve, remarks))

  const code = codeRanges(source)
  const content = applyEdits(source, edits)
  const heading = firstHeading(source, code)
  if (!heading) return { heading: null, content, contentWithoutHeading: content }
  const opens = source.slice(0, heading.start).trim() === ''
  if (!opens && heading.level !== 1) return { heading: heading.text || null, content, contentWithoutHeading: content }

  const gap = /^\s*\n/.exec(source.slice(heading.end))?.[0].length ?? 0
  const cut = { start: opens ? 0 : heading.start, end: heading.end + gap, text: '' }
  const contentWithoutHeading = applyEdits(source, [cut, ...withoutOverlaps(edits, [cut])])
  return { heading: heading.text || null, content, contentWithoutHeading }
}

/** A Markdown text without what is empty before its first words: blank lines, breaks and paragraphs without a text. */
export function withTextFirst(source: string): string {
  return source.replace(/^(?:[ \t]*(?:<br\s*\/?>|&nbsp;|\u00A0|<p>(?:\s|&nbsp;|\u00A0)*<\/p>|)[ \t]*\n)+/i, '')
}

function resolvedEdits(address: Address, resolve: ResolveAddress, remarks: Remark[]): Edit[] {
  const { text, use } = address
  const resolution = resolve(text, use)
  if (resolution === 'as it is') return []
  if (resolution === 'unresolved') {
    const message = `The ${use} "${text.slice(0, 200)}" is relative and was kept as it is`
    remarks.push({ code: use === 'image' ? 'image_unresolved' : 'link_unresolved', message })
    return []
  }
  return addressEdits(address, resolution.to)
}
