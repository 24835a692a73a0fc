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
/** With one of these the caller says how much it takes. */
const amounts = ['pageSize', 'fields', 'includeSchemas']

export const isList = ({ name, risk }: AnyOperation) => risk === 'read' && name.startsWith('list')

/** What a model is answered where it is much: a list of which it did not say how much it takes is made to fit. */
export function asFitting({ op, call, envelope }: Step, result: Result): Result {
  const asksForAll = call.door !== 'mcp' || amounts.some((name) => envelope.input[name] !== undefined)
  return asksForAll || !isList(op) ? result : fitList(op, result)
}

/**
 * A list with its longest values shortened until it fits: texts end in `…`, inner lists after their first entries, and maps of
 * any fields are empty. `shortened` names the fields.
 */
export function fitList({ output }: AnyOperation, result: Result): Result {
  let fitted = result
  for (const most of bounds) {
    const shortened = new Set<string>()
    const cut = <T>(value: T, field: string): T => {
      shortened.add(field)
      return value
    }
    const fields = Object.entries(result).map(([name, value]) => {
      const schema = withinMissing(output.shape[name])
      const isEntries = Array.isArray(value) && schema instanceof z.ZodArray
      return [name, isEntries ? value.map((entry) => shorten(entry, schema.element, { name, most, cut })) : value]
    })
    fitted = { ...Object.fromEntries(fields), shortened: [...shortened] }
    if (lengthOf(fitted) < mostInList - room) break
  }
  return fitted
}

type Cutting = { name: string; most: number; cut<T>(value: T, field: string): T }

function shorten(value: unknown, given: z.core.$ZodType | undefined, cutting: Cutting): unknown {
  const { name, most, cut } = cutting
  if (typeof value === 'string') return value.length <= most ? value : cut(beginningOf(value, most), name)
  if (typeof value !== 'object' || value === null) return value
  const schema = withinMissing(given)
  if (Array.isArray(value)) {
    const element = schema instanceof z.ZodArray ? schema.element : undefined
    const parts = value.map((part) => shorten(part, element, cutting))
    return lengthOf(parts) <= most ? parts : cut(firstOf(parts, most), name)
  }
  if (isMap(schema)) return lengthOf(value) <= most ? value : cut({}, name)
  const shape = schema instanceof z.ZodObject ? schema.shape : {}
  const parts = Object.entries(value).map(([field, part]) => [
    field,
    shorten(part, shape[field], { ...cutting, name: field }),
  ])
  return Object.fromEntries(parts)
}

/** Half of a surrogate pair is no character. */
function beginningOf(text: string, most: number): string {
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The entries at the beginning whose JSON has at most so many characters. */
function firstOf(parts: readonly unknown[], most: number): unknown[] {
  let length = 0
  return parts.filter((part) => (length += lengthOf(part) + 1) <= most)
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
