import { keywordWords, placedWords } from '#std/content-words.ts'
import { titleGraphemes as graphemes, titlePixels as pixels, titleSize } from '#std/search-texts.ts'

import { type Rule, updating } from './rule.ts'
import type { Subject } from './subject.ts'
import { given, shownTitle } from './wording.ts'

const missing: Rule = {
  code: 'seo_title_missing',
  severity: 'error',
  asks: 'seoTitle or title is not empty.',
  field: 'seoTitle',
  check({ item }) {
    if (shownTitle({ item }) !== null) return 'passed'
    const suggestion = given(item.h1)
    return {
      message: 'The item has neither an SEO title nor a title. Give it a title that says what the page is about.',
      evidence: { seoTitle: item.seoTitle, title: item.title },
      fix: suggestion === null ? undefined : updating({ item }, { title: suggestion }),
    }
  },
}

const defaulted: Rule = {
  code: 'seo_title_defaulted',
  severity: 'notice',
  asks: 'seoTitle is given; without it, the title is used instead.',
  field: 'seoTitle',
  check({ item }) {
    const title = given(item.title)
    if (title === null) return 'skipped'
    if (given(item.seoTitle) !== null) return 'passed'
    return {
      message: `There is no SEO title, so search engines get the title “${title}”. Set seoTitle if they should show another one.`,
      evidence: { title },
    }
  },
}

const tooLong: Rule = {
  code: 'seo_title_too_long',
  severity: 'warning',
  asks: `seoTitle, or the title in its place, is at most ${pixels.most} pixels wide, about 60 characters; where most letters are not Latin it has at most ${graphemes.most}.`,
  field: 'seoTitle',
  check: (subject) => {
    const size = sizeOf(subject)
    if (size === undefined) return 'skipped'
    if (size.value <= size.most) return 'passed'
    return {
      message: `The title takes ${size.value} ${size.unit}; search engines cut it at ${size.most}. Shorten it, the most important words first.`,
      evidence: { title: size.title, [size.unit]: size.value, most: size.most },
      fix: fixTo(subject, firstPartOf(size.title)),
    }
  },
}

const tooShort: Rule = {
  code: 'seo_title_too_short',
  severity: 'notice',
  asks: `seoTitle, or the title in its place, is at least ${pixels.least} pixels wide, about 40 characters; where most letters are not Latin it has at least ${graphemes.least}.`,
  field: 'seoTitle',
  check: (subject) => {
    const size = sizeOf(subject)
    if (size === undefined) return 'skipped'
    if (size.value >= size.least) return 'passed'
    return {
      message: `The title takes ${size.value} of the ${size.most} ${size.unit} that search engines show. Say more precisely what the page offers (at least ${size.least}).`,
      evidence: { title: size.title, [size.unit]: size.value, least: size.least },
    }
  },
}

const withoutKeyword: Rule = {
  code: 'seo_title_no_keyword',
  severity: 'warning',
  asks: 'All content words of the primary keyword are in seoTitle; it is a notice only where they begin in its second half.',
  field: 'seoTitle',
  check(subject) {
    const { item, site } = subject
    const keyword = given(item.primaryKeyword)
    const title = shownTitle(subject)
    if (keyword === null || title === null) return 'skipped'
    const wanted = keywordWords(keyword, site.locale)
    if (wanted.length === 0) return 'skipped'
    const { words, length } = placedWords(title, site.locale)
    const absent = wanted.filter((word) => !words.some((other) => other.word === word))
    if (absent.length > 0)
      return {
        message: `The title does not have the primary keyword “${keyword}”. Put it into the title, near its beginning.`,
        evidence: { title, primaryKeyword: keyword, missingWords: absent },
        fix: fixTo(subject, `${capitalised(keyword)}: ${title}`),
      }
    const start = words.find(({ word }) => wanted.includes(word))?.start ?? 0
    if (start * 2 < length) return 'passed'
    return {
      severity: 'notice',
      message: `The primary keyword “${keyword}” begins in the second half of the title. Move it towards the beginning.`,
      evidence: { title, primaryKeyword: keyword, begins: start, length },
    }
  },
}

/** Rules about the title that search engines show (checks.md#widths-for-latin-letters). */
export const titleRules: readonly Rule[] = [missing, defaulted, tooLong, tooShort, withoutKeyword]

function sizeOf(subject: Subject) {
  const title = shownTitle(subject)
  return title === null ? undefined : { title, ...titleSize(title) }
}

/** Sets the SEO title, if it fits and says enough. */
function fixTo(subject: Subject, seoTitle: string | undefined) {
  if (seoTitle === undefined) return undefined
  const { value, most } = titleSize(seoTitle)
  return value <= most && value * 3 >= most ? updating(subject, { seoTitle }) : undefined
}

/** What comes before the last mark that a title can end at; undefined if there is none. */
function firstPartOf(title: string): string | undefined {
  let part = title
  while (titleSize(part).value > titleSize(part).most) {
    const shorter = /^(.*\S)\s*(?:[:;|·–—]|\s-\s|,\s|\(|\?\s).*$/su.exec(part)?.[1]
    if (shorter === undefined) return undefined
    part = shorter
  }
  return part
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
