import { contentWords, keywordKey } from '#std/content-words.ts'
import { likeness } from '#std/minhash.ts'

import { competition, isSeries, jaccardOf, sharedOf, type TitleSignal, titleSignalOf } from './title-signal.ts'

/** The score from which a pair is reported, and the one from which it is an error. */
export const warnScore = 0.55
export const errorScore = 0.8

/** The similarity from which two bodies are near duplicates; those of a series share a frame, so they need `sameBody` (checks.md#series-do-not-compete). */
export const nearBody = 0.6
export const sameBody = 0.85
/** Below this, two bodies under one title say different things. */
const unlikeBody = 0.3

/** An item as it is compared: its texts as they are stored. */
export type Features = {
  title: string
  primaryKeyword: string | null
  secondaryKeywords: readonly string[]
  /** Content words of the second-level headings. */
  headings: ReadonlySet<string>
  minhash: Uint32Array | undefined
  /** Milliseconds; null while it has no date. */
  publishAt: number | null
}

/** The same, parsed: keywords only on demand, because few pairs get that far. */
export type Subject = Omit<Features, 'title' | 'primaryKeyword' | 'secondaryKeywords'> & {
  signal: TitleSignal
  keywords(): { primary: string; all: ReadonlySet<string> }
}

export type Comparison = {
  /** Estimated Jaccard similarity of the bodies. */
  body: number
  /** The final score. */
  score: number
  /** The parts of the score, each 0 to 1; undefined where neither side has the data. */
  parts: { title: number; keyword: number | undefined; headings: number }
  samePrimary: boolean
  /** Two editions of a series: versions, issues, months, dates under one title. */
  isSeries: boolean
}

/** Reads an item; `locale` is that of the organization. */
export function subjectOf(features: Features, locale: string): Subject {
  let keywords: ReturnType<Subject['keywords']> | undefined
  const { title, primaryKeyword, secondaryKeywords, ...rest } = features
  const read = () => {
    const [primary, ...others] = [primaryKeyword ?? '', ...secondaryKeywords].map((text) => keywordKey(text, locale))
    return { primary: primary ?? '', all: new Set([primary ?? '', ...others].filter((key) => key !== '')) }
  }
  return {
    ...rest,
    signal: titleSignalOf(title, locale),
    keywords: () => (keywords ??= read()),
  }
}

/** The first 500 distinct content words of headings. */
export function headingWords(headings: readonly string[], locale: string): string[] {
  return [...new Set(headings.flatMap((heading) => contentWords(heading, locale)))].slice(0, 500)
}

/** Compares two items, in either order. */
export function compare(one: Subject, other: Subject): Comparison {
  const body = likeness(one.minhash, other.minhash)
  const competing = competition(one.signal, other.signal)
  const [own, others] = [one.keywords(), other.keywords()]
  const samePrimary = own.primary !== '' && own.primary === others.primary
  const isRecurring = competing === 1 && !samePrimary && body < unlikeBody && areApart(one, other)
  const title = isRecurring ? 0 : competing
  const parts = {
    title,
    keyword: own.all.size + others.all.size === 0 ? undefined : samePrimary ? 1 : overlapOf(own.all, others.all),
    headings: jaccardOf(one.headings, other.headings),
  }
  return {
    body,
    score: scoreOf(parts),
    parts,
    samePrimary,
    isSeries: isRecurring || (title === 0 && isSeries(one.signal, other.signal)),
  }
}

/** The same title at different times, and nothing in it that is only renewed: "How to choose" is one question at any time. */
function areApart(one: Subject, other: Subject): boolean {
  if (one.signal.editions.isEvergreen || other.signal.editions.isEvergreen) return false
  return one.publishAt !== null && other.publishAt !== null && Math.abs(one.publishAt - other.publishAt) >= apart
}

/** The shortest time between two editions: of what comes every week. */
const apart = 6 * 24 * 3600_000

const weights = { title: 0.45, keyword: 0.3, headings: 0.15 }

/**
 * The final score (checks.md#similarity-score): 0.45 title, 0.30 keyword, 0.15 headings. The weight of what neither item has is spread
 * over the rest in proportion, and so is the 0.10 of the queries of Search Console.
 */
export function scoreOf(parts: Comparison['parts']): number {
  let [sum, weight] = [0, 0]
  for (const name of ['title', 'keyword', 'headings'] as const) {
    const part = parts[name]
    if (part === undefined) continue
    sum += weights[name] * part
    weight += weights[name]
  }
  return weight === 0 ? 0 : sum / weight
}

/** How strongly two items are a pair: the score if the titles compete, the similarity of near duplicates, else 0. */
export function strengthOf(found: Comparison): number {
  return Math.max(found.parts.title > 0 ? found.score : 0, isNearBody(found) ? found.body : 0)
}

/** Whether the bodies of a pair are near duplicates. */
export function isNearBody({ body, isSeries: series }: Pick<Comparison, 'body' | 'isSeries'>): boolean {
  return body >= (series ? sameBody : nearBody)
}

function overlapOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const smaller = Math.min(one.size, other.size)
  return smaller === 0 ? 0 : sharedOf(one, other) / smaller
}
