import type { PublishingWarning } from '#kernel/publishing-warning.ts'
import type { Subject } from './subject.ts'

export type Severity = PublishingWarning['severity']
export type Evidence = Record<string, unknown>
type Fix = NonNullable<PublishingWarning['fix']>

/** What a rule found. Without a severity it is the rule's own. */
export type Finding = { message: string; evidence: Evidence; severity?: Severity; fix?: Fix | undefined }

/** `passed`: the rule holds. `skipped`: it says nothing about this item, and does not count for the score. */
export type Verdict = Finding | 'passed' | 'skipped'

/** A rule: pure, and total on every item. */
export type Rule = {
  code: string
  /** The gravest severity that it can have; its weight in the score. */
  severity: Severity
  /** What the rule wants, for whoever writes: it says which findings are less grave than the severity. */
  asks: string
  field: string | null
  /** Where the finding comes from. Default `rules`. */
  source?: 'rules' | 'similarity'
  check(subject: Subject): Verdict
}

/** The call of updateItem that mends a finding. */
export function updating({ item }: Pick<Subject, 'item'>, fields: Record<string, unknown>): Fix {
  return { operation: 'updateItem', input: { id: item.id, ...fields } }
}

/** `1 word`, `2 words`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`
}

/** A list in evidence is never longer than this; how many there are stands beside it. */
export const shown = 20
