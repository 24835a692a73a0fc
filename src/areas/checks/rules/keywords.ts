import { contentWords, keywordWords } from '#std/content-words.ts'
import { sentencesOf } from '#std/sentences.ts'
import { slugify } from '#std/slugs.ts'
import { truncate } from '#std/text.ts'

import { wordsOfBlocks } from './page-words.ts'
import { proposedKeyword } from './proposed-keyword.ts'
import { counted, type Evidence, type Rule, updating } from './rule.ts'
import type { Subject } from './subject.ts'
import { firstParagraph, given } from './wording.ts'

const most = 4
const mostAtAll = 8
const measuredFrom = 100
const low = 0.005
const high = 0.03
const tooHigh = 0.04

const percent = (share: number) => Math.round(share * 10_000) / 100

const missing: Rule = {
  code: 'primary_keyword_missing',
  severity: 'error',
  asks: 'The item has a primary keyword; that of a topic is taken over.',
  field: 'primaryKeyword',
  check(subject) {
    if (given(subject.item.primaryKeyword) !== null) return 'passed'
    const suggestion = proposedKeyword(subject)
    return {
      message:
        'There is no primary keyword, so no rule about keywords was checked. Set primaryKeyword to what people search for.',
      evidence: { suggestion },
      fix: suggestion === null ? undefined : updating(subject, { primaryKeyword: suggestion }),
    }
  },
}

const long: Rule = {
  code: 'primary_keyword_long',
  severity: 'warning',
  asks: `The primary keyword has at most ${most} content words; from ${most + 1} to ${mostAtAll} it is a notice only.`,
  field: 'primaryKeyword',
  check(subject) {
    const keyword = keywordOf(subject)
    if (keyword === undefined) return 'skipped'
    const { length } = contentWords(keyword.text, subject.site.locale)
    if (length <= most) return 'passed'
    return {
      severity: length > mostAtAll ? 'warning' : 'notice',
      message: `The primary keyword has ${length} content words. Few people search for so many: keep the two to four that matter.`,
      evidence: { primaryKeyword: keyword.text, contentWords: length, most },
    }
  },
}

const intro: Rule = {
  code: 'keyword_not_in_intro',
  severity: 'warning',
  asks: 'The content words of the primary keyword are in the first paragraph; it is a notice only where they are not in one sentence of it.',
  field: 'content',
  check(subject) {
    const keyword = keywordOf(subject)
    const paragraph = firstParagraph(subject)
    if (keyword === undefined || paragraph === null) return 'skipped'
    const { locale } = subject.site
    const absent = missingFrom(paragraph, keyword.words, locale)
    if (absent.length > 0)
      return {
        message: `The first paragraph does not have the primary keyword “${keyword.text}”. Say in it what the page is about.`,
        evidence: { primaryKeyword: keyword.text, missingWords: absent, paragraph: truncate(paragraph, 300) },
      }
    if (sentencesOf(paragraph).some(({ text }) => missingFrom(text, keyword.words, locale).length === 0))
      return 'passed'
    return {
      severity: 'notice',
      message: `The words of the primary keyword “${keyword.text}” are spread over several sentences of the first paragraph. Bring them into one.`,
      evidence: { primaryKeyword: keyword.text, paragraph: truncate(paragraph, 300) },
    }
  },
}

const densityLow: Rule = {
  code: 'keyword_density_low',
  severity: 'notice',
  asks: `In a text of ${measuredFrom} words or more the primary keyword occurs more than once, and at least ${percent(low)} times per 100 words.`,
  field: 'content',
  check(subject) {
    const density = densityOf(subject)
    if (density === undefined) return 'skipped'
    if (density.share >= low && density.hits !== 1) return 'passed'
    return {
      message: `The primary keyword “${density.keyword}” occurs ${counted(density.hits, 'time')} in ${density.words} words. Use it where the text is about it.`,
      evidence: evidenceOf(density),
    }
  },
}

const densityHigh: Rule = {
  code: 'keyword_density_high',
  severity: 'error',
  asks: `The primary keyword occurs at most ${percent(high)} times per 100 words; up to ${percent(tooHigh)} it is a warning only.`,
  field: 'content',
  check(subject) {
    const density = densityOf(subject)
    if (density === undefined) return 'skipped'
    if (density.share <= high) return 'passed'
    return {
      severity: density.share > tooHigh ? 'error' : 'warning',
      message: `The primary keyword “${density.keyword}” occurs ${density.hits} times in ${density.words} words (${percent(density.share)} %). More than 3 % reads as stuffing: use other words for it.`,
      evidence: evidenceOf(density),
    }
  },
}

const slugWeak: Rule = {
  code: 'slug_weak',
  severity: 'notice',
  asks: 'slug has at most 75 characters and 8 words, one of them a word of the primary keyword, and not digits only.',
  field: 'slug',
  check(subject) {
    const { slug } = subject.item
    const words = slug.split(/[-.]/).filter((word) => word !== '')
    const keyword = keywordOf(subject)
    const reasons = [
      ...(slug.length > 75 ? [`has ${slug.length} characters (75 are enough)`] : []),
      ...(words.length > mostAtAll ? [`has ${words.length} words (8 are enough)`] : []),
      ...(/^[\p{N}.-]+$/u.test(slug) ? ['has digits only'] : []),
      ...(keyword !== undefined && lacks(slug, keyword, subject.site.locale)
        ? ['has no word of the primary keyword']
        : []),
    ]
    if (reasons.length === 0) return 'passed'
    const better = keyword === undefined ? '' : slugify(keyword.text)
    return {
      message: `The slug “${truncate(slug, 100)}” ${reasons.join(' and ')}. A short one that names the subject is easier to read and to link.`,
      evidence: { slug, characters: slug.length, words: words.length, reasons },
      // The address of what is published is known elsewhere: only its author can say whether a redirect is worth it.
      fix:
        better === '' || better === slug || subject.item.status === 'published'
          ? undefined
          : updating(subject, { slug: better }),
    }
  },
}

/** Rules about the primary keyword and the slug. Without a keyword, the rules about it are skipped. */
export const keywordRules: readonly Rule[] = [missing, long, intro, densityLow, densityHigh, slugWeak]

type Keyword = { text: string; words: string[] }

function keywordOf({ item, site }: Subject): Keyword | undefined {
  const text = given(item.primaryKeyword)
  if (text === null) return undefined
  const words = keywordWords(text, site.locale)
  return words.length === 0 ? undefined : { text, words }
}

function missingFrom(text: string, wanted: readonly string[], locale: string): string[] {
  const words = new Set(contentWords(text, locale))
  return wanted.filter((word) => !words.has(word))
}

type Density = { keyword: string; hits: number; words: number; share: number }

const evidenceOf = ({ keyword, hits, words, share }: Density): Evidence => ({
  primaryKeyword: keyword,
  hits,
  words,
  densityPercent: percent(share),
})

const known = new WeakMap<Subject, { density: Density | undefined }>()

/** How often the keyword's content words follow one another, per word of the text: counted once for all rules. */
function densityOf(subject: Subject): Density | undefined {
  const found = known.get(subject) ?? { density: countDensity(subject) }
  known.set(subject, found)
  return found.density
}

function countDensity(subject: Subject): Density | undefined {
  const keyword = keywordOf(subject)
  const { wordCount } = subject.page
  if (keyword === undefined || wordCount < measuredFrom) return undefined
  let hits = 0
  for (const words of wordsOfBlocks(subject.page, subject.site.locale)) hits += occurrences(words, keyword.words)
  return { keyword: keyword.text, hits, words: wordCount, share: hits / wordCount }
}

function occurrences(words: readonly string[], wanted: readonly string[]): number {
  let count = 0
  for (let at = 0; at + wanted.length <= words.length; at++) {
    if (!wanted.every((word, i) => words[at + i] === word)) continue
    count++
    at += wanted.length - 1
  }
  return count
}

// A slug in Latin letters says nothing about a keyword in another script.
function lacks(slug: string, { text, words }: Keyword, locale: string): boolean {
  const isLatin = (some: string) => !/(?!\p{Script=Latin})\p{L}/u.test(some)
  if (isLatin(slug) !== isLatin(text)) return false
  const inSlug = new Set(contentWords(slug.replace(/[-.]/g, ' '), locale))
  const spelled = new Set(slugify(text).split(/[-.]/))
  return !words.some((word) => inSlug.has(word)) && !slug.split(/[-.]/).some((word) => spelled.has(word))
}
