/** A place where a proposal says something else: blocks `from` to `to` of the text as it is, and what would be there instead. `id`: the same whatever is decided about others. */
export type Hunk<T> = { id: string; from: number; to: number; blocks: readonly T[] }

type Keyed<T> = { key: string; value: T }

/**
 * Where a proposal differs from the text that it was made of, as places in the text as it is now. What somebody changed meanwhile is
 * no part of it: a place that no longer says what it said is left out.
 */
export function findHunks<T>(
  now: readonly string[],
  { before, proposed }: { before: readonly string[]; proposed: readonly Keyed<T>[] },
): Hunk<T>[] {
  const kept = pairsOf(
    before,
    proposed.map(({ key }) => key),
  )
  const still = new Map(pairsOf(before, now))
  const placeOf = (at: number) => (at < 0 ? -1 : at >= before.length ? now.length : still.get(at))
  const ends = [...kept, [before.length, proposed.length] as const]
  return ends.flatMap(([until, proposedUntil], at) => {
    const [last, proposedLast] = kept[at - 1] ?? [-1, -1]
    const [start, end] = [placeOf(last), placeOf(until)]
    const old = until - last - 1
    const blocks = proposed.slice(proposedLast + 1, proposedUntil).map(({ value }) => value)
    if (old === 0 && blocks.length === 0) return []
    if (start === undefined || end === undefined || end - start - 1 !== old) return []
    const isUntouched = Array.from({ length: old }, (_, nth) => still.get(last + 1 + nth) === start + 1 + nth)
    return isUntouched.every(Boolean) ? [{ id: `${last}-${until}`, from: start + 1, to: end, blocks }] : []
  })
}

/** The longest common part of two lists, as pairs of places. What both begin or end with costs nothing. */
function pairsOf(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const shorter = Math.min(a.length, b.length)
  let head = 0
  while (head < shorter && a[head] === b[head]) head++
  let tail = 0
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const middle = commonPairs(a.slice(head, a.length - tail), b.slice(head, b.length - tail))
  return [
    ...Array.from({ length: head }, (_, at) => [at, at] as const),
    ...middle.map(([i, j]) => [i + head, j + head] as const),
    ...Array.from({ length: tail }, (_, at) => [a.length - tail + at, b.length - tail + at] as const),
  ]
}

function commonPairs(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
  const pairs: (readonly [number, number])[] = []
  for (let [i, j] = [0, 0]; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++])
    else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i++
    else j++
  }
  return pairs
}

/** A piece of a text that stays, goes or comes. */
export type Piece = { kind: 'same' | 'gone' | 'new'; text: string }

/** How a text becomes another one, word by word; neighbours of one kind are one piece. */
export function wordPieces(before: string, after: string): Piece[] {
  const [a, b] = [wordsOf(before), wordsOf(after)]
  const pieces: Piece[] = []
  const add = (kind: Piece['kind'], words: readonly string[]) => {
    const text = words.join('')
    const last = pieces.at(-1)
    if (text === '') return
    if (last?.kind === kind) last.text += text
    else pieces.push({ kind, text })
  }
  let [i, j] = [0, 0]
  for (const [nextA, nextB] of [...pairsOf(a, b), [a.length, b.length] as const]) {
    add('gone', a.slice(i, nextA))
    add('new', b.slice(j, nextB))
    add('same', a.slice(nextA, nextA + 1))
    ;[i, j] = [nextA + 1, nextB + 1]
  }
  return pieces
}

const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu) ?? []
