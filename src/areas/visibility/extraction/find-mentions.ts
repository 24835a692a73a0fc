import { fold, type Folded } from './folded-text.ts'
import { endsWithoutEdge, isFree, isPartOfAddress } from './name-edges.ts'
import type { Block } from './read-blocks.ts'
import type { Term, Terms } from './terms.ts'

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
  const { kept, lower } = folded
  const isBlocked = new Uint8Array(kept.length + 1)
  const words = terms.length === 0 ? [] : [...kept.matchAll(/[\p{L}\p{N}\p{M}_]+(?:['-][\p{L}\p{N}\p{M}]+)*/gu)]
  for (const term of terms)
    for (let at = lower.indexOf(term); at !== -1; at = lower.indexOf(term, at + term.length)) {
      const place = placeIn(folded, at, term.length)
      if (place === undefined || !isFree(kept, place.start, place.end)) continue
      // A name is canceled where it overlaps the words from the fifth before the term to the fifth after it.
      const first = words.findLastIndex(({ index, 0: word }) => index + word.length <= place.start)
      const next = words.findIndex(({ index }) => index >= place.end)
      const [left, right] = [
        first < 0 ? undefined : words[Math.max(0, first - near + 1)],
        next < 0 ? undefined : words[Math.min(words.length, next + near) - 1],
      ]
      isBlocked.fill(1, left?.index ?? place.start, right === undefined ? place.end : right.index + right[0].length)
    }
  return ({ start, end }) => isBlocked.subarray(start, end).includes(1)
}
