import type { Term } from './terms.ts'

const invisible = /\p{Cf}/u
const alphabetic = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
// Letters that Katakana shares with Hiragana, such as ー, belong to it.
const katakana = /\p{Script=Katakana}|(?=\p{L})\p{Script_Extensions=Katakana}/u
const hangul = /\p{Script=Hangul}/u
const signs = /(?!\p{L})\p{Script=Common}/u
const withoutEdges = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}]/u

/** Whether nothing beside a part of a text belongs to the same word; the script of its end decides (visibility.md#edges-of-names). */
export function isFree(text: string, from: number, to: number): boolean {
  return (
    isEdge(charAfter(text, from), letterBefore(text, from), 'before') &&
    isEdge(letterBefore(text, to), charAfter(text, to), 'after')
  )
}

/** Whether the script in which a part of a text ends writes words without spaces. */
export const endsWithoutEdge = (text: string, to: number) => withoutEdges.test(letterBefore(text, to))

function isEdge(own: string, beside: string, side: 'before' | 'after'): boolean {
  if (beside === '') return true
  if (katakana.test(own)) return !katakana.test(beside)
  if (withoutEdges.test(own)) return true
  if (hangul.test(own)) return side === 'after' || !hangul.test(beside)
  if (beside === '_') return false
  if (alphabetic.test(own) || signs.test(own))
    return !(alphabetic.test(beside) || /\p{Nd}/u.test(beside) || (side === 'after' && /\p{M}/u.test(beside)))
  return !/[\p{L}\p{Nd}\p{M}]/u.test(beside)
}

/** Whether a part of a text is one of an address, a path, a package or a host (visibility.md#addresses-are-no-names). */
export function isPartOfAddress(text: string, from: number, to: number, { isDomain, hasDot }: Term): boolean {
  const [before, after] = [charBefore(text, from), charAfter(text, to)]
  if (/^[@\\]$/.test(before) || /^[@\\]$/.test(after)) return true
  const [beyondLeft, beyondRight] = [text.slice(Math.max(0, from - 60), from - 1), text.slice(to + 1, to + 60)]
  if (after === '.' && /^\p{L}/u.test(beyondRight)) return true
  if (before === '.' && /\p{L}$/u.test(beyondLeft)) return true
  if (after === '/' && (/^(?:[./]|[\p{Ll}\p{Nd}])/u.test(beyondRight) || (isDomain && /^\S/u.test(beyondRight))))
    return true
  if (
    before === '/' &&
    (/[./]$/.test(beyondLeft) || /(?<![\p{L}\p{N}_-])[\p{Ll}\p{Nd}][\p{L}\p{N}_-]*$/u.test(beyondLeft))
  )
    return true
  if (!hasDot) return false
  if (before === '-' || after === '-') return true
  return isDomain && ((after === ':' && /^\d/.test(beyondRight)) || (after === '?' && /^[\w-]+=/.test(beyondRight)))
}

/** More than any language writes on one letter. */
const mostMarks = 30

/** The character before a place; for a mark the letter that it stands on, whose script it takes. */
function letterBefore(text: string, at: number): string {
  let char = charBefore(text, at)
  for (let [end, marks] = [at, 0]; /\p{M}/u.test(char) && marks < mostMarks; marks++) {
    end = text.lastIndexOf(char, end - 1)
    char = charBefore(text, end)
  }
  return char
}

function charBefore(text: string, at: number): string {
  for (let end = at; end > 0;) {
    const isPair = end > 1 && /[\udc00-\udfff]/.test(text[end - 1] ?? '') && /[\ud800-\udbff]/.test(text[end - 2] ?? '')
    const char = text.slice(end - (isPair ? 2 : 1), end)
    if (!invisible.test(char)) return char
    end -= char.length
  }
  return ''
}

function charAfter(text: string, at: number): string {
  for (let start = at; start < text.length;) {
    const char = String.fromCodePoint(text.codePointAt(start) ?? 0)
    if (!invisible.test(char)) return char
    start += char.length
  }
  return ''
}
