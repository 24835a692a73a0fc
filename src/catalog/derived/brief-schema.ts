import type { z } from 'zod'

import { portableSchema } from './json-schema.ts'

type Schema = { [key: string]: unknown }

/**
 * The portable schema in as few bytes as a list of all tools can afford (mcp.md#tools-have-a-budget), and only ever wider: names,
 * types, allowed values, what is required, and a description up to its first semicolon. Bounds are left to `validation_failed`;
 * nested objects are open and list the names of their fields. A result shows its record or list. `listOperations` with a name
 * returns everything.
 */
export function briefSchema(schema: z.ZodObject, io: 'input' | 'output'): Schema {
  const whole = portableSchema(schema, io)
  const properties = whole['properties'] as Record<string, Schema>
  if (io === 'output') return { type: 'object', properties: Object.fromEntries(outlineOf(properties)) }
  const { required, additionalProperties } = whole
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, briefField(name, field)])),
    ...(required === undefined ? {} : { required }),
    ...(additionalProperties === false ? { additionalProperties } : {}),
  }
}

const longestList = 120
const kept = ['type', 'format', 'enum', 'const'] as const

/** A field of an input. */
function briefField(name: string, field: Schema): Schema {
  const brief: Schema = {}
  for (const key of kept) if (field[key] !== undefined) brief[key] = field[key]
  const words = takes(field, 'object') ? (fieldsOf(field) ?? wordsOf(name, field)) : wordsOf(name, field)
  if (words !== undefined) brief['description'] = words
  const { items } = field
  if (isSchema(items)) brief['items'] = briefField(name, items)
  return takes(field, 'object') ? { ...brief, additionalProperties: true } : brief
}

/** Fields whose names say what they are, in every operation. */
const plain = new Set(
  (
    'page pageSize search from to status trashed includeDisabled createdBy expiresBefore operation actorUserId fields ' +
    'ifVersion name slug description bio displayName message siteUrl locale timezone enabled exposeUnpublished ' +
    'collection collectionId defaultAuthorId cmsTargetId reassignToId schemaJsonLd externalUrl autoAssignDescription ' +
    'content fieldsSchema publishAt'
  ).split(' '),
)

/** The beginning of a description. Plain names, listed values and ids need none. */
function wordsOf(name: string, { description, enum: values }: Schema): string | undefined {
  if (typeof description !== 'string' || plain.has(name) || values !== undefined) return undefined
  return /^Id\b[^;]*: [a-z]{3}_/.test(description) ? undefined : description.split(';', 1)[0]
}

/** The names of an object's fields: the required ones, or all where none is required. */
function fieldsOf({ properties, required }: Schema): string | undefined {
  const names = isSchema(properties) ? Object.keys(properties) : []
  const needed = Array.isArray(required) ? names.filter((name) => required.includes(name)) : names
  const listed = `{${needed.join(', ')}${needed.length < names.length ? ', ...' : ''}}`
  // A long list of names says less than the description does.
  return needed.length === 0 || listed.length > longestList ? undefined : listed
}

/** What a result contains: the record that it begins with, else its lists. A result that is itself a record is open. */
function outlineOf(properties: Record<string, Schema>): [string, Schema][] {
  const fields = Object.entries(properties)
  const records = fields.slice(0, 1).filter(([, field]) => takes(field, 'object'))
  if (records.length > 0) return records.map(([name, { type }]) => [name, { type, properties: {} }])
  return fields.filter(([, field]) => takes(field, 'array')).map(([name, { type }]) => [name, { type }])
}

function takes({ type }: Schema, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name))
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
