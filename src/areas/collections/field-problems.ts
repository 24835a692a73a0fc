import type { ErrorObject } from 'ajv/dist/2020.js'

import { fieldOf, isObject } from '#std/objects.ts'

type Words = (limit: unknown, params: object) => string

const types: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

const formats: Record<string, string> = {
  date: 'a date such as 2026-01-31',
  'date-time': 'a time such as 2026-01-31T09:00:00Z',
  email: 'an email address',
  uri: 'an absolute address such as https://example.com/page',
  uuid: 'a UUID',
}

/** What is wrong with a value, by keyword of JSON Schema. `limit` is what the schema says there. */
const words: Record<string, Words> = {
  type: (limit) => `must be ${[limit].flat().map(typeName).join(' or ')}`,
  enum: (limit) => `must be one of ${listed(limit)}`,
  const: (limit) => `must be ${JSON.stringify(limit)}`,
  format: (limit) => `must be ${formats[String(limit)] ?? `of the format ${String(limit)}`}`,
  minLength: (limit) => `must have at least ${counted(limit, 'character')}`,
  maxLength: (limit) => `must have at most ${counted(limit, 'character')}`,
  minimum: (limit) => `must be at least ${String(limit)}`,
  maximum: (limit) => `must be at most ${String(limit)}`,
  exclusiveMinimum: (limit) => `must be more than ${String(limit)}`,
  exclusiveMaximum: (limit) => `must be less than ${String(limit)}`,
  multipleOf: (limit) => `must be a multiple of ${String(limit)}`,
  minItems: (limit) => `must have at least ${counted(limit, 'entry', 'entries')}`,
  maxItems: (limit) => `must have at most ${counted(limit, 'entry', 'entries')}`,
  uniqueItems: () => 'must not have the same entry twice',
  contains: () => 'has no entry of the kind that it must contain',
  minProperties: (limit) => `must have at least ${counted(limit, 'field')}`,
  maxProperties: (limit) => `must have at most ${counted(limit, 'field')}`,
  dependentRequired: (_, params) =>
    `needs the field ${String(fieldOf(params, 'missingProperty'))} next to ${String(fieldOf(params, 'property'))}`,
  propertyNames: (_, params) => `must not have a field named ${String(fieldOf(params, 'propertyName'))}`,
  anyOf: () => 'fits none of the forms that the schema allows',
  oneOf: (_, params) =>
    isObject(params) && Array.isArray(params['passingSchemas'])
      ? 'fits more than one of the forms of which the schema allows one'
      : 'fits none of the forms that the schema allows',
  not: () => 'has a form that the schema excludes',
  if: () => 'does not fit the schema that applies in its case',
  'false schema': () => 'must not be given',
}

/** An error of the validator as a sentence without its subject: what a value must be. */
export function problemWords({ keyword, schema, params }: ErrorObject): string {
  return words[keyword]?.(schema, params) ?? `does not fit "${keyword}" of the schema`
}

/** What is wrong with a JSON Schema, at most five places of it: of each the one reason that says most. */
export function schemaProblems(errors: readonly ErrorObject[]): string {
  const places = new Map<string, ErrorObject>()
  for (const error of errors) {
    const known = places.get(error.instancePath)
    if (known === undefined || usefulness(error) > usefulness(known)) places.set(error.instancePath, error)
  }
  // A union repeats what is wrong below it.
  const told = [...places.values()].filter(
    (error) => usefulness(error) > 0 || ![...places.keys()].some((path) => path.startsWith(`${error.instancePath}/`)),
  )
  return told
    .slice(0, placesShown)
    .map((error) => `${error.instancePath.slice(1) || 'it'} ${problemWords(error)}`)
    .join(', ')
}

const placesShown = 5

function usefulness({ keyword }: ErrorObject): number {
  if (keyword === 'enum' || keyword === 'const') return 2
  return keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'if' ? 0 : 1
}

const typeName = (type: unknown) => types[String(type)] ?? String(type)

const valuesShown = 20

function listed(values: unknown): string {
  const all = [values].flat()
  const shown = all.slice(0, valuesShown).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  return all.length > valuesShown ? `${shown.join(', ')} and ${all.length - valuesShown} others` : shown.join(', ')
}

function counted(limit: unknown, one: string, many = `${one}s`): string {
  return `${String(limit)} ${limit === 1 ? one : many}`
}
