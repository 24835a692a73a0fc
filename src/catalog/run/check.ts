import { z } from 'zod'

import type { Log } from '#kernel/log.ts'
import { fieldSchema, innerSchema, partOf } from '#kernel/schema-parts.ts'
import { type AuditForm, auditForms } from '#kernel/schema.ts'

import { shapeOf, tolerantShapeOf } from './shape.ts'

const mask = '[redacted]'

/** What an operation and a procedure have in common here. */
type Declared = { name: string; output: z.ZodObject }
type Result = Record<string, unknown>

/** `strictResults` (in tests): what does not fit is a failure. */
type Checking = { strictResults?: boolean | undefined; log: Log }

/**
 * The result by the shape of the output schema, an allow-list: unknown fields are dropped, every `secret()` is masked. A value
 * of another type is logged and shown as far as it can be (calls.md#stored-data-is-readable).
 */
export function checkResult(op: Declared, result: unknown, { strictResults = false, log }: Checking): Result {
  const { success, data, error } = shapeOf(op.output).safeParse(result)
  if (!success && strictResults) throw error
  if (!success) log.error({ operation: op.name, at: placesOf(error) }, 'a result has values of another type')
  const checked: Result = success ? data : tolerantShapeOf(op.output).parse(result)
  if (strictResults) forbidDropped(op.name, result, checked, '')
  return hasForm(op.output, 'secret') ? redact(op.output, checked, 'secret') : checked
}

const placesOf = ({ issues }: z.ZodError) => issues.slice(0, 10).map(({ path }) => path.join('/'))

/** Whether the answer contains a secret that is shown once: it is never stored, cached or logged. */
export function showsSecret(op: Declared): boolean {
  return hasForm(op.output, 'shownOnce')
}

/** A result without the secret that it would show. */
export function withoutShownOnce(op: Declared, result: Record<string, unknown>): Record<string, unknown> {
  return showsSecret(op) ? redact(op.output, result, 'shownOnce') : result
}

/** What a call that starts a job makes, and a rehearsal therefore does not have. */
const started = ['jobId', 'runId']

/** The result of a rehearsal: the secret that it would show and the job that it would start do not exist (calls.md#dry-runs). */
export function asRehearsed(
  op: Declared & { startsJob?: boolean },
  result: Record<string, unknown>,
): Record<string, unknown> {
  const shown = withoutShownOnce(op, result)
  if (op.startsJob !== true) return shown
  return { ...shown, ...Object.fromEntries(started.filter((name) => name in shown).map((name) => [name, null])) }
}

const known = new WeakMap<z.ZodType, Set<string>>()

function hasForm(schema: z.ZodType, form: string): boolean {
  let forms = known.get(schema)
  if (forms === undefined) {
    forms = new Set<string>()
    collect(schema, forms)
    known.set(schema, forms)
  }
  return forms.has(form)
}

function collect(schema: z.ZodType, forms: Set<string>): void {
  const form = auditForms.get(schema)?.form
  if (form !== undefined) forms.add(form)
  for (const child of children(schema)) collect(child, forms)
}

function children(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape).map(partOf)
  if (schema instanceof z.ZodArray) return [partOf(schema.element)]
  if (schema instanceof z.ZodUnion) return schema.options.map(partOf)
  const inner = innerSchema(schema)
  return inner === undefined ? [] : [inner]
}

function redact(schema: z.ZodObject, value: object, form: AuditForm): Record<string, unknown> {
  const fields = Object.entries(value).map(([name, field]: [string, unknown]) => {
    const declared = fieldSchema(schema, name)
    return [name, declared === undefined ? field : redactPart(declared, field, form)]
  })
  return Object.fromEntries(fields)
}

function redactPart(schema: z.ZodType, value: unknown, form: AuditForm): unknown {
  if (value === null || value === undefined) return value
  if (auditForms.get(schema)?.form === form) return mask
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((entry) => redactPart(partOf(schema.element), entry, form))
  if (schema instanceof z.ZodObject && typeof value === 'object') return redact(schema, value, form)
  const [only] = children(schema)
  return only === undefined || schema instanceof z.ZodUnion ? value : redactPart(only, value, form)
}

function forbidDropped(operation: string, before: unknown, after: unknown, path: string): void {
  if (Array.isArray(before) && Array.isArray(after))
    return before.forEach((entry, at) => forbidDropped(operation, entry, after[at], `${path}/${at}`))
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) continue
    if (!Object.hasOwn(after, name))
      throw new Error(`${operation} returns ${path}/${name}, which its output schema does not have`)
    forbidDropped(operation, value, Reflect.get(after, name), `${path}/${name}`)
  }
}
