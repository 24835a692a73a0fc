import { z } from 'zod'

import { fieldSchema } from '#kernel/schema-parts.ts'
import { inThePast } from '#std/past-tense.ts'
import { excerptOf, oneLine, truncate } from '#std/text.ts'

import { unwrapped } from './summary.ts'

/** The record that a call is about. `more`: how many others its input names besides. */
export type AuditObject = { type: string; id: string; title?: string; more?: number }

/** What a call does, as its declaration says it: `doing` in the imperative, `with` what its input chose. */
export type Deed = { doing: string; startsJob?: boolean | undefined; isRehearsal?: boolean; with?: readonly string[] }

/** The log shows the beginning of a title in at most 120 characters. */
export const titleLength = 120

type Told = {
  operation: string
  status: string
  code: string | null
  occurrences: number
  deed: Deed | undefined
  object: AuditObject | undefined
}

/** What a record says in plain words (audit.md#records-are-sentences): at most 400 characters on one line. */
export function sentenceOf({ deed, object, occurrences, ...told }: Told): string {
  const { operation, status } = told
  const because = told.code === null ? '' : ` (${told.code})`
  // Throttled calls have one record, whichever operations they called (audit.md#throttled-calls-are-counted).
  const oneOfMany = occurrences > 1 ? `make ${occurrences} calls, the first of them to ` : ''
  if (deed === undefined) {
    const begun = oneOfMany === '' ? 'Called ' : `Could not ${oneOfMany}`
    return cut(`${begun}${operation}, which is no operation${because}`)
  }
  // It is the reader's own organization.
  const about = (object?.type === 'organization' ? '' : nameOf(object)) + choices(deed.with)
  const doing = chosenOf(deed)
  const plain = lowerFirst(doing) + about
  if (status === 'waiting') return cut(`Waits for a person's approval to ${plain}`)
  if (status === 'replayed') return cut(`Repeated the call to ${plain}; it had no second effect`)
  if (status === 'rejected' || status === 'failed') return cut(`Could not ${oneOfMany}${plain}${because}`)
  if (deed.isRehearsal === true) return cut(`Rehearsed, without effect, how to ${plain}`)
  return cut(deed.startsJob === true ? `Started to ${plain}` : inThePast(doing) + about)
}

/** Of "Approve or reject topics" what the call chose: "Approve topics". */
function chosenOf({ doing, with: given = [] }: Deed): string {
  const [, one = '', other = '', rest = ''] = /^(\w+) or (\w+) (.+)$/.exec(doing) ?? []
  const chosen = [one, other].find((verb) => given.some((choice) => choice.endsWith(` ${verb.toLowerCase()}`)))
  return chosen ? `${chosen.charAt(0).toUpperCase()}${chosen.slice(1)} ${rest}` : doing
}

/** What the input of a call chose of enumerated values, and the names of what it changed. */
export function choicesOf(
  schema: z.ZodObject,
  input: Record<string, unknown>,
  result: Record<string, unknown> | undefined,
): string[] {
  const chosen = Object.entries(input).flatMap(([name, value]) => {
    const declared = fieldSchema(schema, name)
    const isChoice = declared !== undefined && unwrapped(declared) instanceof z.ZodEnum && typeof value === 'string'
    return isChoice && unwrapped(declared).safeParse(value).success ? [`${name} ${value}`] : []
  })
  const changed: unknown = result?.['changed']
  const names = Array.isArray(changed) ? changed.filter((name) => typeof name === 'string') : []
  return [...chosen.slice(0, 4), ...(names.length === 0 ? [] : [`changed ${names.slice(0, 8).join(', ')}`])]
}

function nameOf(object: AuditObject | undefined): string {
  if (object?.title === undefined) return object?.more === undefined ? '' : `, ${object.more + 1} of them`
  const title = excerptOf(oneLine(object.title), titleLength)
  return `: “${title}”${object.more === undefined ? '' : ` and ${object.more} more`}`
}

const choices = (given: readonly string[] = []) => (given.length === 0 ? '' : ` (${given.join('; ')})`)
const cut = (text: string) => truncate(oneLine(text), 400)
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
