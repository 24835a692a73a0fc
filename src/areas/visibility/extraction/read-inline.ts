/** A text as it is read: `starts` and `ends` say where each UTF-16 unit of it is in the source. */
export type ReadText = { text: string; starts: readonly number[]; ends: readonly number[] }

type Piece = { start: number; end: number }

/** Stands where something is left out: no letter, so names end beside it, and no space, so none goes on behind it. */
const gap = '\uFFFC'

const autolink = /<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>]+)>/iy
const tag = /<(\/?)([a-z][a-z0-9-]*)(?:\s[^<>]*|\/)?>/iy
const bareUrl = /(?:(?:https?|ftp):\/\/|mailto:)[^\s<>"`\u3000-\u303f\uff00-\uff5e]*/iy
const entity = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/iy
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const label = /\[((?:[^[\]\\]|\\.){1,999})\]/suy
const breaking = /^(?:br|p|div|li|ul|ol|td|th|tr|table|h[1-6]|hr)$/i

type Known = {
  /** Whether inline code is read. */
  isTerm: (content: string) => boolean
  /** Whether a link or a footnote with this label is defined. */
  isLabel: (label: string) => boolean
}

/**
 * The text of a block without what is not read: URLs, targets and labels of links, autolinks, alternative texts, tags, marks of emphasis,
 * and inline code that is no term. Each character is looked at once.
 */
export function readInline(source: string, pieces: readonly Piece[], { isTerm, isLabel }: Known): ReadText {
  const { raw, at: placeOf } = joinedPieces(source, pieces)
  const [starts, ends]: [number[], number[]] = [[], []]
  let text = ''
  const emit = (value: string, from: number, to: number) => {
    for (let unit = 0; unit < value.length; unit++) {
      starts.push(placeOf(from))
      ends.push(placeOf(to - 1) + 1)
    }
    text += value
  }
  const spans = codeSpans(raw)
  const underscores = emphasisOf(raw)
  let brackets = 0
  let commentsEnd = true

  for (let i = 0; i < raw.length;) {
    const char = raw[i] ?? ''
    if (char === '\\' && /[!-/:-@[-`{-~]/.test(raw[i + 1] ?? '')) {
      emit(raw[i + 1] ?? '', i + 1, i + 2)
      i += 2
    } else if (char === '\\' && /^\r?\n/.test(raw.slice(i + 1, i + 3))) {
      emit(' ', i, i + 1)
      i++
    } else if (char === '`') {
      const span = spans.get(i)
      if (span === undefined) {
        emit(gap, i, i + 1)
        i++
        continue
      }
      emit(gap, i, i + 1)
      const content = raw.slice(span.from, span.to)
      if (isTerm(content)) for (let unit = span.from; unit < span.to; unit++) emit(raw[unit] ?? '', unit, unit + 1)
      emit(gap, span.end - 1, span.end)
      i = span.end
    } else if (char === '!' && raw[i + 1] === '[') {
      const end = endOfImage(raw, i)
      emit(end === undefined ? '!' : gap, i, end ?? i + 1)
      i = end ?? i + 1
    } else if (char === '<') {
      const link = matched(autolink, raw, i)
      const element = link === undefined ? matched(tag, raw, i) : undefined
      const comment = commentsEnd && raw.startsWith('<!--', i) ? raw.indexOf('-->', i) : -2
      if (comment === -1) commentsEnd = false
      if (link !== undefined) emit(gap, i, i + link[0].length)
      else if (element !== undefined && breaking.test(element[2] ?? '')) emit(' ', i, i + element[0].length)
      else if (element === undefined && comment < 0) emit('<', i, i + 1)
      i += link?.[0].length ?? element?.[0].length ?? (comment < 0 ? 1 : comment + 3 - i)
    } else if (char === '&') {
      const found = matched(entity, raw, i)
      const [, hex, decimal, name] = found ?? []
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      const value = name === undefined ? characterOf(code) : (named[name.toLowerCase()] ?? '&')
      emit(found === undefined ? '&' : value, i, i + (found?.[0].length ?? 1))
      i += found?.[0].length ?? 1
    } else if (char === '*' || (char === '~' && raw[i + 1] === '~') || underscores.has(i)) {
      // A star with blanks around it is one.
      if (char === '*' && /\s|^$/.test(raw[i - 1] ?? '') && /\s|^$/.test(raw[i + 1] ?? '')) emit('*', i, i + 1)
      i += char === '~' ? 2 : 1
    } else if (char === '[' && raw[i + 1] === '^') {
      const end = endOfLabel(raw, i, isLabel)
      if (end === undefined) brackets++
      emit(end === undefined ? '[' : gap, i, end ?? i + 1)
      i = end ?? i + 1
    } else if (char === ']' && brackets > 0 && (raw[i + 1] === '(' || raw[i + 1] === '[')) {
      brackets--
      emit(']', i, i + 1)
      i = (raw[i + 1] === '(' ? endOfTarget(raw, i + 1) : endOfLabel(raw, i + 1, isLabel)) ?? i + 1
    } else {
      if (char === '[') brackets++
      if (char === ']' && brackets > 0) brackets--
      const url = /[hfm]/i.test(char) ? matched(bareUrl, raw, i) : undefined
      emit(url === undefined ? char : gap, i, i + (url?.[0].length ?? 1))
      i += url?.[0].length ?? 1
    }
  }
  return { text, starts, ends }
}

function joinedPieces(source: string, pieces: readonly Piece[]): { raw: string; at: (index: number) => number } {
  const [first] = pieces
  if (first === undefined) return { raw: '', at: (index) => index }
  if (pieces.length === 1) return { raw: source.slice(first.start, first.end), at: (index) => first.start + index }
  const places: number[] = []
  for (const { start, end } of pieces) {
    if (places.length > 0) places.push(start - 1)
    for (let at = start; at < end; at++) places.push(at)
  }
  const raw = pieces.map(({ start, end }) => source.slice(start, end)).join('\n')
  return { raw, at: (index) => places[index] ?? source.length }
}

/** Inline code: from backticks to the next equally many. */
function codeSpans(raw: string): Map<number, { from: number; to: number; end: number }> {
  const spans = new Map<number, { from: number; to: number; end: number }>()
  if (!raw.includes('`')) return spans
  const runs = [...raw.matchAll(/`+/g)].map(({ index, 0: { length } }) => ({ index, length }))
  const next = new Map<number, number>()
  const closes = runs.map(() => -1)
  for (let at = runs.length - 1; at >= 0; at--) {
    const { length = 0 } = runs[at] ?? {}
    closes[at] = next.get(length) ?? -1
    next.set(length, at)
  }
  for (let at = 0; at < runs.length; at++) {
    const [open, close] = [runs[at], runs[closes[at] ?? -1]]
    if (open === undefined || close === undefined) continue
    spans.set(open.index, { from: open.index + open.length, to: close.index, end: close.index + close.length })
    at = closes[at] ?? at
  }
  return spans
}

/** The underscores that are marks of emphasis, in pairs; others belong to words. */
function emphasisOf(raw: string): ReadonlySet<number> {
  const marks = new Set<number>()
  if (!raw.includes('_')) return marks
  const open: { index: number; length: number }[] = []
  for (const { index, 0: run } of raw.matchAll(/_+/g)) {
    const [before, after] = [raw[index - 1] ?? ' ', raw[index + run.length] ?? ' ']
    const closes = !/\s/.test(before) && !/[\p{L}\p{N}]/u.test(after)
    const top = open.at(-1)
    if (closes && top?.length === run.length) {
      for (let unit = 0; unit < run.length; unit++) marks.add(top.index + unit).add(index + unit)
      open.pop()
    } else if (!/[\p{L}\p{N}]/u.test(before) && !/\s/.test(after)) open.push({ index, length: run.length })
  }
  return marks
}

const longestTarget = 2200

/** Where the target of a link ends that begins with a parenthesis; undefined: it is none. */
function endOfTarget(raw: string, from: number): number | undefined {
  let depth = 0
  for (let at = from; at < Math.min(raw.length, from + longestTarget); at++) {
    const char = raw[at]
    if (char === '\\') at++
    else if (char === '(') depth++
    else if (char === ')' && --depth === 0) return at + 1
  }
  return undefined
}

/** Where the label that begins with a bracket ends; undefined if no such label is defined. */
function endOfLabel(raw: string, from: number, isLabel: Known['isLabel']): number | undefined {
  const found = matched(label, raw, from)
  return found !== undefined && isLabel(found[1] ?? '') ? from + found[0].length : undefined
}

function endOfImage(raw: string, from: number): number | undefined {
  let depth = 0
  for (let at = from + 1; at < Math.min(raw.length, from + longestTarget); at++) {
    const char = raw[at]
    if (char === '\\') at++
    else if (char === '[') depth++
    else if (char === ']' && --depth === 0) {
      if (raw[at + 1] === '(') return endOfTarget(raw, at + 1) ?? at + 1
      const reference = /^\[[^\]]{0,200}\]/.exec(raw.slice(at + 1, at + 203))
      return at + 1 + (reference?.[0].length ?? 0)
    }
  }
  return undefined
}

function matched(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

const characterOf = (code: number) =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : gap
