import { contentWords, fold } from '#std/content-words.ts'
import { remember } from '#std/remember.ts'

import { areEditions, type Editions, editionsOf } from './editions.ts'
import { arePortraits, type Portrait, portraitOf } from './portraits.ts'
import { meaningOf } from './synonyms.ts'

/** What kind of answer a title promises. */
export type Intent = 'pricing' | 'alternatives' | 'vs' | 'template' | 'checklist' | 'review' | 'policy' | 'none'

/** What titles are compared by. */
export type TitleSignal = {
  /** Content words with synonyms merged, without years and numbers. */
  tokens: ReadonlySet<string>
  intent: Intent
  /** Content words of X if the title ends in "for X". */
  audience: ReadonlySet<string>
  editions: Editions
  portrait: Portrait | undefined
}

const signalsOf = remember((locale: string) => remember((title: string) => signalOf(title, locale), 5000), 4)

/** Reads a title; `locale` decides which words are stop words. Each title is compared again and again, so the latest are kept. */
export const titleSignalOf = (title: string, locale = 'en'): TitleSignal => signalsOf(locale)(title)

function signalOf(title: string, locale?: string): TitleSignal {
  const folded = fold(title)
  const { rest, ...editions } = editionsOf(folded)
  return {
    tokens: meaningOf(contentWords(rest, locale)),
    intent: intentOf(folded),
    audience: audienceOf(rest, locale),
    editions,
    portrait: portraitOf(title),
  }
}

/**
 * Whether two titles compete, and how closely: 0 where they do not, else the geometric mean of overlap coefficient and Jaccard. They do
 * with an overlap of 0.75 (two words on each side at least) or a Jaccard of 0.55, the same intent, no conflict of audiences, and
 * where they are not two editions of a series.
 */
export function competition(one: TitleSignal, other: TitleSignal): number {
  if (one.intent !== other.intent || arePortraits(one.portrait, other.portrait)) return 0
  const alike = tokenLikeness(one.tokens, other.tokens)
  if (alike === 0 || areAudiences(one.audience, other.audience) || areEditions(one.editions, other.editions)) return 0
  return alike
}

/** Whether two titles are alike except for what makes them editions of a series. */
export function isSeries(one: TitleSignal, other: TitleSignal): boolean {
  if (arePortraits(one.portrait, other.portrait)) return true
  return tokenLikeness(one.tokens, other.tokens) > 0 && areEditions(one.editions, other.editions)
}

/** The geometric mean of overlap coefficient and Jaccard if either is high enough, else 0. */
export function tokenLikeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const smaller = Math.min(one.size, other.size)
  if (smaller === 0) return 0
  const shared = sharedOf(one, other)
  const overlap = shared / smaller
  const jaccard = shared / (one.size + other.size - shared)
  return (overlap >= 0.75 && smaller >= 2) || jaccard >= 0.55 ? Math.sqrt(overlap * jaccard) : 0
}

/** The Jaccard similarity of two sets of words, 0 if both are empty. */
export function jaccardOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = sharedOf(one, other)
  return shared === 0 ? 0 : shared / (one.size + other.size - shared)
}

/** How many words two sets share. */
export function sharedOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [fewer, more] = one.size <= other.size ? [one, other] : [other, one]
  let shared = 0
  for (const word of fewer) if (more.has(word)) shared++
  return shared
}

// In this order: a "policy template" is a template, a "pricing comparison" is about prices.
const intents: readonly (readonly [Intent, RegExp])[] = [
  ['pricing', /^(?:pricing|prices?|costs?|fees?)$/],
  ['alternatives', /^(?:alternatives?|competitors?|replacements?)$/],
  ['vs', /^(?:vs|versus|comparisons?|compare[ds]?|comparing)$/],
  ['template', /^templates?$/],
  ['checklist', /^checklists?$/],
  ['review', /^reviews?$/],
  ['policy', /^polic(?:y|ies)$/],
]
/** With one of these words, the cost is something to work on, not something to look up. */
const savings = /^(?:reduc|lower|cut|decreas|minimi|sav|optimi|calculat)/

function intentOf(folded: string): Intent {
  const words = folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const found = intents.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0] ?? 'none'
  return found === 'pricing' && words.some((word) => savings.test(word)) ? 'none' : found
}

function audienceOf(rest: string, locale: string | undefined): ReadonlySet<string> {
  const at = rest.lastIndexOf(' for ')
  return at === -1 ? new Set() : meaningOf(contentWords(rest.slice(at + 5), locale))
}

function areAudiences(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size > 0 && other.size > 0 && sharedOf(one, other) === 0
}
