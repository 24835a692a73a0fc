import { contentWords, fold, keywordKey } from '#std/content-words.ts'
import { remember } from '#std/remember.ts'

import { wordsOfBlocks } from './page-words.ts'
import type { Site, Subject } from './subject.ts'

const mostWords = 4
const leastUses = 2

/**
 * A primary keyword that the item could have: one of its candidates that its text uses too and that nobody else has or is
 * proposed (checks.md#proposed-keywords-are-free). Null if there is none.
 */
export function proposedKeyword({ item, page, site, index }: Subject): string | null {
  const stems = wordsOfBlocks(page, site.locale)
  let best: { keyword: string; worth: number } | undefined
  const candidates = candidatesIn(item.title, site)
  const taken = candidates.filter(({ key }) => index.takenKeywords.has(key))
  for (const { keyword, words } of candidates) {
    const uses = stems.reduce((sum, block) => sum + runsOf(block, words), 0)
    // A part of what somebody else has is no better than the whole.
    if (uses < leastUses || taken.some((other) => runsOf(other.words, words) > 0)) continue
    // Several words say what the page is about, one word what it is near to.
    const worth = Math.log2(1 + uses) * (words.length === 1 ? 1 : words.length === 2 ? 2.2 : 2.6)
    if (best === undefined || worth > best.worth) best = { keyword, worth }
  }
  return best?.keyword ?? null
}

type Names = Pick<Site, 'locale' | 'siteUrl' | 'brandNames'>
type Candidate = { keyword: string; key: string; words: readonly string[] }

/**
 * The phrases of one to four words of a title that could be a primary keyword, never the whole title, and no single word that
 * says nothing by itself or names the whole website. `key`: what it is compared by. A call asks several times, so the latest are kept.
 */
export const candidatesIn = remember(candidatesOf, 500, (title, { locale, siteUrl, brandNames }) =>
  JSON.stringify([title, locale, siteUrl, brandNames]),
)

function candidatesOf(title: string, { locale, siteUrl, brandNames }: Names): readonly Candidate[] {
  const all = contentWords(title, locale).length
  const siteWords = wordsOfNames([siteUrl === null ? '' : new URL(siteUrl).hostname, ...brandNames])
  return phrasesOf(title).flatMap((phrase) => {
    const words = contentWords(phrase, locale)
    if (words.length === 0 || words.length === all || isNumber(phrase) || isVague(phrase, siteWords)) return []
    const keyword = fold(phrase).slice(0, 120)
    return [{ keyword, key: keywordKey(keyword, locale), words }]
  })
}

/** Whether a phrase is one word that many pages could have: one about any project, or the name of what all pages are about. */
function isVague(phrase: string, siteWords: ReadonlySet<string>): boolean {
  if (/\s/.test(phrase)) return false
  const word = fold(phrase)
  return vague.has(word) || siteWords.has(word)
}

const wordsOfNames = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => fold(name).split(/[^\p{L}\p{N}]+/u)))

const vague: ReadonlySet<string> = new Set(
  `agenda announcement article blog call change changes community council development event first group help index
  introduction interview issue launch meeting meetings member members month news next note notes overview plan plans post
  pre-release program project projects proposal question questions recap release releases report representative results
  review roadmap second section selection series state status step steps story summary survey talk team teams test testing
  thing things today update updates user users version view week work working year years`.split(/\s+/),
)

/** Every run of at most four words of a title without a mark between them, that neither begins nor ends with a stop word. */
function phrasesOf(title: string): string[] {
  const phrases: string[] = []
  for (const part of title.slice(0, 300).split(/[^\p{L}\p{M}\p{N}\s'’.+#-]+|\.\s|\s[-–—]\s/u)) {
    const words = part.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
    const telling = words.map(isTelling)
    for (const start of words.keys())
      for (let end = start + 1; end <= Math.min(words.length, start + mostWords); end++)
        if (telling[start] === true && telling[end - 1] === true)
          phrases.push(withoutGenitive(words.slice(start, end).join(' ')))
  }
  return phrases
}

const isTelling = (word: string) => contentWords(word).length > 0 && !asking.has(word.toLowerCase())
const asking: ReadonlySet<string> = new Set(
  'how what why when where who which announcing introducing best top guide ultimate complete new'.split(' '),
)
const withoutGenitive = (phrase: string) => phrase.replace(/['’]s$/i, '')
const isNumber = (phrase: string) => !/\p{L}/u.test(phrase)

function runsOf(words: readonly string[], wanted: readonly string[]): number {
  const [first = ''] = wanted
  let count = 0
  for (let at = words.indexOf(first); at !== -1; at = words.indexOf(first, at + 1))
    if (wanted.every((word, i) => words[at + i] === word)) count++
  return count
}
