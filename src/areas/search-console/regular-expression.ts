/**
 * Why a regular expression is not run, or undefined where it may be: RE2, which Search Console uses, has no back references and no
 * look-around, and a repetition of a repetition could take a database without such an engine forever.
 */
export function objectionToExpression(given: string): string | undefined {
  const expression = withoutFlags(given)
  if (!isExpression(expression)) return 'It is not a regular expression.'
  if (/\\[1-9]|\\k</.test(expression)) return 'Back references are not supported.'
  if (/\(\?<?[=!]/.test(expression)) return 'Look-ahead and look-behind are not supported.'
  if (/\\p\{|\\P\{/.test(expression)) return 'Unicode classes (\\p) are not supported.'
  return repeatsRepetition(expression) ? 'A repetition of a repetition could run without an end.' : undefined
}

function isExpression(text: string): boolean {
  try {
    return RegExp(text, 'iu') instanceof RegExp
  } catch {
    return false
  }
}

/**
 * Without the flags that it begins with, such as `(?i)`: everything is compared without case, and nothing that is searched has
 * more than one line.
 */
const withoutFlags = (expression: string): string => expression.replace(/^(?:\(\?[imsU]+\))+/, '')

/** The same in the dialect of PostgreSQL, where a word boundary is written differently and a group has no flags. */
export const inDialect = (expression: string): string =>
  withoutFlags(expression)
    .replace(/\\\\|\\b|\\B/g, (found) => (found === '\\b' ? '\\y' : found === '\\B' ? '\\Y' : found))
    .replace(/\\.|\[\^?(?:\\.|[^\]\\])*\]|\(\?[ims-]+:/gs, (found) => (found.startsWith('(') ? '(?:' : found))
    .replace(/\(\?<[^>]+>/g, '(')

type Group = { repeats: boolean; starts: string[]; atStart: boolean }

/** Whether a group that is repeated without an end repeats within, or has alternatives that begin alike. */
function repeatsRepetition(expression: string): boolean {
  const open: Group[] = [newGroup()]
  let closed: Group | undefined
  for (let at = 0; at < expression.length; at++) {
    const group = open.at(-1) ?? newGroup()
    const character = expression[at] ?? ''
    const isEndless = /^(?:[*+]|\{\d+,\}|\{\d+,\d{2,}\})/.test(expression.slice(at, at + 12))
    if (isEndless) {
      if (closed !== undefined && (closed.repeats || beginAlike(closed.starts))) return true
      group.repeats = true
      closed = undefined
      continue
    }
    const before = closed
    closed = undefined
    if (character === '(') {
      note(group, 'group')
      open.push(newGroup())
      if (expression[at + 1] === '?') at = expression.indexOf(expression[at + 2] === '<' ? '>' : ':', at)
    } else if (character === ')') {
      closed = open.pop()
      if (closed?.repeats === true) (open.at(-1) ?? group).repeats = true
    } else if (character === '|') {
      group.atStart = true
    } else if (character === '[') {
      note(group, 'class')
      const end = expression.indexOf(']', expression[at + 1] === ']' ? at + 2 : at + 1)
      at = end === -1 ? expression.length : end
    } else if (character === '\\') {
      note(group, 'class')
      at++
    } else if (character === '?' || character === '{') {
      // A repetition with an end keeps what is before it as it is.
      closed = before
    } else {
      note(group, character.toLowerCase())
    }
  }
  return false
}

const newGroup = (): Group => ({ repeats: false, starts: [], atStart: true })

function note(group: Group, start: string): void {
  if (group.atStart) group.starts.push(start)
  group.atStart = false
}

/** Whether two alternatives may begin with the same character: then the same text is read in more than one way. */
function beginAlike(starts: readonly string[]): boolean {
  if (starts.length < 2) return false
  return starts.some((one) => one.length > 1 || one === '.') || new Set(starts).size < starts.length
}
