/** A passage of a text as it was quoted, with some of what was before and after it. */
export type Passage = { quote: string; before: string; after: string }

/** Places with the same words whose surroundings are compared; in a text that repeats itself more often, the first ones. */
const mostCompared = 1000

/**
 * Finds a passage in a text as it is now, by its words: white space does not count, since a text has other line breaks as Markdown, as
 * HTML and in an editor. Of several places it is the one whose surroundings are most alike. Returns where it starts and ends, in UTF-16
 * units of `text`; undefined if its words are no longer there.
 */
export function findPassage(
  text: string,
  { quote, before, after }: Passage,
): { start: number; end: number } | undefined {
  const [letters, wanted, head, tail] = [text, quote, before, after].map(withoutSpace) as [
    string,
    string,
    string,
    string,
  ]
  if (wanted === '') return undefined
  let best: { at: number; likeness: number } | undefined
  let compared = 0
  for (let at = letters.indexOf(wanted); at >= 0 && compared < mostCompared; at = letters.indexOf(wanted, at + 1)) {
    const likeness =
      commonEnd(letters.slice(Math.max(0, at - head.length), at), head) +
      commonStart(letters.slice(at + wanted.length, at + wanted.length + tail.length), tail)
    if (best === undefined || likeness > best.likeness) best = { at, likeness }
    compared++
  }
  if (best === undefined) return undefined
  const [start, last] = [placeOf(text, best.at), placeOf(text, best.at + wanted.length - 1)]
  return { start, end: last + 1 }
}

/** A text without its white space, as passages are compared. */
export const withoutSpace = (text: string): string => text.replace(/\s+/g, '')

/** Where the character is that is number `nth`, from 0, of those that are not white space. */
function placeOf(text: string, nth: number): number {
  let before = 0
  for (const { 0: run, index } of text.matchAll(/\S+/g)) {
    if (nth < before + run.length) return index + nth - before
    before += run.length
  }
  return text.length
}

function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

function commonEnd(one: string, other: string): number {
  let length = 0
  while (length < Math.min(one.length, other.length) && one.at(-1 - length) === other.at(-1 - length)) length++
  return length
}
