import { atOnce, type Parts } from './parts.ts'
import { remember } from './remember.ts'
import { stem } from './stem.ts'
import { stopWordsOf } from './stop-words.ts'
import { truncate } from './text.ts'

/**
 * The content words of a text, in order (checks.md#words-of-a-page): lower case, without marks, stop words out, lightly stemmed.
 * `locale` is a language tag and decides which words are stop words; English where it has no list.
 */
export function contentWords(text: string, locale = 'en'): readonly string[] {
  return text.length <= short ? wordsOfShort(text, languageOf(locale)) : atOnce(findingContentWords(text, locale))
}

/** Titles, keywords and their parts are read again and again; a paragraph rarely is. */
const short = 120

const wordsOfShort = remember(
  (text: string, language: string): readonly string[] => atOnce(findingContentWords(text, language)),
  5000,
  (text, language) => `${language}\n${text}`,
)

/** Reads them in parts, between which others can have their turn. */
export function* findingContentWords(text: string, locale = 'en'): Parts<string[]> {
  const language = languageOf(locale)
  const stops = stopWordsOf(language)
  const words: string[] = []
  for (const [i, word] of (yield* segmentingText(fold(text), language)).entries()) {
    if (i % partWords === partWords - 1) yield
    if (!stops.has(word)) words.push(stem(word, language))
  }
  return words
}

/** The same with the offset at which each begins, and the length of the text that the offsets refer to. */
export function placedWords(text: string, locale = 'en'): { words: { word: string; start: number }[]; length: number } {
  const language = languageOf(locale)
  const stops = stopWordsOf(language)
  const folded = fold(text)
  const words: { word: string; start: number }[] = []
  for (const { segment, index, isWordLike } of segmenterOf(locale).segment(folded))
    if (isWordLike === true && !stops.has(segment)) words.push({ word: stem(segment, language), start: index })
  return { words, length: folded.length }
}

/** The content words of a keyword, without duplicates; all of its words where it has none but stop words ("The Who"). */
export function keywordWords(text: string, locale = 'en'): string[] {
  const words = contentWords(text, locale)
  const all = words.length > 0 ? words : segmentsOf(fold(text), locale)
  return [...new Set(all)]
}

/**
 * How two keywords are compared (`keyword_duplicate`): content words without years, sorted, joined by blanks, in at most 200
 * characters, which fit into an index whatever they are (database.md#bounded-index-keys). `''` where there is no word.
 */
export function keywordKey(text: string, locale = 'en'): string {
  if (text === '') return ''
  const words = keywordWords(text, locale)
  const timeless = words.filter((word) => !isYear(word))
  return truncate((timeless.length > 0 ? timeless : words).toSorted().join(' '), 200)
}

/** Whether a word is a year of the last century or of this one. */
const isYear = (word: string) => /^(?:19|20)\d\d$/.test(word)

/** The words of a text as `Intl.Segmenter` finds them, spelled as they are. */
export function segmentsOf(text: string, locale = 'en'): string[] {
  return atOnce(segmentingText(text, locale))
}

/** The same in parts. */
export function* segmentingText(text: string, locale = 'en'): Parts<string[]> {
  if (isPlain.test(text) && !endingAtColons.has(languageOf(locale))) return yield* cuttingPlainText(text)
  const words: string[] = []
  let segments = 0
  for (const { segment, isWordLike } of segmenterOf(locale).segment(text)) {
    if (++segments % partWords === 0) yield
    if (isWordLike === true) words.push(segment)
  }
  return words
}

/** How many words are read at once: a millisecond or two. */
const partWords = 2000
/** How many characters of plain text are. */
const partPlain = 20_000

// The same for English letters, digits and common punctuation, where the rules of Unicode (UAX 29) are few: ten times as fast.
function* cuttingPlainText(text: string): Parts<string[]> {
  const words: string[] = []
  for (let from = 0; from < text.length;) {
    if (from > 0) yield
    const space = text.indexOf(' ', from + partPlain)
    const end = space === -1 ? text.length : space
    for (const word of text.slice(from, end).match(plainWord) ?? []) words.push(word)
    from = end
  }
  return words
}

const isPlain = /^[\t\n\r\x20-\x7e‘’“”–—…]*$/
const plainWord = /(?:__|_?[A-Za-z\d])\w*(?:(?:(?<=[A-Za-z])[.:'‘’](?=[A-Za-z])|(?<=\d)[.,;'‘’](?=\d))\w+)*/g
/** Languages in which a colon between letters ends a word. */
const endingAtColons: ReadonlySet<string> = new Set(['fi', 'sv'])

/** Lower case, without the marks of Latin, Greek and Cyrillic letters; C++ and C# stay words of their own. */
export function fold(text: string): string {
  return withoutMarks(text)
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/(?<![\p{L}\p{N}])([a-z])(\+\+|#)(?![\p{L}\p{N}])/gu, (_, letter: string, sign: string) =>
      sign === '#' ? `${letter}sharp` : `${letter}plusplus`,
    )
}

function withoutMarks(text: string): string {
  if (isAscii.test(text)) return text
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC')
}

// oxlint-disable-next-line no-control-regex
const isAscii = /^[\0-\x7f]*$/

/** The language of a tag: `pt` of `pt-BR`. */
export const languageOf = (locale: string) => locale.slice(0, 2).toLowerCase()

const segmenters = new Map<string, Intl.Segmenter>()

// Creating one costs far more than using it. Only the language decides how words are split, and there are few languages.
function segmenterOf(locale: string): Intl.Segmenter {
  const language = languageOf(locale)
  let segmenter = segmenters.get(language)
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(/^[a-z]{2}$/.test(language) ? language : 'en', { granularity: 'word' })
    segmenters.set(language, segmenter)
  }
  return segmenter
}
