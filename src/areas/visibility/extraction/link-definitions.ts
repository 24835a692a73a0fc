import { caseFolded } from './folded-text.ts'

const label = String.raw`\[((?:[^[\]\\]|\\.){1,999})\]`
const plain = String.raw`[^\s()\\]|\\[()]|\\(?![()])`
const target = String.raw`(?:<(?:[^<>\\\n]|\\.)*>|(?!<)(?:${plain}|\((?:${plain})*\))+)`
const title = String.raw`(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\))`
const definition = new RegExp(String.raw`^\s*${label}:\s*${target}(?:\s+${title})?\s*$`, 'su')
const otherBlock = /^\s*(?:$|[`~]{3}|#{1,6}(?:\s|$)|(?:[-+*]|\d{1,9}[.)])(?:\s|$))/

/** How many lines a definition can take here; CommonMark allows titles of any length. */
export const longestDefinition = 3

/**
 * The definition of a link at the beginning of lines, as in CommonMark: a label, a target, and at most a title. What has more
 * is a paragraph. Undefined if there is none.
 */
export function definitionIn(lines: readonly string[]): { label: string; lines: number } | undefined {
  const [first = '', ...following] = lines
  const end = following.findIndex((line) => otherBlock.test(line))
  const read = [first, ...(end === -1 ? following : following.slice(0, end))]
  for (; read.length > 0; read.pop()) {
    const [, found = ''] = definition.exec(read.join('\n')) ?? []
    if (found.trim() !== '') return { label: labelKey(found), lines: read.length }
  }
  return undefined
}

/** A label in the form in which CommonMark compares two of them. */
export const labelKey = (found: string) => caseFolded(found.trim().replace(/\s+/g, ' '))
