import { articleTypeOf } from '#areas/items/index.ts'

import { counted, type Rule, shown } from './rule.ts'
import type { Subject } from './subject.ts'

const thinSection = 40

/** How many words a kind of text needs: below the first number it is an error, and so on. */
type Lengths = { what: string; error: number; warning?: number; notice?: number }

const article = { what: 'An article', error: 200, warning: 300 }
const glossary = { what: 'A glossary entry', error: 150 }
const lengths: Readonly<Record<string, Lengths>> = {
  guide: { ...article, what: 'A guide', notice: 900 },
  glossary,
  news: { what: 'A piece of news', error: 50, notice: 100 },
  release: { what: 'A note on a release', error: 50, notice: 100 },
}
const pillar: Lengths = { ...article, what: 'A pillar page', notice: 900 }

const content: Rule = {
  code: 'thin_content',
  severity: 'error',
  asks: 'At least 300 words: below 200 it is an error, below 300 a warning. A glossary entry has at least 150, or it is an error; news and notes on a release at least 50, or it is an error, and 100, or it is a notice; a guide or pillar page at least 900, or it is a notice.',
  field: 'content',
  check(subject) {
    const { wordCount: words } = subject.page
    const { what, error, warning = 0, notice = 0 } = lengthsOf(subject)
    const [severity, least] =
      words < error
        ? (['error', Math.max(error, warning)] as const)
        : words < warning
          ? (['warning', warning] as const)
          : words < notice
            ? (['notice', notice] as const)
            : []
    if (severity === undefined) return 'passed'
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

function lengthsOf({ item, index }: Subject): Lengths {
  if (index.collectionKind === 'glossary') return glossary
  if (item.isPillar) return pillar
  const type = item.articleType ?? articleTypeOf({ title: item.title, labels: index.labels })
  // Only what is short by nature is read from the title: nobody said that this is a guide.
  const isRead = item.articleType === null && !['news', 'release'].includes(type ?? '')
  return (isRead ? undefined : lengths[type ?? '']) ?? article
}

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
