import { truncate } from '#std/text.ts'

import { claimablesOf } from './claimable.ts'
import { counted, type Rule, type Severity, shown } from './rule.ts'
import type { Site, Subject } from './subject.ts'
import { type Claim, isWordOf, longestClaim, supporter } from './support.ts'

const unsupported: Rule = {
  code: 'claim_unsupported',
  severity: 'warning',
  asks: 'Every sentence with a figure, or with a superlative or comparison of a brand, has a link, a footnote mark, a citation that quotes it or a fact of the Context Library; in what people wrote it is a notice only.',
  field: 'content',
  check(subject) {
    const claims = claimsOf(subject)
    if (claims.length === 0) return 'skipped'
    const isCited = supporter(
      subject.item.citations.flatMap(({ quote }) => quote ?? []),
      subject.site.locale,
    )
    const open = claims.filter((claim) => !claim.hasSource && !isCited(claim) && !subject.index.supports(claim))
    if (open.length === 0) return 'passed'
    const severity: Severity = ['ai', 'agent'].includes(subject.item.origin) ? 'warning' : 'notice'
    return {
      severity,
      message: `${counted(open.length, 'sentence')} ${open.length === 1 ? 'states' : 'state'} a figure, or compares a brand, without a source that readers could check. Link or cite it, or add the fact to the Context Library.`,
      evidence: { sentences: open.slice(0, shown).map(({ text }) => truncate(text, 300)), count: open.length },
    }
  },
}

/** Rules about what the text claims (checks.md#claims-need-support). */
export const claimRules: readonly Rule[] = [unsupported]

function claimsOf({ statements, page, site }: Subject): (Claim & { hasSource: boolean })[] {
  const brandsIn = brandFinder(site)
  return claimablesOf({ page, statements }).flatMap(({ text, spoken, hasSource, figures, isComparing }) => {
    const brands = isComparing ? brandsIn(truncate(spoken, longestClaim)) : []
    return figures.length > 0 || brands.length > 0 ? [{ text, hasSource, figures, brands }] : []
  })
}

function brandFinder({ brandNames }: Site): (text: string) => string[] {
  const names = brandNames.filter((name) => name.trim().length > 1).map((name) => name.toLowerCase())
  return (text) => {
    const lower = text.toLowerCase()
    return names.filter((name) => isWordOf(lower, name))
  }
}
