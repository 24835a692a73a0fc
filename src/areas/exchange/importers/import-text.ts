import { Parser } from 'htmlparser2'

import { isSlug, slugify } from '#std/slugs.ts'
import { isBlank } from '#std/text.ts'

import type { Remark } from './record.ts'

/** The longest texts that items and terms take, in characters. */
export const maxLength = {
  title: 300,
  excerpt: 500,
  termName: 80,
  authorName: 200,
  termDescription: 500,
  bio: 2000,
  alt: 300,
}

/** NFC with line feeds, without control characters (except tab and line feed), BOM and lone surrogates. */
export function cleanText(text: string, remarks?: Remark[]): string {
  const lines = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const kept = lines.replace(controlCharacters, '').toWellFormed()
  if (kept.length < lines.length) {
    const removed = lines.length - kept.length
    remarks?.push({ code: 'characters_removed', message: `Removed ${removed} control characters` })
  }
  return kept.normalize('NFC')
}

/** One line of plain text, cut at a word to `max` characters, with an ellipsis and a remark when something was cut; empty if nothing in it can be read. */
export function fitText(field: string, text: string, max: number, remarks: Remark[]): string {
  const line = cleanText(text).replace(/\s+/g, ' ').trim()
  if (isBlank(line)) return ''
  if (line.length <= max) return line
  const head = line
    .slice(0, max - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
  const atWord = head.replace(/\s+\S*$/, '')
  remarks.push({ code: 'text_shortened', message: `The ${field} has ${line.length} characters, kept the first ${max}` })
  return `${atWord.length > max / 2 ? atWord : head}…`
}

/** The text of an HTML fragment, entities decoded, one space between blocks. Never fails. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html.trim()
  let text = ''
  let hidden = 0
  const parser = new Parser({
    onopentagname(name) {
      if (name === 'script' || name === 'style') hidden++
      if (/^(p|div|br|li|h[1-6]|td|blockquote|figcaption)$/.test(name)) text += ' '
    },
    ontext(data) {
      if (hidden === 0) text += data
    },
    onclosetag(name) {
      if (name === 'script' || name === 'style') hidden--
    },
  })
  parser.end(html)
  return text.replace(/\s+/g, ' ').trim()
}

/** Text as HTML, safe in content and in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** An address or path as the path of a redirect: `/` first, no query, no closing slash; null when nothing but the root is left. */
export function pathOf(address: string): string | null {
  const path = address
    .trim()
    .replace(/^https?:\/\/[^/]*/i, '')
    .replace(/[?#].*$/s, '')
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  return segments.length === 0 ? null : `/${segments.join('/')}`
}

/** A text as a slug (content.md#slugs): one that is already a slug stays; null when it has no letter or digit. */
export function toSlug(text: string): string | null {
  const name = text.normalize('NFC')
  return isSlug(name) ? name : slugify(name) || null
}

// oxlint-disable-next-line no-control-regex -- these are the characters that no text may contain
const controlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g
