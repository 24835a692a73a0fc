import type { Issue } from '#web/areas/site-audit/audit/rule-words.ts'
import type { InputOf } from '#web/operations.ts'
import { fieldWords } from '#web/parts/field-words.ts'

/** A call that corrects an issue. */
export type MendCall =
  | { name: 'replaceItemLinks'; input: InputOf<'replaceItemLinks'> }
  | { name: 'updateItem'; input: InputOf<'updateItem'> }

/** What a call replaces by what; `before` null: it only writes. */
export type MendChange = { what: string; becomes: string }

/** Whether a person can mend an issue here: its call is whole, or what it lacks can be proposed. */
export function isMendable({ fix }: Pick<Issue, 'fix'>): boolean {
  if (fix?.operation === 'generateItemMetadata') return true
  return fix !== null && fix.complete && (fix.operation === 'replaceItemLinks' || fix.operation === 'updateItem')
}

/** Whether a model writes what mends an issue. */
export function needsModel({ fix }: Pick<Issue, 'fix'>): boolean {
  return fix?.operation === 'generateItemMetadata' && !fix.complete
}

/** The call that mends an issue, as its audit found it; undefined where it has to be proposed first. */
export function callOf({ fix }: Pick<Issue, 'fix'>): MendCall | undefined {
  // What an audit proposes is an input of the operation that it names.
  if (fix?.operation === 'replaceItemLinks')
    return { name: fix.operation, input: fix.input as InputOf<'replaceItemLinks'> }
  if (fix?.operation === 'updateItem') return { name: fix.operation, input: fix.input as InputOf<'updateItem'> }
  return undefined
}

/** The input of `generateItemMetadata` that proposes what mends an issue, without applying it. */
export function proposalOf({ fix }: Pick<Issue, 'fix'>): InputOf<'generateItemMetadata'> | undefined {
  if (fix?.operation !== 'generateItemMetadata') return undefined
  return { ...(fix.input as InputOf<'generateItemMetadata'>), apply: false }
}

/** The call that writes what a job of `generateItemMetadata` proposed; undefined where it proposed nothing. */
export function writingOf(id: string, result: unknown): MendCall | undefined {
  const proposals: unknown = isRecord(result) ? result['proposals'] : undefined
  const values = Array.isArray(proposals) ? proposals.map((one) => (isRecord(one) ? one['value'] : undefined)) : []
  const fields: object = Object.assign({}, ...values.filter(isRecord))
  if (Object.keys(fields).length === 0) return undefined
  return { name: 'updateItem', input: { id, ...fields } as InputOf<'updateItem'> }
}

/** What a call changes, line by line, in words. */
export function changesOf({ name, input }: MendCall): MendChange[] {
  if (name === 'replaceItemLinks')
    return input.links.map(({ from, to }) => ({ what: from, becomes: to ?? 'plain text' }))
  const { id: _, ...fields } = input
  return Object.entries(fields).map(([field, value]) => ({ what: fieldWords(field), becomes: textOf(value) }))
}

function textOf(value: unknown): string {
  if (value === null || value === '') return 'nothing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
