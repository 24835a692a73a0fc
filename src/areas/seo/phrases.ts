import { fold, languageOf } from '#std/content-words.ts'
import { stem } from '#std/stem.ts'
import { stopWordsOf } from '#std/stop-words.ts'

import { insideOf, type Range } from './links/link-map.ts'

/**
 * What an item can be linked by: the content words of a keyword or title, and how well they represent the item. Words that are only a
 * part of its title name it where no other item has them too.
 */
export type Phrase = { words: readonly string[]; weight: number; isPart?: true }

/** What names an item. */
export type Named = { title: string; primaryKeyword: string | null; secondaryKeywords: readonly string[] }

const weights = { primary: 1, secondary: 0.8, title: 0.6 }
/** "moisture of the honey" names "honey moisture", a little less well (seo.md#links-by-name). */
const turnedRound = 0.9
/** A title with this many content words may lack a quarter of them. */
const coverage = 0.75
const longestTitle = 12

type Word = Range & { word: string }

/** The content words of a text in order, with their offsets: without the stop words of its language, folded and stemmed. */
function contentWords(text: string, locale: string): Word[] {
  const language = languageOf(locale)
  const stops = stopWordsOf(language)
  const found: Word[] = []
  for (const { index, 0: written } of text.matchAll(token)) {
    const word = isVersion(written) ? written.replace(plainRelease, '$1') : fold(written)
    if (!stops.has(word)) found.push({ start: index, end: index + written.length, word: stem(word, language) })
  }
  return found
}

const isVersion = (word: string) => /^\d+(?:\.\d+)+$/.test(word)
/** People say "1.45" and mean 1.45.0. */
const plainRelease = /^(\d+\.\d+)\.0$/

// A version is one word. In scripts without blanks between words, a letter is one.
const token =
  /\d+(?:\.\d+)+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+/gu

/** The distinct phrases of an item, each with its highest weight. */
export function phrasesOf({ title, primaryKeyword, secondaryKeywords }: Named, locale: string): Phrase[] {
  const found = new Map<string, Phrase>()
  const add = (words: readonly string[], weight: number, isPart = false) => {
    const key = keyOf({ words })
    if (words.length > 0 && (found.get(key)?.weight ?? 0) < weight)
      found.set(key, { words, weight, ...(isPart ? { isPart } : {}) })
  }
  const wordsOf = (text: string) => contentWords(text, locale).map(({ word }) => word)
  const addKeyword = (keyword: string, weight: number) => {
    const words = wordsOf(keyword)
    add(words, weight)
    if (words.length === 2) add(words.toReversed(), weight * turnedRound)
  }
  if (primaryKeyword !== null) addKeyword(primaryKeyword, weights.primary)
  for (const keyword of secondaryKeywords) addKeyword(keyword, weights.secondary)
  const words = wordsOf(title).slice(0, longestTitle)
  for (let length = words.length; length >= Math.max(2, Math.ceil(words.length * coverage)); length--)
    for (let start = 0; start + length <= words.length; start++)
      add(words.slice(start, start + length), (weights.title * length) / words.length, length < words.length)
  // The name of what has a version says which release a title is about, whatever else it says.
  for (const [at, word] of words.entries())
    if (at > 0 && isVersion(word)) add(words.slice(at - 1, at + 1), weights.title, words.length > 2)
  return [...found.values()]
}

/** What tells one phrase from another. */
export const keyOf = ({ words }: Pick<Phrase, 'words'>): string => words.join(' ')

/** Parts of titles that several of these items have: they name none of them. */
export function sharedParts(items: Iterable<readonly Phrase[]>): ReadonlySet<string> {
  const [once, shared] = [new Set<string>(), new Set<string>()]
  for (const phrases of items)
    for (const phrase of phrases) {
      const key = keyOf(phrase)
      if (once.has(key)) shared.add(key)
      once.add(key)
    }
  return shared
}

/** A text in which phrases are searched. */
export type PhraseText = {
  /** Whether all words of a phrase are in the text at all, which rules out most phrases. */
  mayHold(phrase: Phrase): boolean
  /** Every place where the words of one of the phrases are next to each other in running text. */
  find<P extends Phrase>(phrases: readonly P[]): (Range & { phrase: P })[]
}

/** Reads a text once. What is taken (code, headings, links, markup) is not running text. */
export function phraseText(text: string, taken: readonly Range[], locale: string): PhraseText {
  const isTaken = insideOf(taken)
  const words = contentWords(text, locale).filter(({ start }) => isTaken(start) === undefined)
  const known = new Set(words.map(({ word }) => word))
  return {
    mayHold: (phrase) => phrase.words.every((word) => known.has(word)),
    find(phrases) {
      const byFirst = new Map<string, (typeof phrases)[number][]>()
      for (const phrase of phrases) {
        const first = phrase.words[0] ?? ''
        byFirst.set(first, [...(byFirst.get(first) ?? []), phrase])
      }
      return words.flatMap(({ word, start }, at) =>
        (byFirst.get(word) ?? []).flatMap((phrase) => {
          const last = endOf(text, words, at, phrase)
          return last === undefined ? [] : [{ start, end: last.end, phrase }]
        }),
      )
    },
  }
}

function endOf(text: string, words: readonly Word[], at: number, phrase: Phrase): Word | undefined {
  for (let i = 1; i < phrase.words.length; i++) {
    const [before, next] = [words[at + i - 1], words[at + i]]
    if (before === undefined || next === undefined || next.word !== phrase.words[i]) return undefined
    if (!isRunning(text.slice(before.end, next.start))) return undefined
  }
  return words[at + phrase.words.length - 1]
}

/** Between words that belong together there may be blanks, stop words, a hyphen or apostrophe, and at most one line break. */
function isRunning(between: string): boolean {
  if (between.length > 40 || (between.match(/\n/g)?.length ?? 0) > 1) return false
  return /^[\s'’\-–\p{L}\p{M}]*$/u.test(between)
}

/** How good a link by this phrase is, 0 to 1 in hundredths: one word says less than several. */
export function scoreOf({ words, weight }: Phrase): number {
  const byLength = words.length === 1 ? 0.7 : words.length === 2 ? 0.9 : 1
  return Math.round(weight * byLength * 100) / 100
}
