import type * as Ajv from 'ajv/dist/2020.js'
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { z } from 'zod'

import { Refusal } from '#kernel/errors.ts'
import { canonicalJson, jsonPointer } from '#std/json.ts'
import { late } from '#std/late.ts'
import { nearest } from '#std/nearest.ts'
import { fieldOf, isObject } from '#std/objects.ts'

import { problemWords, schemaProblems } from './field-problems.ts'
import { ofBranchesMeant } from './union-errors.ts'

const ajv2020 = late<typeof Ajv>('ajv/dist/2020.js')

type FieldsSchema = Record<string, unknown>

const problemsShown = 20
const longestFormatted = 2000
/** Parts of the schema times number of values: about half a second of work (collections.md#fields-follow-a-schema). */
const mostComparisons = 1_000_000

/** Keywords that let a short schema keep the server busy forever. */
const refused = ['$ref', '$dynamicRef', 'pattern', 'patternProperties']

/** The formats that are checked; any other is an annotation (JSON Schema Validation 2020-12, 7.2). */
const formats = Object.entries({
  date: z.iso.date(),
  'date-time': z.iso.datetime({ offset: true }),
  email: z.email(),
  uri: z.url(),
  uuid: z.uuid(),
})

/** Why a JSON Schema (2020-12) of custom fields cannot be used, or undefined. */
export function schemaObjection(schema: FieldsSchema): string | undefined {
  const dialect = new (ajv2020().Ajv2020)({ strict: false, logger: false, allErrors: true, verbose: true })
  try {
    if (dialect.validateSchema(alone(schema)) !== true) return schemaProblems(dialect.errors ?? [])
    compile(schema)
    return isOfObjects(schema) ? undefined : 'type must be object, since custom fields are an object of named values'
  } catch (error) {
    if (error instanceof RangeError) return 'it is nested too deeply'
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Requires custom fields, as given by a call, to fit the JSON Schema of their collection. Errors: 422
 * `validation_failed` with the place of each problem.
 */
export function requireFittingFields(
  { fieldsSchema }: { fieldsSchema: Record<string, unknown> | null },
  fields: object,
): void {
  if (fieldsSchema === null) return
  if (countOf(fieldsSchema) * countOf(fields) > mostComparisons) throw misfit([tooMuch])
  const fits = compiled(fieldsSchema)
  if (fits === undefined || fits(fields)) return
  throw misfit(
    ofBranchesMeant(fits.errors ?? [])
      .slice(0, problemsShown)
      .map(problemOf),
  )
}

type Problem = { path: string; message: string; code: string }

const tooMuch: Problem = {
  path: '/input/customFields',
  message: 'holds too many values to compare with the fieldsSchema of its collection',
  code: 'too_big',
}

function misfit(problems: Problem[]): Refusal {
  return new Refusal(
    'validation_failed',
    'The custom fields do not fit the fieldsSchema of their collection.',
    problems,
  )
}

function isOfObjects({ type = 'object' }: FieldsSchema): boolean {
  return [type].flat().includes('object')
}

/** How many values there are in a value, including itself. */
function countOf(value: unknown): number {
  let count = 0
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    count += 1
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) waiting.push(inner)
  }
  return count
}

// A schema that was stored before schemas were checked may be invalid: then it does not restrict any field.
function compiled(schema: FieldsSchema): ValidateFunction | undefined {
  try {
    return compile(schema)
  } catch {
    return undefined
  }
}

function compile(schema: FieldsSchema): ValidateFunction {
  const ajv = new (ajv2020().Ajv2020)({
    strict: false,
    allErrors: true,
    verbose: true,
    logger: false,
    meta: false,
    validateSchema: false,
  })
  for (const keyword of refused) ajv.removeKeyword(keyword).addKeyword({ keyword, compile: () => refuse(keyword) })
  // The library's own version compares each entry with every other.
  ajv.removeKeyword('uniqueItems').addKeyword({ keyword: 'uniqueItems', type: 'array', validate: isUnique })
  for (const [name, format] of formats)
    ajv.addFormat(name, (text: string) => text.length <= longestFormatted && format.safeParse(text).success)
  return ajv.compile(alone(schema))
}

// References are refused anyway, older dialects differ in what is refused here, and the caller waits for the answer.
function alone({ $schema: _dialect, $id: _name, $async: _later, ...schema }: FieldsSchema): FieldsSchema {
  return schema
}

function refuse(keyword: string): never {
  throw new Error(`"${keyword}" is not allowed: write the schema out, with enum and lengths instead of patterns`)
}

function isUnique(isAsked: boolean, entries: unknown[]): boolean {
  return !isAsked || new Set(entries.map(canonicalJson)).size === entries.length
}

function problemOf(error: ErrorObject): Problem {
  const { instancePath, keyword, params, parentSchema } = error
  const path = `/input/customFields${instancePath}`
  const missing = textOf(fieldOf(params, 'missingProperty'))
  const unknown = textOf(fieldOf(params, 'additionalProperty')) ?? textOf(fieldOf(params, 'unevaluatedProperty'))
  if (missing !== undefined && keyword === 'required')
    return { path: path + jsonPointer([missing]), message: 'is required', code: keyword }
  if (unknown !== undefined)
    return { path: path + jsonPointer([unknown]), message: notInSchema(unknown, parentSchema), code: keyword }
  return { path, message: problemWords(error), code: keyword }
}

function notInSchema(name: string, schema: object | undefined): string {
  const properties = fieldOf(schema, 'properties')
  const meant = isObject(properties) ? nearest(name, Object.keys(properties)) : undefined
  return meant === undefined ? 'is not in the schema' : `is not in the schema. Did you mean "${meant}"?`
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
