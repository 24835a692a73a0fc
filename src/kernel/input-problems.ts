import { z } from 'zod'

import { jsonPointer } from '#std/json.ts'
import { nearest } from '#std/nearest.ts'

import type { Problem } from './errors.ts'
import { type IdKind, listedBy, prefixesOf } from './ids.ts'
import { innerSchema, partOf } from './schema-parts.ts'
import { idKinds } from './schema.ts'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** How schemas are read where their objections are shown: in the words of the product (calls.md#errors-can-be-corrected). */
export const inPlainWords = { error: plainly } as const

/** What a schema objects to, each with its JSON pointer below `base` and, where there is one, a proposal. */
export function problemsOf(schema: z.ZodType, issues: readonly Issue[], base: readonly string[]): Problem[] {
  // Of a value of another type nobody asks how long it is.
  const mistyped = new Set(issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => pointer(path)))
  const isBound = ({ code }: Issue) => code === 'too_big' || code === 'too_small'
  return issues
    .filter((issue) => !isBound(issue) || !mistyped.has(pointer(issue.path)))
    .flatMap((issue) => problemsOfOne(schema, issue, base))
}

function problemsOfOne(schema: z.ZodType, issue: Issue, base: readonly string[]): Problem[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: pointer([...base, ...issue.path, key]),
      message: unknownField(key, namesAt(schema, issue.path), issue.path.length),
      code: 'unknown_field',
    }))
  if (issue.code === 'invalid_union' && issue.errors.length > 0)
    return branchMeant(issue.errors).flatMap((inner) =>
      problemsOfOne(schema, { ...inner, path: [...issue.path, ...inner.path] }, base),
    )
  const path = pointer([...base, ...issue.path])
  if (issue.message === missing) return [{ path, message: required(idKindsAt(schema, issue.path)), code: 'required' }]
  const message = issue.message === noList ? noList + choicesOf(schema, issue.path) : issue.message
  return [{ path, message, code: issue.code === 'custom' ? 'invalid_value' : issue.code }]
}

const noList = 'Must be a list'

/** What the entries of a list may be, where that is a choice. */
function choicesOf(schema: z.ZodType, path: Path): string {
  const lists = schemasAt(schema, path).filter((found) => found instanceof z.ZodArray)
  const choices = lists.flatMap(({ element }) => opened(partOf(element)).filter((found) => found instanceof z.ZodEnum))
  return choices.length === 0 ? '' : ` of some of ${choices.flatMap(({ options }) => options).join(', ')}`
}

/** What a call takes besides its input: MCP among the arguments, `/v2` next to `input`. */
const beside = ['confirm', 'dryRun', 'idempotencyKey']
const mostNames = 12

function unknownField(key: string, names: readonly string[], depth: number): string {
  const around = depth === 0 ? beside : []
  if (around.includes(key)) return `Unknown field. "${key}" is given next to the input, not in it.`
  const meant = nearest(key, [...names, ...around])
  if (meant !== undefined) return `Unknown field. Did you mean "${meant}"?`
  if (names.length === 0) return 'Unknown field. No fields are accepted here.'
  const more = names.length > mostNames ? ', ...' : ''
  return `Unknown field. Accepted are ${names.slice(0, mostNames).join(', ')}${more}.`
}

function required(kinds: readonly IdKind[]): string {
  const list = kinds.map((kind) => listedBy[kind])[0]
  return list === undefined ? 'Required' : `Required: the id (${prefixesOf(kinds)}) from ${list}`
}

/**
 * The objections of the branch of a union that was probably meant: one of the same type of value, then one whose fixed values
 * are the given ones, then the one with the fewest objections.
 */
function branchMeant(branches: readonly Issue[][]): Issue[] {
  const weight = (issues: readonly Issue[]) =>
    issues.reduce((sum, issue) => sum + (issue.path.length === 0 ? weightHere(issue) : weightInside(issue)), 0)
  return branches.toSorted((one, other) => weight(one) - weight(other))[0] ?? []
}

const weightHere = ({ code }: Issue) => (code === 'invalid_type' || code === 'invalid_value' ? 10_000 : 1)
const weightInside = ({ code, path }: Issue) => (code === 'invalid_value' && path.length === 1 ? 100 : 1)

const missing = 'Required'

/** The kinds of record that the id at a place of an input may name; none: there is no id at this place. */
export function idKindsAt(schema: z.ZodType, path: Path): readonly IdKind[] {
  for (const found of schemasAt(schema, path)) {
    const { kinds } = idKinds.get(found) ?? {}
    if (kinds !== undefined) return kinds
  }
  return []
}

function namesAt(schema: z.ZodType, path: Path): string[] {
  return [...new Set(schemasAt(schema, path).flatMap(namesIn))]
}

function namesIn(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  return schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum ? schema.keyType.options.map(String) : []
}

/** The schemas of what is at a place: several in a union. */
function schemasAt(schema: z.ZodType, path: Path): z.ZodType[] {
  const [name, ...rest] = path
  const open = opened(schema)
  if (name === undefined) return open
  return open.flatMap((outer) => {
    const inner = memberOf(outer, String(name))
    return inner === undefined ? [] : schemasAt(inner, rest)
  })
}

function opened(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => opened(partOf(option)))
  // What is declared wide and then read by a narrower schema: both know the place.
  if (schema instanceof z.ZodPipe) return [...opened(partOf(schema.in)), ...opened(partOf(schema.out))]
  const inner = innerSchema(schema)
  return inner === undefined ? [schema] : opened(inner)
}

function memberOf(schema: z.ZodType, name: string): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
    return field === undefined ? undefined : partOf(field)
  }
  if (schema instanceof z.ZodArray) return partOf(schema.element)
  return schema instanceof z.ZodRecord ? partOf(schema.valueType) : undefined
}

function pointer(path: Path): string {
  return jsonPointer(path.map((part) => String(part).slice(0, 100)))
}

// Only where a schema has no sentence of its own.
function plainly(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value')) return missing
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${typeWords[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return oneOf(issue.values.map(String), issue.input)
    case 'too_big':
      return bound(issue.inclusive === false ? 'less than' : 'at most', issue.maximum, issue.origin)
    case 'too_small':
      return bound(issue.inclusive === false ? 'more than' : 'at least', issue.minimum, issue.origin)
    case 'invalid_format':
      return `Must be ${formatWords[issue.format] ?? 'of another form'}`
    case 'invalid_union':
      return 'Must be one of the forms that the schema names'
    default:
      return undefined
  }
}

const typeWords: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
}

const formatWords: Record<string, string> = {
  email: 'an email address',
  url: 'an absolute URL',
  date: 'a date, such as 2026-01-31',
  datetime: 'a time in ISO 8601 with its offset, such as 2026-01-31T09:00:00Z',
}

function oneOf(values: readonly string[], given: unknown): string {
  const meant = typeof given === 'string' ? nearest(given, values) : undefined
  const all = values.length === 1 ? `Must be ${values.join()}` : `Must be one of ${values.join(', ')}`
  return meant === undefined || values.length === 1 ? all : `${all}. Did you mean "${meant}"?`
}

const entries = ['entry', 'entries'] as const
const units: Record<string, readonly [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: entries,
  set: entries,
  map: entries,
}

function bound(how: string, limit: number | bigint, origin: string): string {
  const unit = units[origin]
  return unit === undefined
    ? `Must be ${how} ${limit}`
    : `Must have ${how} ${limit} ${unit[Number(limit) === 1 ? 0 : 1]}`
}
