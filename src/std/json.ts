import { isUnstorable } from './text.ts'

/** How deep JSON may nest before it is refused (calls.md#hostile-input). */
export const jsonDepth = 64

/**
 * The canonical text of a JSON value (RFC 8785): keys sorted by UTF-16 units, no white space, members that are undefined left
 * out. Throws a RangeError when it nests deeper than 64 levels, a TypeError for what is not JSON.
 */
export function canonicalJson(value: unknown): string {
  return canonicalAt(0, value)
}

/**
 * How deep a JSON text nests, without parsing it: `1` is 0, `{}` is 1. Counting stops at `enough`, so that a hostile text
 * costs nothing beyond it. Text that is not JSON gets some number and is refused by the parser.
 */
export function depthOf(text: string, enough = Infinity): number {
  let depth = 0
  let deepest = 0
  for (let i = 0; i < text.length && deepest < enough; i++) {
    const unit = text.charCodeAt(i)
    if (unit === quote) i = endOfString(text, i)
    else if (unit === openBracket || unit === openBrace) deepest = Math.max(deepest, ++depth)
    else if (unit === closeBracket || unit === closeBrace) depth--
  }
  return deepest
}

// Most of a large text is in strings, which the engine skips faster than a loop.
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

/**
 * The JSON pointer (RFC 6901) of the first string or key, in the order of the document, with NUL or a lone surrogate;
 * undefined when there is none. In the pointer itself those characters are U+FFFD.
 */
export function findForbidden(value: unknown): string | undefined {
  const open: Place[] = [{ value, key: '', parent: undefined }]
  for (let place = open.pop(); place; place = open.pop()) {
    if (isUnstorable(place.key) || (typeof place.value === 'string' && isUnstorable(place.value)))
      return pointerTo(place)
    for (const child of childrenOf(place).toReversed()) open.push(child)
  }
  return undefined
}

type Place = { value: unknown; key: string; parent: Place | undefined }

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** The JSON pointer of a path (RFC 6901): `['a/b', 0]` is `/a~1b/0`. */
export function jsonPointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function canonicalAt(depth: number, value: unknown): string {
  if (depth >= jsonDepth && isRecord(value)) throw new RangeError(`JSON nests deeper than ${jsonDepth}`)
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is not a JSON number`)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalAt(depth + 1, item)).join(',')}]`
  if (isRecord(value)) {
    const members = Object.keys(value)
      .filter((key) => value[key] !== undefined)
      .toSorted()
      .map((key) => `${JSON.stringify(key)}:${canonicalAt(depth + 1, value[key])}`)
    return `{${members.join(',')}}`
  }
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) throw new TypeError(`A ${typeof value} is not a JSON value`)
  return text
}

function childrenOf(parent: Place): Place[] {
  if (Array.isArray(parent.value)) return parent.value.map((value, i) => ({ value, key: String(i), parent }))
  if (!isRecord(parent.value)) return []
  return Object.entries(parent.value).map(([key, value]) => ({ value, key, parent }))
}

function pointerTo(place: Place): string {
  const keys: string[] = []
  for (let at = place; at.parent; at = at.parent) {
    keys.push(at.key.toWellFormed().replaceAll('\0', '\u{fffd}'))
  }
  return jsonPointer(keys.toReversed())
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
