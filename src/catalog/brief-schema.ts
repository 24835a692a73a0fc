import type { z } from 'zod'

import { portableSchema } from './json-schema.ts'

type Schema = { [key: string]: unknown }

/**
 * The portable schema in as few bytes as a list of all tools can afford (mcp.md 5.2), and only ever wider: names, types, allowed
 * values and what must be given. Bounds of texts and lists are left to `validation_failed`. Of a result the outermost fields are
 * shown; objects further in are open, and their description names the fields. `listOperations` with a name gives everything.
 */
export function briefSchema(schema: z.ZodObject, io: 'input' | 'output'): Schema {
  const whole = portableSchema(schema, io)
  const properties = whole['properties'] as Record<string, Schema>
  const shown = Object.entries(properties).map(([name, field]) => [
    name,
    io === 'input' ? briefField(field) : outlineOf(field),
  ])
  const { required } = whole
  return {
    type: 'object',
    properties: Object.fromEntries(shown),
    ...(io === 'input' && required !== undefined ? { required } : {}),
    ...(io === 'input' && whole['additionalProperties'] === false ? { additionalProperties: false } : {}),
  }
}

const kept = ['type', 'format', 'enum', 'const', 'maximum'] as const

/** A field of an input. */
function briefField(field: Schema): Schema {
  const brief: Schema = {}
  for (const key of kept) if (field[key] !== undefined && !isLoose(key, field[key])) brief[key] = field[key]
  const { items } = field
  const description = wordsOf(field)
  if (description !== undefined) brief['description'] = description
  if (isSchema(items)) brief['items'] = briefField(items)
  if (!takes(field, 'object')) return brief
  const fields = fieldsOf(field)
  const told = [description, fields].filter((part) => part !== undefined && part !== '').join(' ')
  return { type: field['type'], ...(told === '' ? {} : { description: told }), additionalProperties: true }
}

// The form of an id speaks for itself.
function wordsOf({ description }: Schema): string | undefined {
  return typeof description === 'string' ? description.replace(/^Id: (?=[a-z]{3}_)/, '') : undefined
}

/** A field of a result. */
function outlineOf(field: Schema): Schema {
  const { type, items } = field
  if (isSchema(items) && !takes(items, 'object')) return { type, items: outlineOf(items) }
  return takes(field, 'object') ? { type, additionalProperties: true } : { type }
}

/** The names of an object's fields, `?` where one may be left out. */
function fieldsOf({ properties, required }: Schema): string {
  if (!isSchema(properties)) return ''
  const needed = Array.isArray(required) ? required : []
  const names = Object.keys(properties).map((name) => (needed.includes(name) ? name : `${name}?`))
  return names.length === 0 ? '' : `{${names.join(', ')}}`
}

// A bound that no call comes near says nothing.
function isLoose(key: string, value: unknown): boolean {
  return key === 'maximum' && Number(value) >= 1_000_000
}

function takes({ type }: Schema, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name))
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
