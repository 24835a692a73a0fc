import { excerptOf } from '#std/text.ts'

import { type Found, findMentions } from './find-mentions.ts'
import { type Block, readBlocks } from './read-blocks.ts'
import { sentimentOf } from './sentiment.ts'
import type { Terms } from './terms.ts'

/** What an answer says about one brand. */
export type Mention = {
  brandId: string
  count: number
  firstOffset: number
  rank: number
  /** -1 to 1; null: nothing to judge. */
  sentiment: number | null
  snippet: string
  /** In UTF-16 code units of the text, end exclusive. */
  offsets: [number, number][]
}

type Read = { block: Block; found: Found[] }

/** The mentions of every brand in a Markdown text, by rank. Deterministic: the same text and terms give the same. */
export function extractMentions(text: string, terms: Terms): Mention[] {
  if (terms.list.length === 0) return []
  const read = readBlocks(text, terms.has).map((block) => ({ block, found: findMentions(block, terms) }))
  const places = new Map<string, Found[]>()
  for (const found of read.flatMap((one) => one.found).toSorted((a, b) => a.start - b.start))
    inGroup(places, found.brandId).push(found)
  const ranks = ranksOf(read)
  return [...places]
    .map(([brandId, found]) => ({
      brandId,
      count: found.length,
      firstOffset: found[0]?.start ?? 0,
      rank: ranks.get(brandId) ?? 0,
      ...toneOf(brandId, read),
      offsets: found.map(({ start, end }): [number, number] => [start, end]),
    }))
    .toSorted((a, b) => a.rank - b.rank || a.firstOffset - b.firstOffset)
}

/** The place of each brand: its number in the first list that ranks brands, then the order of first mentions. */
function ranksOf(read: readonly Read[]): Map<string, number> {
  const lists = new Map<number, { brandId: string; number: number }[]>()
  for (const { block, found } of read)
    for (const { list, number } of block.entries)
      inGroup(lists, list).push(...found.map(({ brandId }) => ({ brandId, number })))
  // Lists were met in the order in which they begin.
  const [, ranking = []] =
    [...lists]
      .toSorted(([a], [b]) => a - b)
      .find(([, entries]) => new Set(entries.map(({ number }) => number)).size > 1) ?? []

  const ranks = new Map<string, number>()
  for (const { brandId, number } of ranking) ranks.set(brandId, Math.min(number, ranks.get(brandId) ?? number))
  let next = Math.max(0, ...ranks.values())
  const all = read.flatMap(({ found }) => found).toSorted((a, b) => a.start - b.start)
  for (const { brandId } of all) if (!ranks.has(brandId)) ranks.set(brandId, ++next)
  return ranks
}

function toneOf(brandId: string, read: readonly Read[]): { sentiment: number | null; snippet: string } {
  const scores: number[] = []
  let snippet = ''
  for (const { block, found } of read) {
    const own = found.filter((one) => one.brandId === brandId)
    if (own.length === 0) continue
    let next = 0
    for (const { start, end, text } of sentencesIn(block.text)) {
      while ((own[next]?.at ?? Infinity) < start) next++
      if ((own[next]?.at ?? Infinity) >= end) continue
      if (snippet === '') snippet = excerptOf(text.replace(/\uFFFC/g, ' '), 240)
      const score = sentimentOf(text)
      if (score !== null) scores.push(score)
    }
  }
  const sum = scores.reduce((total, score) => total + score, 0)
  return { sentiment: scores.length === 0 ? null : Math.round((sum / scores.length) * 1e4) / 1e4, snippet }
}

function inGroup<K, V>(groups: Map<K, V[]>, key: K): V[] {
  const known = groups.get(key) ?? []
  groups.set(key, known)
  return known
}

/** Good enough for tone, and fast: a name after a full stop without a space is in the same sentence. */
function sentencesIn(text: string): { start: number; end: number; text: string }[] {
  const sentences: { start: number; end: number; text: string }[] = []
  let start = 0
  for (const { index, 0: mark } of text.matchAll(/[.!?…]+["')\]]*\s+|[。！？]|$/gu)) {
    const end = index + mark.length
    if (end > start) sentences.push({ start, end, text: text.slice(start, end) })
    start = end
  }
  return sentences
}
