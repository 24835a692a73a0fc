import { codeRanges, linesOf } from '#std/markdown-code.ts'

import { insideOf, type Range } from './link-map.ts'

export type Blocks = {
  code: Range[]
  /** HTML blocks: their text is not Markdown. */
  html: Range[]
  headings: Range[]
  /** The addresses of `[label]: address`, each with its whole line. */
  definitions: { address: Range; whole: Range; label: string }[]
}

/** The blocks of a Markdown text that decide what its inline text means. One pass over the lines each (CommonMark 4). */
export function blocksOf(source: string): Blocks {
  const code = codeRanges(source).map(({ start, end }) => ({ start, end }))
  const html = htmlBlocks(source, code)
  const headings = headingsOf(source)
  return { code, html, headings, definitions: definitionsOf(source, [...code, ...html]) }
}

/** The label of a reference in its normal form (CommonMark 6.3). */
export function labelOf(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()
}

const raw = /^[ \t>]{0,20}(?:(?:[-+*]|\d{1,9}[.)])[ \t]{1,4})?<(?:pre|script|style|textarea)(?=[\s>]|$)/i
const rawClose = /<\/(?:pre|script|style|textarea)>/i
const block =
  /^[ \t>]{0,20}(?:(?:[-+*]|\d{1,9}[.)])[ \t]{1,4})?<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s/>]|$)/i
const anyTag = /^[ \t>]{0,20}(?:(?:[-+*]|\d{1,9}[.)])[ \t]{1,4})?<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>[ \t\r]*$/i

function htmlBlocks(source: string, code: readonly Range[]): Range[] {
  const ranges: Range[] = []
  const inCode = insideOf(code)
  let open: { start: number; ends(line: string): boolean; takesLast: boolean; isInEntry: boolean } | undefined
  let wasBlank = true
  for (const { start, end } of linesOf(source)) {
    const line = source.slice(start, end)
    const isBlank = blankLine.test(line)
    if (open?.isInEntry === true && entry.test(line)) {
      ranges.push({ start: open.start, end: start })
      open = undefined
    }
    if (open === undefined && inCode(start) === undefined) {
      const isInEntry = entry.test(line)
      if (raw.test(line)) open = { start, ends: (text) => rawClose.test(text), takesLast: true, isInEntry }
      else if (comment.test(line)) open = { start, ends: (text) => text.includes('-->'), takesLast: true, isInEntry }
      else if (block.test(line) || ((wasBlank || isInEntry) && anyTag.test(line)))
        open = { start, ends: (text) => blankLine.test(text), takesLast: false, isInEntry }
    }
    if (open?.ends(line) === true) {
      ranges.push({ start: open.start, end: open.takesLast ? end : start })
      open = undefined
    }
    wasBlank = isBlank
  }
  if (open !== undefined) ranges.push({ start: open.start, end: source.length })
  return ranges
}

const entry = /^[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]/
const comment = /^[ \t>]{0,20}(?:(?:[-+*]|\d{1,9}[.)])[ \t]{1,4})?<!--/
const blankLine = /^[\s>]*$/

function headingsOf(source: string): Range[] {
  const ranges: Range[] = []
  let before: Range | undefined
  for (const line of linesOf(source)) {
    const text = source.slice(line.start, line.end)
    if (/^[ \t>]*#{1,6}(?:[ \t]|$)/.test(text)) ranges.push(line)
    else if (before !== undefined && /^[ \t>]*(?:=+|-+)[ \t\r]*$/.test(text))
      ranges.push({ start: before.start, end: line.end })
    before = blankLine.test(text) ? undefined : line
  }
  return ranges
}

// After the marks of quotes and lists; each mark takes its blanks, so that there is one way to read them.
const definition =
  /^[ \t]*((?:(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*)*)\[(?!\^)((?:\\.|[^[\]\\\n]){1,999})\]:[ \t]*(?:\n[ \t>]*)?(<[^<>\n]*>|[^\s<]\S*)[ \t]*(?:\n?[ \t>]*(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\))[ \t]*)?$/dgm

function definitionsOf(source: string, elsewhere: readonly Range[]): Blocks['definitions'] {
  const isElsewhere = insideOf(elsewhere)
  const found: Blocks['definitions'] = []
  for (const match of source.matchAll(definition)) {
    const { index, indices, 1: marks = '', 2: label = '' } = match
    const place = indices?.[3]
    if (place === undefined || label.trim() === '' || isElsewhere(index) !== undefined) continue
    const end = index + match[0].length
    if (!/[-+*\d]/.test(marks) && !mayBegin(source, index, found.at(-1)?.whole.end)) continue
    const isPointed = source[place[0]] === '<'
    const address = isPointed ? { start: place[0] + 1, end: place[1] - 1 } : { start: place[0], end: place[1] }
    found.push({ address, whole: { start: index, end }, label: labelOf(label) })
  }
  return found
}

// A definition cannot interrupt a paragraph.
function mayBegin(source: string, at: number, definedUntil: number | undefined): boolean {
  if (at === 0 || definedUntil === at - 1) return true
  const line = source.slice(source.lastIndexOf('\n', at - 2) + 1, at - 1)
  return blankLine.test(line) || /^[ \t>]*(?:#{1,6}(?:[ \t]|$)|`{3}|~{3}|(?:[-*_][ \t]*){3,}$)/.test(line)
}
