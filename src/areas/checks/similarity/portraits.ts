import { fold } from '#std/content-words.ts'

/** A title about one person or place of many: "Meet the maintainer: Ada", "Interview with Grace Hopper". */
export type Portrait = { frame: string; name: string }

/** Reads a title as one of a series about people or places; undefined if it is not (checks.md#series-do-not-compete). */
export function portraitOf(title: string): Portrait | undefined {
  const at = marks
    .map((mark) => ({ start: title.lastIndexOf(mark), length: mark.length }))
    .reduce((last, one) => (one.start > last.start ? one : last))
  if (at.start === -1) return undefined
  const [frame, name] = [title.slice(0, at.start).trim(), title.slice(at.start + at.length).trim()]
  return name.length <= longestName && announces(frame) && isName(name)
    ? { frame: fold(frame), name: fold(name) }
    : undefined
}

/** Whether two titles are about different people or places in the same words. */
export function arePortraits(one: Portrait | undefined, other: Portrait | undefined): boolean {
  return one !== undefined && other !== undefined && one.frame === other.frame && one.name !== other.name
}

const marks = [':', ' with ', ' – ', ' - ']
const longestName = 60

// "Getting started with Kafka" has a name as well, and answers a question of its own.
const announces = (frame: string) =>
  /\b(?:interview|conversation|q&a|questions|coffee|lunch|meet|profile|portrait|spotlight|fireside chat|welcome)\b/i.test(
    frame,
  )

/** One to four words that are written as names are. */
function isName(text: string): boolean {
  const words = text.split(/\s+/)
  return words.length <= 4 && words.every((word) => /^\p{Lu}[\p{L}\p{M}'’.-]*$/u.test(word))
}
