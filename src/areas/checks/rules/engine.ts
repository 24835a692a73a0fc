import type { Breathe } from '#kernel/breathe.ts'
import { type PublishingWarning, severities } from '#kernel/publishing-warning.ts'

import { canonicalRules } from './canonicals.ts'
import { claimRules } from './claims.ts'
import { descriptionRules } from './descriptions.ts'
import { duplicateRules } from './duplicates.ts'
import { fieldRules } from './fields.ts'
import { headingRules } from './headings.ts'
import { keywordRules } from './keywords.ts'
import { linkRules } from './links.ts'
import { quoteRules } from './quotes.ts'
import type { Finding, Rule, Severity, Verdict } from './rule.ts'
import { schemaRules } from './schemas.ts'
import { socialRules } from './social.ts'
import type { Subject } from './subject.ts'
import { thinRules } from './thin.ts'
import { titleRules } from './titles.ts'

/** Raised with every change of a rule: items that an older engine checked are checked again. */
export const engineVersion = 6

/** Every rule. */
export const rules: readonly Rule[] = [
  ...titleRules,
  ...descriptionRules,
  ...headingRules,
  ...keywordRules,
  ...socialRules,
  ...schemaRules,
  ...fieldRules,
  ...canonicalRules,
  ...thinRules,
  ...linkRules,
  ...duplicateRules,
  ...quoteRules,
  ...claimRules,
]

/** What every rule wants, for a writer to follow before the check. */
export const ruleTexts = rules.map(({ code, severity, asks }) => ({ code, severity, rule: asks }))

export type Checked = {
  /** By severity, then code; each code once. */
  warnings: PublishingWarning[]
  summary: { errors: number; warnings: number; notices: number }
  score: number
  /** What is a fault of the organization now, and one of the item as soon as it no longer is. */
  withheld: PublishingWarning[]
}

const weights: Readonly<Record<Severity, number>> = { error: 3, warning: 2, notice: 1 }

/**
 * Checks an item against its part of the organization's index: a pure function. `score` is 0 to 100: a rule
 * has the weight of its highest severity, minus the weight of what it found; a rule that says nothing about the item does not
 * count.
 */
export function check(subject: Subject): Checked {
  return checkedOf(
    subject,
    rules.map((rule) => ({ rule, verdict: rule.check(subject) })),
  )
}

/** The same in slices: between two rules others have their turn, as a long text keeps all of them busy for half a second. */
export async function checkInSlices(subject: Subject, breathe: Breathe): Promise<Checked> {
  const found: Found[] = []
  for (const rule of rules) {
    found.push({ rule, verdict: rule.check(subject) })
    const pause = breathe()
    if (pause !== undefined) await pause
  }
  return checkedOf(subject, found)
}

type Found = { rule: Rule; verdict: Verdict }

function checkedOf({ index }: Subject, found: readonly Found[]): Checked {
  const warnings: PublishingWarning[] = []
  const withheld: PublishingWarning[] = []
  let [passed, total] = [0, 0]
  for (const { rule, verdict } of found) {
    if (verdict === 'skipped') continue
    if (verdict !== 'passed' && index.faults.has(rule.code)) {
      withheld.push(warningOf(rule, verdict))
      continue
    }
    const weight = weights[rule.severity]
    total += weight
    passed += verdict === 'passed' ? weight : weight - weights[verdict.severity ?? rule.severity]
    if (verdict !== 'passed') warnings.push(warningOf(rule, verdict))
  }
  return {
    warnings: warnings.toSorted(byGravity),
    summary: summaryOf(warnings),
    score: total === 0 ? 100 : Math.round((100 * passed) / total),
    withheld,
  }
}

function warningOf({ code, severity, field, source = 'rules' }: Rule, finding: Finding): PublishingWarning {
  const { message, evidence, fix } = finding
  return {
    code,
    severity: finding.severity ?? severity,
    field,
    message,
    evidence,
    ...(fix === undefined ? {} : { fix }),
    source,
  }
}

function summaryOf(warnings: readonly PublishingWarning[]): Checked['summary'] {
  const count = (severity: Severity) => warnings.filter((warning) => warning.severity === severity).length
  return { errors: count('error'), warnings: count('warning'), notices: count('notice') }
}

function byGravity(a: PublishingWarning, b: PublishingWarning): number {
  const difference = severities.indexOf(a.severity) - severities.indexOf(b.severity)
  return difference === 0 ? (a.code < b.code ? -1 : 1) : difference
}
