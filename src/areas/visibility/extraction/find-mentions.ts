import { fold, type Folded } from './folded-text.ts'
import { endsWithoutEdge, isFree, isPartOfAddress } from './name-edges.ts'
import type { Block } from './read-blocks.ts'
import type { Term, Terms } from './terms.ts'
import { type Word, wordsOf } from './words.ts'

/** A name in a block: `start` and `end` are offsets in the source, `at` and `to` in what is read of the block. */
export type Found = { brandId: string; start: number; end: number; at: number; to: number }

type Candidate = { term: Term; start: number; end: number }

/** The mentions of all brands in a block, longest names first over all of them (visibility.md#longest-names-first). */
export function findMentions(block: Block, { list, excluded }: Terms): Found[] {
  const folded = fold(block.text)
  const candidates = list.flatMap((term) => candidatesOf(term, block, folded))
  if (candidates.length === 0) return []
  const isTaken = new Uint8Array(folded.kept.length)
  const chosen: Candidate[] = []
  for (const one of candidates.toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)) {
    if (isTaken.subarray(one.start, one.end).includes(1)) continue
    isTaken.fill(1, one.start, one.end)
    chosen.push(one)
  }

  const cancels = new Map(
    [...new Set(chosen.map(({ term }) => term.brandId))].map((id) => [id, cancelsOf(folded, excluded.get(id) ?? [])]),
  )
  return chosen
    .filter((one) => cancels.get(one.term.brandId)?.(one) !== true)
    .toSorted((a, b) => a.start - b.start)
    .map(({ term, start, end }) => {
      const [at, to] = [folded.starts[start] ?? 0, folded.ends[end - 1] ?? 0]
      return { brandId: term.brandId, start: block.starts[at] ?? 0, end: block.ends[to - 1] ?? 0, at, to }
    })
}

function candidatesOf(term: Term, { text }: Block, folded: Folded): Candidate[] {
  const searched = term.isCased ? folded.kept : folded.lower
  const found: Candidate[] = []
  for (let at = searched.indexOf(term.text); at !== -1; at = searched.indexOf(term.text, at + 1)) {
    const place = term.isCased ? { start: at, end: at + term.text.length } : placeIn(folded, at, term.text.length)
    if (place === undefined) continue
    const [from, to] = [folded.starts[place.start] ?? 0, folded.ends[place.end - 1] ?? 0]
    if (endsBeforeMark(folded, place.end) && !endsWithoutEdge(text, to)) continue
    if (isFree(text, from, to) && !isPartOfAddress(text, from, to, term)) found.push({ term, ...place })
  }
  return found
}

/** The characters that a match without cases comes from; undefined where it begins or ends inside one, as in half of an ß. */
function placeIn({ from, kept }: Folded, at: number, length: number): { start: number; end: number } | undefined {
  const [start, last, next] = [from[at] ?? 0, from[at + length - 1] ?? 0, from[at + length]]
  if (at > 0 && from[at - 1] === start) return undefined
  if (next !== undefined && next === last) return undefined
  return { start, end: next ?? kept.length }
}

/** Whether the last letter of a match has further marks, as in `é` for `e` where no single character says so. */
function endsBeforeMark({ kept, starts }: Folded, end: number): boolean {
  return (
    starts[end] === starts[end - 1] &&
    /^(?!\p{Variation_Selector})\p{M}/u.test(String.fromCodePoint(kept.codePointAt(end) ?? 0))
  )
}

const near = 5

/** Whether an excluded term contains a name, or stands at most five words away from it. */
function cancelsOf(folded: Folded, terms: readonly string[]): (one: Candidate) => boolean {
  const isBlocked = new Uint8Array(folded.kept.length)
  let words: Word[] | undefined
  for (const term of terms) {
    let blockedTo = 0
    for (const place of placesOf(term, folded)) {
      const { start, end } = withNeighbors(place, (words ??= wordsOf(folded.kept)))
      isBlocked.fill(1, Math.max(start, blockedTo), end)
      blockedTo = end
    }
  }
  return ({ start, end }) => isBlocked.subarray(start, end).includes(1)
}

/** Where an excluded term is, from left to right. */
function* placesOf(term: string, folded: Folded): Generator<Word> {
  for (let at = folded.lower.indexOf(term); at !== -1; at = folded.lower.indexOf(term, at + term.length)) {
    const place = placeIn(folded, at, term.length)
    if (place !== undefined && isFree(folded.kept, place.start, place.end)) yield place
  }
}

/** A place with the words that it is part of, and five more on each side. */
function withNeighbors({ start, end }: Word, words: readonly Word[]): Word {
  const first = words[Math.max(0, countOf(words, (word) => word.end <= start) - near)]
  const last = words[Math.min(words.length, countOf(words, (word) => word.start < end) + near) - 1]
  return { start: Math.min(start, first?.start ?? start), end: Math.max(end, last?.end ?? end) }
}

/** How many words there are before the first one that is not `isBefore`, by halving. */
function countOf(words: readonly Word[], isBefore: (word: Word) => boolean): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const word = words[middle]
    if (word !== undefined && isBefore(word)) low = middle + 1
    else high = middle
  }
  return low
}
