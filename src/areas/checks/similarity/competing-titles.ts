import { contentWords, segmentsOf } from '#std/content-words.ts'
import { searchTerm } from '#std/text.ts'

import { spellingsOf } from './synonyms.ts'
import { competition, titleSignalOf } from './title-signal.ts'

/** Parts of words of which a title that competes with another has at least one, as searched texts have them. */
export function wordsOfCompeting(title: string, locale: string): string[] {
  return [...new Set([...spellingsOf(contentWords(title, locale)), ...segmentsOf(searchTerm(title), locale)])]
}

/** The first of these whose title competes with another one; editions of a series do not. */
export function firstCompeting<T extends { title: string }>(title: string, others: readonly T[], locale: string) {
  const signal = titleSignalOf(title, locale)
  return others.find((other) => competition(signal, titleSignalOf(other.title, locale)) > 0)
}
