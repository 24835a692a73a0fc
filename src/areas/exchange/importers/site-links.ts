import { codeRanges } from '#std/markdown-code.ts'
import type { Edit } from '#std/text-edits.ts'

import { isPictureName } from './picture-uses.ts'
import type { Remark } from './record.ts'

/**
 * Links in the words of a site generator as links of Markdown: `post_url`, `link` and `site.baseurl` of Jekyll, `ref` and `relref` of Hugo, `[[page]]`
 * and `![[picture]]` of Obsidian. What names no page of the source keeps its text, and is noted.
 */
export function siteLinkEdits(source: string, resolve: ResolveLink, remarks: Remark[]): Edit[] {
  const code = codeRanges(source)
  const addressOf = (name: string, at: number): string | null => {
    if (code.some(({ start, end }) => start <= at && at < end)) return null
    const [, page = '', part = ''] = /^([^#]*)(.*)$/s.exec(name) ?? []
    const found = resolve(`@/${page.trim().replace(/^\/+/, '')}`, 'link')
    if (typeof found === 'object') return found.to + part
    remarks.push({
      code: 'link_unresolved',
      message: `The link to "${name.slice(0, 200)}" names no page of the source`,
    })
    return null
  }
  return [...baseEdits(source), ...tagEdits(source, addressOf), ...wikiEdits(source, addressOf)]
}

type ResolveLink = (address: string, use: 'link') => { to: string } | string
type AddressOf = (name: string, at: number) => string | null

function baseEdits(source: string): Edit[] {
  const form =
    /\{\{-?\s*site\.(?:baseurl|url)\s*-?\}\}|\{\{-?\s*["'](\/[^"'{}]*)["']\s*\|\s*(?:relative|absolute)_url\s*-?\}\}/g
  return Array.from(source.matchAll(form), (match) => editOf(match, match[1] ?? ''))
}

function tagEdits(source: string, addressOf: AddressOf): Edit[] {
  const form =
    /(?:\[([^[\]\n]*)\]\()?(?:\{%-?\s*(?:post_url|link)\s+([^%\s]+)\s*-?%\}|\{\{[<%]\s*(?:rel)?ref\s+["']([^"'{}]+)["']\s*[>%]\}\})(?:(#[^\s()]*)?\))?/g
  return Array.from(source.matchAll(form)).flatMap((match) => {
    const [whole, text, jekyll, hugo, part = ''] = match
    const to = addressOf(jekyll ?? hugo ?? '', match.index)
    if (text !== undefined) return [editOf(match, to === null ? text : `[${text}](${to}${part})`)]
    // A parenthesis that a link did not open is text.
    return to === null ? [] : [editOf(match, to + (whole.endsWith(')') ? `${part})` : ''))]
  })
}

function wikiEdits(source: string, addressOf: AddressOf): Edit[] {
  const form = /(!?)\[\[([^[\]|\n]+)(?:\|([^[\]\n]*))?\]\](?!\()/g
  return Array.from(source.matchAll(form), (match) => {
    const [, mark, name = '', text = name] = match
    if (mark === '!' && isPictureName(name)) {
      const alt = text === name || /^\d+(x\d+)?$/.test(text) ? '' : text
      return editOf(match, `![${alt}](<${name}>)`)
    }
    const to = addressOf(name, match.index)
    return editOf(match, to === null ? text : `[${text}](${to})`)
  })
}

function editOf(match: RegExpExecArray, text: string): Edit {
  return { start: match.index, end: match.index + match[0].length, text }
}
