/**
 * Somebody else's text with nothing hidden in it (library.md#web-text-is-data): control characters, marks of writing
 * direction, tag characters, variation selectors of the second plane, soft hyphens and characters without a width are shown as
 * `[U+202E]`. Tabs, line breaks and the joiner between two pictures of an emoji stay.
 */
export function visibleText(text: string): string {
  return text.toWellFormed().replace(hidden, (character, at: number) => {
    const isJoining = character === zeroWidthJoiner && pictureBefore.test(text.slice(Math.max(0, at - 2), at))
    return isJoining ? character : `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
  })
}

/**
 * The same in as many UTF-16 units, for texts of which places are counted: marks of writing direction, tag characters, other
 * control characters and runs of characters without a width become `�`, one for each unit. A single joiner stays, because
 * scripts and emoji need it.
 */
export function veiledText(text: string): string {
  return text.toWellFormed().replace(harmful, (found) => '\uFFFD'.repeat(found.length))
}

const harmful =
  /(?![\t\n\r])\p{Cc}|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]|(?:[\u2060-\u2064\uFEFF]|\u200B|\u200C|\u200D){2,}/gu

/** The same for every text and name within a JSON value. */
export function visibleJson(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value)
  if (Array.isArray(value)) return value.map(visibleJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [visibleText(name), visibleJson(field)]))
}

const zeroWidthJoiner = '\u200D'
const hidden = /(?![\t\n\r])(?:\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\u115F|\u1160|\u3164|\uFFA0|[\u{E0100}-\u{E01EF}])/gu
// Only the last character is checked, so that a text of nothing but joiners takes no longer than any other.
const pictureBefore = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)$/u
