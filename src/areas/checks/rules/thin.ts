import { counted, type Rule, shown } from './rule.ts'

const thinSection = 40

const content: Rule = {
  code: 'thin_content',
  severity: 'error',
  asks: 'At least 300 words: below 200 it is an error, below 300 a warning. A glossary entry has at least 150, or it is an error; a guide or pillar page at least 900, or it is a notice.',
  field: 'content',
  check({ item, page, index }) {
    const { wordCount: words } = page
    const isGlossary = item.articleType === 'glossary' || index.collectionKind === 'glossary'
    const isLong = item.articleType === 'guide' || item.isPillar
    const finding = isGlossary
      ? words < 150 && ({ severity: 'error', least: 150, what: 'A glossary entry' } as const)
      : (words < 200 && ({ severity: 'error', least: 200, what: 'An article' } as const)) ||
        (words < 300 && ({ severity: 'warning', least: 300, what: 'An article' } as const)) ||
        (isLong &&
          words < 900 &&
          ({ severity: 'notice', least: 900, what: item.isPillar ? 'A pillar page' : 'A guide' } as const))
    if (finding === false) return 'passed'
    const { severity, least, what } = finding
    return {
      severity,
      message: `The text has ${counted(words, 'word')}. ${what} needs at least ${least} to answer what its readers ask.`,
      evidence: { words, least },
    }
  },
}

const sections: Rule = {
  code: 'thin_sections',
  severity: 'notice',
  asks: `At most two second-level sections have fewer than ${thinSection} words.`,
  field: 'content',
  check({ page }) {
    const thin = sectionsOf(page.sections).filter(({ words }) => words < thinSection)
    if (thin.length < 3) return 'passed'
    return {
      message: `${thin.length} sections have fewer than ${thinSection} words. Say more in them, or join them.`,
      evidence: { sections: thin.slice(0, shown), count: thin.length, least: thinSection },
    }
  },
}

/** Rules about how much a page says (checks.md#words-of-a-page). */
export const thinRules: readonly Rule[] = [content, sections]

type Stretch = { heading: { level: number; text: string } | null; words: number }

/** Second-level sections with the number of words below them. */
function sectionsOf(stretches: readonly Stretch[]): { heading: string; words: number }[] {
  const found: { heading: string; words: number }[] = []
  for (const { heading, words } of stretches) {
    if (heading === null) continue
    const last = found.at(-1)
    if (heading.level === 2) found.push({ heading: heading.text, words })
    else if (last !== undefined) last.words += words
  }
  return found
}
