import { contentWords, keywordWords } from '#std/content-words.ts'
import { descriptionCharacters, descriptionSize } from '#std/search-texts.ts'

import { type Rule, shown, updating } from './rule.ts'
import { given, summaryOf, wholeSentences } from './wording.ts'

const { least, most } = descriptionCharacters
const nearLeast = 110
const nearMost = 165

const missing: Rule = {
  code: 'meta_description_missing',
  severity: 'error',
  asks: 'metaDescription is set.',
  field: 'metaDescription',
  check(subject) {
    if (given(subject.item.metaDescription) !== null) return 'passed'
    const suggestion = summaryOf(subject, most)
    return {
      message: `There is no meta description, so search engines pick a passage themselves. Write ${least} to ${most} characters that say what the reader gets.`,
      evidence: { suggestion },
      fix: suggestion === null ? undefined : updating(subject, { metaDescription: suggestion }),
    }
  },
}

const length: Rule = {
  code: 'meta_description_length',
  severity: 'warning',
  asks: `metaDescription has ${least} to ${most} characters; from ${nearLeast} to ${nearMost} it is a notice only.`,
  field: 'metaDescription',
  check(subject) {
    const description = given(subject.item.metaDescription)
    if (description === null) return 'skipped'
    const characters = descriptionSize(description).value
    if (characters >= least && characters <= most) return 'passed'
    const isNear = characters >= nearLeast && characters <= nearMost
    const isLong = characters > most
    const whole = wholeSentences(description, most)
    return {
      severity: isNear ? 'notice' : 'warning',
      message: isLong
        ? `The meta description has ${characters} characters; search engines show about ${most}. Shorten it.`
        : `The meta description has ${characters} characters; ${least} to ${most} use the available space. Say more.`,
      evidence: { characters, least, most },
      fix: isLong && whole.length >= nearLeast ? updating(subject, { metaDescription: whole }) : undefined,
    }
  },
}

const withoutKeyword: Rule = {
  code: 'meta_description_no_keyword',
  severity: 'notice',
  asks: 'metaDescription has the content words of the primary keyword.',
  field: 'metaDescription',
  check({ item, site }) {
    const keyword = given(item.primaryKeyword)
    const description = given(item.metaDescription)
    if (keyword === null || description === null) return 'skipped'
    const words = new Set(contentWords(description, site.locale))
    const absent = keywordWords(keyword, site.locale).filter((word) => !words.has(word))
    if (absent.length === 0) return 'passed'
    return {
      message: `The meta description does not have the primary keyword “${keyword}”. Search engines mark its words in bold.`,
      evidence: { primaryKeyword: keyword, missingWords: absent },
    }
  },
}

const duplicate: Rule = {
  code: 'meta_description_duplicate',
  severity: 'warning',
  asks: 'No other published item has the same metaDescription.',
  field: 'metaDescription',
  check(subject) {
    if (given(subject.item.metaDescription) === null) return 'skipped'
    const { sameDescription } = subject.index
    const [first] = sameDescription
    if (first === undefined) return 'passed'
    return {
      message: `“${first.title}” has the same meta description. Say what this page offers that the other one does not.`,
      evidence: {
        items: sameDescription.slice(0, shown).map(({ id, title }) => ({ id, title })),
        count: sameDescription.length,
      },
    }
  },
}

/** Rules about the meta description. */
export const descriptionRules: readonly Rule[] = [missing, length, withoutKeyword, duplicate]
