import type { Issue } from '#web/areas/site-audit/audit/rule-words.ts'
import type { InputOf } from '#web/operations.ts'
import { fieldWords } from '#web/parts/field-words.ts'

/** What a call writes, in words. */
export type MendChange = { what: string; becomes: string }

/** The input of `updateItem` that writes it. */
export type Writing = InputOf<'updateItem'>
type Fixed = Pick<Issue, 'fix'>

/** Whether a person can mend an issue here: its call is whole, or a model can propose what it lacks. */
export function isMendable({ fix }: Fixed): boolean {
  return fix !== null && (fix.complete || needsModel({ fix }))
}

/** Whether a model writes what mends an issue. What cards lack is a picture, which a person chooses in the editor. */
export function needsModel({ fix }: Fixed): boolean {
  if (fix?.operation !== 'generateItemMetadata' || fix.complete) return false
  return !(fix.input as InputOf<'generateItemMetadata'>).fields.includes('og')
}

/** The input of `generateItemMetadata` that proposes what mends an issue, without applying it. */
export function proposalOf({ fix }: Fixed): InputOf<'generateItemMetadata'> | undefined {
  if (fix?.operation !== 'generateItemMetadata') return undefined
  return { ...(fix.input as InputOf<'generateItemMetadata'>), apply: false }
}

/** The call that writes what a job of `generateItemMetadata` proposed; undefined where it proposed nothing. */
export function writingOf(id: string, result: unknown): Writing | undefined {
  const proposals: unknown = isRecord(result) ? result['proposals'] : undefined
  const values = Array.isArray(proposals) ? proposals.map((one) => (isRecord(one) ? one['value'] : undefined)) : []
  const fields: object = Object.assign({}, ...values.filter(isRecord))
  if (Object.keys(fields).length === 0) return undefined
  return { id, ...fields }
}

/** What is written, field by field, in words. */
export function changesOf(writing: Writing): MendChange[] {
  const fields = Object.entries(writing).filter(([field]) => field !== 'id')
  return fields.map(([field, value]) => ({ what: fieldWords(field), becomes: textOf(value) }))
}

function textOf(value: unknown): string {
  if (value === null || value === '') return 'nothing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
