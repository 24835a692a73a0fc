import type { PublishingWarning } from '#kernel/publishing-warning.ts'

import type { Subject } from './subject.ts'

export type Severity = PublishingWarning['severity']
export type Evidence = Record<string, unknown>
type Fix = NonNullable<PublishingWarning['fix']>

/** What a rule found. The severity is the rule's unless the finding has its own. */
export type Finding = { message: string; evidence: Evidence; severity?: Severity; fix?: Fix | undefined }

/** `passed`: the rule holds. `skipped`: it says nothing about this item, and does not count for the score. */
export type Verdict = Finding | 'passed' | 'skipped'

/** A rule: pure, and total on every item. */
export type Rule = {
  code: string
  /** The highest severity that it can have; its weight in the score. */
  severity: Severity
  /** What the rule wants, for the writer: it says which findings are less severe. */
  asks: string
  field: string | null
  /** Where the finding comes from. Default `rules`. */
  source?: 'rules' | 'similarity'
  check(subject: Subject): Verdict
}

/** The call of updateItem that fixes a finding. */
export function updating({ item }: Pick<Subject, 'item'>, fields: Record<string, unknown>): Fix {
  return { operation: 'updateItem', input: { id: item.id, ...fields } }
}

/** The call that publishes another item, which has the finding's address; undefined without an item that can be published. */
export function publishing(id: string | undefined): Fix | undefined {
  return id === undefined ? undefined : { operation: 'publishItem', input: { id } }
}

/** `1 word`, `2 words`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`
}

/** A list in evidence is never longer than this; the total number is next to it. */
export const shown = 20
