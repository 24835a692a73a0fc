import { linesOf } from '#std/markdown-code.ts'

import { definitionIn, labelKey, longestDefinition } from './link-definitions.ts'
import { readInline, type ReadText } from './read-inline.ts'

/** The place of a block in an ordered list: where in the source the list begins, and the number that it shows. */
export type Entry = { list: number; number: number }

/** A paragraph, list entry, heading or table cell of a Markdown text, as it is read. */
export type Block = ReadText & {
  isHeading: boolean
  /** The ordered lists that it is part of, outermost first. */
  entries: readonly Entry[]
}

/** What is nested deeper on one line is text. */
const deepest = 12

type Piece = { start: number; end: number }
type Open = { pieces: Piece[]; level: number; entries: readonly Entry[] }
type Item = { contentAt: number; mark: string; entry: Entry | undefined }

/**
 * What is read of a Markdown text, block by block (visibility.md#what-is-read): one pass over the lines, whatever they contain.
 * `isTerm` says which inline code is read. One loop, and a long one (visibility.md#lines-are-read-in-order).
 */
export function readBlocks(source: string, isTerm: (content: string) => boolean): Block[] {
  const closed: Open[] = []
  const labels = new Set<string>()
  const numbering = newNumbering()
  const lines = [...linesOf(source)]
  let open: Open | undefined
  let fence: { mark: string; isInItem: boolean } | undefined
  let [wasBlank, isTable] = [true, false]
  let definitionsEnd = 0

  const close = () => {
    if (open !== undefined) closed.push(open)
    open = undefined
  }
  const add = (piece: Piece, level = 0) => {
    close()
    open = { pieces: [piece], level, entries: numbering.entries() }
    if (level > 0) close()
  }

  for (const [index, { start, end }] of lines.entries()) {
    if (index < definitionsEnd) continue
    let at = start
    at += quoteMarks.exec(source.slice(at, end))?.[0].length ?? 0
    const isQuoted = at > start
    let line = source.slice(at, end)
    if (fence !== undefined) {
      if (fence.isInItem && /^[^\s]/.test(line)) fence = undefined
      else {
        if (line.trim().startsWith(fence.mark) && /^\s*[`~]+\s*$/.test(line)) fence = undefined
        continue
      }
    }
    const footnote = /^( {0,3})\[(\^[^\s[\]]+)\]:\s*/.exec(line)
    if (footnote !== null) {
      close()
      numbering.leaveItems(footnote[1]?.length ?? 0)
      isTable = false
      labels.add(labelKey(footnote[2] ?? ''))
      at += footnote[0].length
      line = source.slice(at, end)
    }
    if (line.trim() === '' || isRule(line)) {
      close()
      ;[wasBlank, isTable] = [true, false]
      continue
    }
    if (isTable || isTableHead(line, lines[index + 1], source)) {
      close()
      if (line.includes('|')) {
        isTable = true
        if (!isDelimiterRow(line)) for (const cell of cellsOf(line)) add({ start: at + cell.start, end: at + cell.end })
        close()
        continue
      }
      isTable = false
    }
    const marker = () => /^(\s*)(?:([-+*])|(\d{1,9})([.)]))(?=\s|$)\s*/.exec(line)
    for (let [found, depth] = [marker(), 0]; found !== null && depth < deepest; found = marker(), depth++) {
      const [whole, indent = '', bullet, number, delimiter = ''] = found
      const column = widthOf(source.slice(start, at)) + widthOf(indent)
      // A number other than 1 does not interrupt a paragraph.
      if (number !== undefined && open !== undefined && Number(number) !== 1 && !numbering.isInList()) break
      close()
      numbering.addItem({
        start: at + indent.length,
        column,
        contentAt: column + whole.trim().length + 1,
        mark: bullet ?? delimiter,
        number,
      })
      at += whole.length
      line = source.slice(at, end)
      wasBlank = false
    }
    const mark = /^\s*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
    if (mark !== undefined) {
      close()
      fence = { mark, isInItem: numbering.isInList() && at !== start }
      wasBlank = false
      continue
    }
    const heading = /^\s{0,3}(#{1,6})(?:\s+|$)/.exec(line)
    if (heading !== null) {
      close()
      if (at === start) numbering.leaveLists()
      const level = heading[1]?.length ?? 1
      add({ start: at + heading[0].length, end: at + line.replace(/\s+#+\s*$/, '').length }, level)
      wasBlank = false
      continue
    }
    const following = () => linesAs(isQuoted, lines.slice(index + 1, index + longestDefinition), source)
    const defined = open === undefined && /^\s*\[/.test(line) && definitionIn([line, ...following()])
    if (defined) {
      labels.add(defined.label)
      definitionsEnd = index + defined.lines
      continue
    }
    if (wasBlank && at === start) numbering.leaveItems(widthOf(/^\s*/.exec(line)?.[0] ?? ''))
    if (open === undefined) add({ start: at, end })
    else open.pieces.push({ start: at, end })
    wasBlank = false
  }
  close()
  // Labels may be defined after the text that refers to them.
  const isLabel = (label: string) => labels.has(labelKey(label))
  return closed.map((block) => {
    const text = readInline(source, block.pieces, { isTerm, isLabel })
    return { ...text, isHeading: block.level > 0, entries: numbering.withRun(block, text.text) }
  })
}

/** Counts the entries of ordered lists as Markdown does, and of runs of headings or paragraphs that begin with numbers. */
function newNumbering() {
  let items: Item[] = []
  // The last entry at each depth, and the last numbered heading or paragraph: the next number goes on with it.
  let last: ({ entry: Entry; mark: string } | undefined)[] = []
  const runs = new Map<number, Entry>()

  return {
    isInList: () => items.length > 0,
    entries: () => items.flatMap(({ entry }) => entry ?? []),
    leaveLists() {
      items = []
      last = []
    },
    leaveItems(indent: number) {
      while ((items.at(-1)?.contentAt ?? 0) > indent) items.pop()
    },
    addItem({
      start,
      column,
      contentAt,
      mark,
      number,
    }: {
      start: number
      column: number
      contentAt: number
      mark: string
      number: string | undefined
    }) {
      let sibling: Item | undefined
      while ((items.at(-1)?.contentAt ?? 0) > column) sibling = items.pop()
      const depth = items.length
      const before = sibling?.mark === mark ? sibling.entry : undefined
      const earlier = last[depth]
      last = last.slice(0, depth + 1)
      if (number === undefined) return void items.push({ contentAt, mark, entry: undefined })
      const goesOn = earlier?.mark === mark && earlier.entry.number + 1 === Number(number)
      const from = before ?? (goesOn ? earlier.entry : undefined)
      const entry =
        from === undefined ? { list: start, number: Number(number) } : { list: from.list, number: from.number + 1 }
      last[depth] = { entry, mark }
      items.push({ contentAt, mark, entry })
    },
    /** The entries of a block, with that of the run which it begins or continues. */
    withRun({ pieces, level, entries }: Open, text: string): readonly Entry[] {
      if (level > 0) for (const other of runs.keys()) if (other === 0 || other > level) runs.delete(other)
      const number = /^\s*(\d{1,9})[.)]\s/.exec(text)?.[1]
      if (number === undefined || entries.length > 0) {
        if (level > 0) runs.delete(level)
        return entries
      }
      const run = { list: runs.get(level)?.list ?? pieces[0]?.start ?? 0, number: Number(number) }
      runs.set(level, run)
      return [run]
    },
  }
}

const quoteMarks = /^(?: {0,3}> ?){0,20}/

/** The leading lines that are quoted, or the leading ones that are not, without the marks of quotes. */
function linesAs(isQuoted: boolean, lines: readonly Piece[], source: string): string[] {
  const read = lines.map(({ start, end }) => source.slice(start, end))
  const end = read.findIndex((line) => /^ {0,3}>/.test(line) !== isQuoted)
  return (end === -1 ? read : read.slice(0, end)).map((line) => line.replace(quoteMarks, ''))
}

const widthOf = (blank: string) => [...blank].reduce((width, one) => width + (one === '\t' ? 4 : 1), 0)
const isRule = (line: string) => /^\s*(?:([-*_])\s*(?:\1\s*){2,}|=+\s*)$/.test(line)
const isDelimiterRow = (line: string) => line.includes('|') && /^[\s|:-]+$/.test(line) && line.includes('-')

function isTableHead(line: string, next: Piece | undefined, source: string): boolean {
  return (
    line.includes('|') &&
    next !== undefined &&
    isDelimiterRow(source.slice(next.start, next.end).replace(/^[\s>]*/, ''))
  )
}

function cellsOf(line: string): Piece[] {
  const cells: Piece[] = []
  let start = 0
  for (let at = 0; at <= line.length; at++) {
    if (at < line.length && (line[at] !== '|' || line[at - 1] === '\\')) continue
    if (line.slice(start, at).trim() !== '') cells.push({ start, end: at })
    start = at + 1
  }
  return cells
}
