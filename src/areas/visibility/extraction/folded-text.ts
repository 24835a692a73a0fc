/**
 * A text in the form in which names are compared (visibility.md#folding): `kept` with its cases, `lower` without; for each unit
 * of `kept` where it begins and ends in the text, for each of `lower` which one of `kept` it comes from.
 */
export type Folded = {
  kept: string
  starts: readonly number[]
  ends: readonly number[]
  lower: string
  from: readonly number[]
}

const apostrophes = /^[\u2018\u2019\u201b\u2032\u02b9\u02bc\u00b4`]$/u
const cluster = /[\s\S](?:(?<=[\ud800-\udbff])[\udc00-\udfff])?[\p{M}\uff9e\uff9f]*/uy

/** NFKC without invisible characters, one space for any white space, one apostrophe, one hyphen. */
export function fold(text: string): Folded {
  const [starts, ends, from]: [number[], number[], number[]] = [[], [], []]
  let [kept, lower] = ['', '']
  // Asking `kept` itself would copy it at each space.
  let isAfterSpace = false
  const add = (value: string, small: string, start: number, end: number) => {
    for (let unit = 0; unit < small.length; unit++) from.push(kept.length)
    for (let unit = 0; unit < value.length; unit++) {
      starts.push(start)
      ends.push(end)
    }
    kept += value
    lower += small
    isAfterSpace = value.endsWith(' ')
  }
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at)
    const isPlain = code < 0x80 && !((text.charCodeAt(at + 1) || 0) >= 0x300)
    const char = isPlain ? (text[at] ?? '') : clusterAt(text, at)
    const end = at + char.length
    const value = isPlain && code > 0x20 && char !== '`' ? char : foldedCluster(char)
    if (value === ' ' && isAfterSpace) ends[ends.length - 1] = end
    else if (value !== '') add(value, isPlain ? value.toLowerCase() : caseFolded(value), at, end)
    at = end
  }
  return { kept, starts, ends, lower, from }
}

/** A text without the difference between large and small letters. */
export function caseFolded(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  // Through capitals, because only they show that ß is ss and that the two forms of sigma are one. ẞ has to be made small first.
  return Array.from(text, (one) => (one === 'ı' ? one : one.toLowerCase().toUpperCase().toLowerCase())).join('')
}

function clusterAt(text: string, at: number): string {
  cluster.lastIndex = at
  return cluster.exec(text)?.[0] ?? text[at] ?? ''
}

function foldedCluster(char: string): string {
  if (/^\s+$/u.test(char)) return ' '
  if (apostrophes.test(char)) return "'"
  const value = char.normalize('NFKC').replace(/\p{Cf}/gu, '')
  if (value === '') return ''
  if (/^\s+$/u.test(value)) return ' '
  return value.replace(/[\p{Pd}\u2212\u2043]/gu, '-').replace(/[\u2018\u2019\u201b]/g, "'")
}
