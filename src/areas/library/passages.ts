import { fold } from '#std/content-words.ts'
import { truncate } from '#std/text.ts'

/** The most characters of a passage. */
export const passageLength = 1200

/**
 * The paragraphs of a text that say most about the words, in their order, in at most `limit` characters; the beginning where none
 * says anything. With `fill`, others take the remaining room. The words are stems; what is left out between two paragraphs is
 * marked with `[…]`.
 */
export function bestPassage(
  body: string,
  words: readonly string[],
  { limit = passageLength, fill = false }: { limit?: number; fill?: boolean } = {},
): string {
  if (body.length <= limit) return body.trim()
  const pieces = piecesOf(body, limit)
  const ranked = pieces
    .map((text, at) => ({ text, at, hits: hitsIn(text, words) }))
    .toSorted((a, b) => b.hits - a.hits || a.at - b.at)
  const chosen: typeof ranked = []
  let room = limit
  for (const piece of ranked) {
    const cost = piece.text.length + gap.length
    if (cost > room || (!fill && chosen.length > 0 && piece.hits === 0)) continue
    chosen.push(piece)
    room -= cost
  }
  const inOrder = chosen.toSorted((a, b) => a.at - b.at)
  return inOrder
    .map(({ text, at }, n) => (n > 0 && at !== (inOrder[n - 1]?.at ?? 0) + 1 ? `[…]\n\n${text}` : text))
    .join('\n\n')
}

const gap = '\n\n[…]\n\n'

/** Paragraphs; one that is too long by itself is cut between sentences, else between words. */
function piecesOf(body: string, limit: number): string[] {
  const most = Math.max(100, Math.min(600, limit - gap.length))
  return body
    .split(/\n[ \t\r]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .flatMap((paragraph) => [...cut(paragraph, most)])
}

function* cut(paragraph: string, most: number): Generator<string> {
  let rest = paragraph
  while (rest.length > most) {
    const head = truncate(rest.slice(0, most + 1), most)
    const end = endOf(head)
    yield rest.slice(0, end).trim()
    rest = rest.slice(end).trim()
  }
  if (rest !== '') yield rest
}

// The last end of a sentence in the second half, else the last blank there, else the whole.
function endOf(head: string): number {
  const half = head.length / 2
  const sentence = Math.max(...['. ', '! ', '? ', '.\n', '。'].map((mark) => head.lastIndexOf(mark)))
  if (sentence > half) return sentence + 1
  const blank = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'))
  return blank > half ? blank : head.length
}

// A stem is nearly always the beginning of its word.
function hitsIn(text: string, words: readonly string[]): number {
  const folded = fold(text)
  return words.filter((word) => folded.includes(word)).length
}
