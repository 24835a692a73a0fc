import { z } from 'zod'

import { fieldSchema, innerSchema, partOf } from '#kernel/schema-parts.ts'
import { auditForms } from '#kernel/schema.ts'
import { isSlug } from '#std/slugs.ts'

const headLength = 120
const namesShown = 50
const limit = 4096

/**
 * What the audit log keeps of an input or a result: ids, flags, numbers and enumerated values, the first 120 characters
 * of titles, counts of lists, and of everything else only the name. An allow-list by type, never "the input without its
 * secrets" (audit.md#summaries-are-allow-lists). At most 4 KB of JSON.
 */
export function summarise(schema: z.ZodObject, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const summary: Record<string, unknown> = {}
  const fields: string[] = []
  const unknown: string[] = []
  for (const [name, field] of Object.entries(value)) {
    const declared = fieldSchema(schema, name)
    if (declared === undefined) unknown.push(name.slice(0, 60))
    else if (field !== undefined) {
      const shown = show(declared, field)
      if (shown === undefined) fields.push(name)
      else summary[name] = shown
    }
  }
  if (fields.length > 0) summary['fields'] = fields.slice(0, namesShown)
  if (unknown.length > 0) summary['unknownFields'] = unknown.slice(0, namesShown)
  return bounded(summary)
}

function show(schema: z.ZodType, value: unknown): unknown {
  const form = formOf(schema)
  if (form === 'secret' || form === 'shownOnce') return undefined
  if (form === 'head' && typeof value === 'string') return headOf(value)
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value
  const inner = unwrapped(schema)
  if (typeof value === 'string') {
    if (form === 'value') return isName(value) ? value : undefined
    const isListed = inner instanceof z.ZodEnum || inner instanceof z.ZodLiteral
    return isListed && inner.safeParse(value).success ? value : undefined
  }
  if (Array.isArray(value)) return showList(inner, value)
  if (inner instanceof z.ZodObject && Object.keys(inner.shape).length > 0) {
    const nested = summarise(inner, value)
    return Object.keys(nested).length > 0 ? nested : undefined
  }
  return undefined
}

function showList(schema: z.ZodType, list: unknown[]): unknown {
  const element = schema instanceof z.ZodArray ? partOf(schema.element) : undefined
  const simple = element !== undefined && (formOf(element) === 'value' || unwrapped(element) instanceof z.ZodEnum)
  const shown = simple && list.length <= 20 ? list.map((entry) => show(element, entry)) : []
  return shown.length === list.length && shown.every((entry) => typeof entry === 'string')
    ? shown
    : { count: list.length }
}

// What is sent in place of an id or a slug may be anything, including a pasted credential.
function isName(text: string): boolean {
  return /^[a-z]{3}_[0-9a-z]{26}$/.test(text) || isSlug(text)
}

function headOf(text: string): string {
  return text.length <= headLength ? text : Array.from(text).slice(0, headLength).join('')
}

type Reading = { form: string | undefined; inner: z.ZodType }
const readings = new WeakMap<z.ZodType, Reading>()

/** What a declaration says, read once. */
function readingOf(schema: z.ZodType): Reading {
  const known = readings.get(schema)
  if (known !== undefined) return known
  const reading = { form: declaredForm(schema), inner: innermost(schema) }
  readings.set(schema, reading)
  return reading
}

/** How the audit log shows a field: by its declaration, or that of what is inside it. */
export const formOf = (schema: z.ZodType): string | undefined => readingOf(schema).form

/** The schema inside everything that only says what happens where a value is missing. */
export const unwrapped = (schema: z.ZodType): z.ZodType => readingOf(schema).inner

function declaredForm(schema: z.ZodType): string | undefined {
  for (let at: z.ZodType | undefined = schema; at !== undefined; at = within(at)) {
    const found = auditForms.get(at)?.form
    if (found !== undefined) return found
  }
  return undefined
}

function innermost(schema: z.ZodType): z.ZodType {
  for (let at = schema; ;) {
    const next = within(at)
    if (next === undefined) return at
    at = next
  }
}

function within(schema: z.ZodType): z.ZodType | undefined {
  const inner = innerSchema(schema)
  if (inner !== undefined) return inner
  // `describe` and `meta` make a copy of the schema that remembers where it came from.
  // oxlint-disable-next-line no-underscore-dangle
  const { parent } = schema._zod
  return parent === undefined ? undefined : partOf(parent)
}

function bounded(summary: Record<string, unknown>): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(summary)) <= limit) return summary
  const kept: Record<string, unknown> = { truncated: true }
  let size = 20
  for (const [name, value] of Object.entries(summary)) {
    size += Buffer.byteLength(JSON.stringify({ [name]: value }))
    if (size > limit) break
    kept[name] = value
  }
  return kept
}
