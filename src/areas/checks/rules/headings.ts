import { counted, type Rule, shown, updating } from './rule.ts'
import { given, shownTitle, summaryOf } from './wording.ts'

const longestStretch = 300
const wordsWithoutTldr = 600

const h1Missing: Rule = {
  code: 'h1_missing',
  severity: 'notice',
  asks: 'h1 is given, or content begins with a first-level heading; most websites print the title otherwise.',
  field: 'h1',
  check(subject) {
    const { item } = subject
    if (given(item.h1) !== null || item.bodyH1s > 0) return 'passed'
    const title = shownTitle(subject)
    return {
      message:
        'The page has no first-level heading of its own: h1 is empty and the body has no “#” heading. Most websites print the title; set h1 if readers should see another one.',
      evidence: { bodyH1s: 0 },
      fix: title === null ? undefined : updating(subject, { h1: given(item.title) ?? title }),
    }
  },
}

const h1Multiple: Rule = {
  code: 'h1_multiple',
  severity: 'warning',
  asks: 'content has no first-level heading besides h1.',
  field: 'content',
  check({ item }) {
    const count = item.bodyH1s + (given(item.h1) === null ? 0 : 1)
    if (count === 0) return 'skipped'
    if (count === 1) return 'passed'
    return {
      message: `The page has ${count} first-level headings. Keep one and begin the headings of the body with “##”.`,
      evidence: { h1: given(item.h1), bodyH1s: item.bodyH1s },
    }
  },
}

const gap: Rule = {
  code: 'heading_gap',
  severity: 'notice',
  asks: `At most ${longestStretch} words between headings, and no level is skipped.`,
  field: 'content',
  check({ page }) {
    const stretches = page.sections
      .filter(({ words }) => words > longestStretch)
      .map(({ heading, words }) => ({ after: heading?.text ?? null, words }))
    const skipped = skippedLevels(page.sections.flatMap(({ heading }) => heading ?? []))
    if (stretches.length === 0 && skipped.length === 0) return 'passed'
    const parts = [
      ...(stretches.length === 0
        ? []
        : [
            `${counted(stretches.length, 'stretch', 'stretches')} of more than ${longestStretch} words without a heading`,
          ]),
      ...(skipped.length === 0 ? [] : [`${counted(skipped.length, 'heading')} that skip a level`]),
    ]
    return {
      message: `The body has ${parts.join(' and ')}. Headings in their order let readers find their place.`,
      evidence: { stretches: stretches.slice(0, shown), skipped: skipped.slice(0, shown) },
    }
  },
}

const tldrMissing: Rule = {
  code: 'tldr_missing',
  severity: 'notice',
  asks: `A text above ${wordsWithoutTldr} words has a tldr.`,
  field: 'tldr',
  check(subject) {
    const { wordCount } = subject.page
    if (wordCount <= wordsWithoutTldr) return 'skipped'
    if (given(subject.item.tldr) !== null) return 'passed'
    const suggestion = summaryOf(subject, 300)
    return {
      message: `The text has ${wordCount} words and no summary. Set tldr to the answer in two or three sentences.`,
      evidence: { words: wordCount },
      fix: suggestion === null ? undefined : updating(subject, { tldr: suggestion }),
    }
  },
}

/** Rules about headings and the summary. */
export const headingRules: readonly Rule[] = [h1Missing, h1Multiple, gap, tldrMissing]

// The rendered body begins at the second level: a first heading below that has skipped it.
function skippedLevels(headings: readonly { level: number; text: string }[]) {
  return headings.flatMap(({ level, text }, i) => {
    const before = i === 0 ? 1 : (headings[i - 1]?.level ?? 1)
    return level > before + 1 ? [{ heading: text, level, after: before }] : []
  })
}
