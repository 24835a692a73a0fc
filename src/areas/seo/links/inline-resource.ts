import type { Range } from './link-map.ts'

const deepest = 32

/**
 * The `(address "title")` after a link's text: where it ends and where its address is, undefined if there is none
 * (CommonMark 6.3). `at` is the place of the parenthesis. An empty address has no place.
 */
export function inlineResource(source: string, at: number): { end: number; address: Range | undefined } | undefined {
  let next = afterBlanks(source, at + 1)
  const address = source[next] === '<' ? pointed(source, next) : plain(source, next)
  if (address === undefined) return undefined
  next = address.after
  const behind = afterBlanks(source, next)
  const titleEnd = behind > next ? endOfTitle(source, behind) : undefined
  const end = titleEnd === undefined ? behind : afterBlanks(source, titleEnd)
  if (source[end] !== ')') return undefined
  return { end: end + 1, address: address.end > address.start ? { start: address.start, end: address.end } : undefined }
}

function pointed(source: string, at: number): (Range & { after: number }) | undefined {
  for (let i = at + 1; i < source.length; i++) {
    const character = source[i]
    if (character === '>') return { start: at + 1, end: i, after: i + 1 }
    if (character === '\n' || character === '<') return undefined
    if (character === '\\') i++
  }
  return undefined
}

function plain(source: string, at: number): (Range & { after: number }) | undefined {
  let depth = 0
  let i = at
  for (; i < source.length; i++) {
    const character = source[i] ?? ''
    if (character <= ' ' || character === '\u007f') break
    if (character === '\\' && /[!-/:-@[-`{-~]/.test(source[i + 1] ?? '')) i++
    else if (character === '(' && ++depth > deepest) return undefined
    else if (character === ')' && --depth < 0) break
  }
  return depth > 0 ? undefined : { start: at, end: i, after: i }
}

function endOfTitle(source: string, at: number): number | undefined {
  const closing = { '"': '"', "'": "'", '(': ')' }[source[at] ?? '']
  if (closing === undefined) return undefined
  for (let i = at + 1; i < source.length; i++) {
    const character = source[i]
    if (character === closing) return i + 1
    if (character === '(' && closing === ')') return undefined
    if (character === '\\') i++
    else if (character === '\n' && isBlankFrom(source, i + 1)) return undefined
  }
  return undefined
}

/** After spaces and at most one line break: a blank line ends the paragraph. */
function afterBlanks(source: string, at: number): number {
  let i = at
  let lines = 0
  for (; i < source.length; i++) {
    const character = source[i]
    if (character === '\n' && ++lines > 1) return i
    if (character !== '\n' && character !== ' ' && character !== '\t' && character !== '\r') return i
  }
  return i
}

function isBlankFrom(source: string, at: number): boolean {
  for (let i = at; i < source.length; i++) {
    const character = source[i]
    if (character === '\n') return true
    if (character !== ' ' && character !== '\t' && character !== '\r') return false
  }
  return true
}
