import { z } from 'zod'

import type { AnyOperation } from '#kernel/operation.ts'
import { innerSchema, partOf } from '#kernel/schema-parts.ts'

import type { Step } from './call.ts'

type Result = Record<string, unknown>

/** The most characters of a list: clients cut longer results off, wherever that is (mcp.md#lists-fit). */
export const mostInList = 60_000
/** What an answer has around its result. */
const room = 200
/** How long a value may stay, in characters: the first that makes the list fit. The last is longer than any id or time. */
const bounds = [4000, 2000, 1000, 500, 250, 160, 120, 80, 60, 45]
/** What is beside a list, such as counts, is short as a rule, and is kept where the entries give way. */
const leastBeside = 1000
/** With one of these the caller says how much it takes. */
const amounts = ['pageSize', 'fields', 'includeSchemas']

export const isList = ({ name, risk }: AnyOperation) => risk === 'read' && name.startsWith('list')

/** What a model is answered where it is much: a list of which it did not say how much it takes is made to fit. */
export function asFitting({ op, call, envelope }: Step, result: Result): Result {
  const asksForAll = call.door !== 'mcp' || amounts.some((name) => envelope.input[name] !== undefined)
  return asksForAll || !isList(op) ? result : fitList(op, result)
}

/**
 * A list with its longest values shortened until it fits, and so what is beside it: texts end in `…`, inner lists after their first
 * entries, and maps of any fields are empty. `shortened` names the fields.
 */
export function fitList({ output }: AnyOperation, result: Result): Result {
  for (const most of bounds) {
    const fitted = shortenTo(most, { output, result })
    if (fitted !== undefined && lengthOf(fitted) < mostInList - room) return fitted
  }
  return shortenTo(bounds.at(-1) ?? 0, { output, result, anyLength: true }) ?? result
}

type Shortening = { output: z.ZodObject; result: Result; anyLength?: boolean }

/** Undefined as soon as the entries are known to be too long: a list may be hundreds of times as long as what fits. */
function shortenTo(most: number, { output, result, anyLength = false }: Shortening): Result | undefined {
  const shortened = new Set<string>()
  const cut = <T>(value: T, field: string): T => {
    shortened.add(field)
    return value
  }
  let left = anyLength ? Infinity : mostInList - room
  const fitted: Result = {}
  for (const [name, value] of Object.entries(result)) {
    const schema = withinMissing(output.shape[name])
    if (!Array.isArray(value) || !(schema instanceof z.ZodArray)) {
      const part = shorten(value, schema, { name, most: Math.max(most, leastBeside), cut })
      if ((left -= part.length) < 0) return undefined
      fitted[name] = part.value
      continue
    }
    const entries: unknown[] = []
    for (const entry of value) {
      const part = shorten(entry, schema.element, { name, most, cut })
      if ((left -= part.length) < 0) return undefined
      entries.push(part.value)
    }
    fitted[name] = entries
  }
  return { ...fitted, shortened: [...shortened] }
}

type Cutting = { name: string; most: number; cut<T>(value: T, field: string): T }
/** `length`: characters of its JSON, counted from those of its parts. */
type Part = { value: unknown; length: number }

function shorten(value: unknown, given: z.core.$ZodType | undefined, cutting: Cutting): Part {
  const { name, most, cut } = cutting
  if (typeof value === 'string') return measured(value.length <= most ? value : cut(beginningOf(value, most), name))
  if (typeof value !== 'object' || value === null) return measured(value)
  const schema = withinMissing(given)
  if (Array.isArray(value))
    return shortenList(value, schema instanceof z.ZodArray ? schema.element : undefined, cutting)
  if (isMap(schema)) {
    const whole = measured(value)
    return whole.length <= most ? whole : measured(cut({}, name))
  }
  const shape = schema instanceof z.ZodObject ? schema.shape : {}
  const parts: [string, unknown][] = []
  let length = 1
  for (const [field, inner] of Object.entries(value)) {
    const part = shorten(inner, shape[field], { ...cutting, name: field })
    parts.push([field, part.value])
    if (part.value !== undefined) length += lengthOf(field) + part.length + 2
  }
  return { value: Object.fromEntries(parts), length: Math.max(length, 2) }
}

/** The entries at the beginning whose JSON has at most so many characters. */
function shortenList(list: readonly unknown[], element: z.core.$ZodType | undefined, cutting: Cutting): Part {
  const { name, most, cut } = cutting
  const kept: unknown[] = []
  let length = 1
  for (const entry of list) {
    const part = shorten(entry, element, cutting)
    if (length + part.length > most) return { value: cut(kept, name), length: Math.max(length, 2) }
    length += part.length + 1
    kept.push(part.value)
  }
  const whole = Math.max(length, 2)
  return { value: whole <= most ? kept : cut(kept, name), length: whole }
}

/** Half of a surrogate pair is no character. */
function beginningOf(text: string, most: number): string {
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** An object that takes any fields and has none of its own. */
function isMap(schema: z.ZodType): boolean {
  if (!(schema instanceof z.ZodObject)) return schema instanceof z.ZodRecord
  return schema.def.catchall instanceof z.ZodUnknown && Object.keys(schema.shape).length === 0
}

/** The schema of the value itself, where another one around it says that it may be missing. */
function withinMissing(schema: z.core.$ZodType = z.unknown()): z.ZodType {
  const part = partOf(schema)
  const inner = innerSchema(part)
  return inner === undefined ? part : withinMissing(inner)
}

const lengthOf = (value: unknown) => JSON.stringify(value).length

const measured = (value: unknown): Part => ({ value, length: value === undefined ? 'null'.length : lengthOf(value) })
