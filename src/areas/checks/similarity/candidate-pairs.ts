import { allBands, bandsOf, isAlike } from '#std/minhash.ts'

import type { Entry } from './load-entries.ts'
import { nearBody } from './score.ts'
import { tokenLikeness } from './title-signal.ts'

/** Two entries, by their indexes, that may be a pair. A pair can occur more than once. */
export type Pair = readonly [number, number]

/** Within a set of equals, each is compared with this many before it: hundreds of copies still become one group. */
const reach = 50
const reachOfBand = 20
/** A word that this many different titles have makes no candidates. */
const frequent = 1000
/** Two sets of titles with the same words yield at most this many pairs. */
const pairsOfSets = 2500

/** Pairs whose bodies are near duplicates, found by a band that they share. */
export function* bodyPairs(entries: readonly Entry[]): Generator<Pair> {
  const firsts = new Map<string, number[]>()
  for (const [at, { subject }] of entries.entries()) {
    if (subject.minhash === undefined) continue
    const { buffer, byteOffset, byteLength } = subject.minhash
    put(firsts, Buffer.from(buffer, byteOffset, byteLength).toString('latin1'), at)
  }
  const bands = new Map<string, number[]>()
  for (const places of firsts.values()) {
    // Copies are paired with the first one; only the first is looked for elsewhere.
    const [first = 0, ...copies] = places
    for (const copy of copies) yield [first, copy]
    const minhash = entries[first]?.subject.minhash
    if (minhash === undefined) continue
    for (const [band, hash] of bandsOf(minhash, allBands).entries()) put(bands, `${band} ${hash}`, first)
  }
  for (const places of bands.values()) {
    // Texts with the same frame share many bands without being a pair: they are ruled out here, where it costs least.
    for (const pair of neighbours(places, reachOfBand)) {
      const [one, other] = pair.map((at) => entries[at]?.subject.minhash)
      if (one !== undefined && other !== undefined && isAlike(one, other, nearBody)) yield pair
    }
  }
}

/** Pairs whose titles share enough words and have the same intent. */
export function* titlePairs(entries: readonly Entry[]): Generator<Pair> {
  const sets = titleSets(entries)
  const byToken = new Map<string, number[]>()
  for (const [at, { tokens }] of sets.entries()) for (const token of tokens) put(byToken, token, at)
  const rarity = (token: string) => byToken.get(token)?.length ?? 0
  for (const [at, set] of sets.entries()) {
    yield* neighbours(set.places, reach)
    // A title that shares 0.55 of the words or more has one of these, the rarest.
    const prefix = set.tokens.size - Math.ceil(0.55 * set.tokens.size) + 1
    const rarest = [...set.tokens].toSorted((a, b) => rarity(a) - rarity(b)).slice(0, prefix)
    const seen = new Set<number>()
    for (const token of rarest) {
      const others = byToken.get(token) ?? []
      if (others.length > frequent) continue
      for (const other of others) {
        const found = sets[other]
        if (found === undefined || seen.has(other) || !isLater(set, at, found, other)) continue
        seen.add(other)
        if (tokenLikeness(set.tokens, found.tokens) > 0) yield* across(set.places, found.places)
      }
    }
  }
}

type TitleSet = { tokens: ReadonlySet<string>; intent: string; places: number[] }

// The smaller set looks for the larger one; of two equal ones, the first for the second.
function isLater(set: TitleSet, at: number, found: TitleSet, other: number): boolean {
  if (set.intent !== found.intent) return false
  return found.tokens.size === set.tokens.size ? other > at : found.tokens.size > set.tokens.size
}

/** Entries whose titles have the same words and intent; editions of a series are next to their equals. */
function titleSets(entries: readonly Entry[]): TitleSet[] {
  const sets = new Map<string, TitleSet>()
  for (const [at, { subject }] of entries.entries()) {
    const { tokens, intent } = subject.signal
    if (tokens.size === 0) continue
    const key = `${intent} ${[...tokens].toSorted().join(' ')}`
    const set = sets.get(key) ?? { tokens, intent, places: [] }
    if (set.places.length === 0) sets.set(key, set)
    set.places.push(at)
  }
  for (const { places } of sets.values()) {
    if (places.length <= reach) continue
    const editions = new Map(places.map((at) => [at, editionKey(entries[at])]))
    places.sort((a, b) => ((editions.get(a) ?? '') < (editions.get(b) ?? '') ? -1 : 1))
  }
  return [...sets.values()]
}

function editionKey(entry: Entry | undefined): string {
  const { issues, years } = entry?.subject.signal.editions ?? { issues: [], years: [] }
  return [[...issues].toSorted().join(' '), [...years].toSorted().join(' ')].join('|')
}

function* neighbours(places: readonly number[], reach: number): Generator<Pair> {
  for (const [at, place] of places.entries()) {
    for (let other = Math.max(0, at - reach); other < at; other++) yield [places[other] ?? 0, place]
  }
}

function* across(ones: readonly number[], others: readonly number[]): Generator<Pair> {
  let left = pairsOfSets
  for (const one of ones) {
    for (const other of others) {
      if (left-- <= 0) return
      yield [one, other]
    }
  }
}

function put<K>(map: Map<K, number[]>, key: K, value: number): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
