import { z } from 'zod'

type Schema = { [key: string]: unknown }

/**
 * The JSON Schema of an operation's input or output in the form that every client can read (mcp.md#portable-schemas): an object
 * at the root, no references, no unions with null, no bounds that only say "any safe integer". An output is described by its
 * shape (`shapeOf`, without making it): a client that checks answers must not refuse what is stored.
 */
export function portableSchema(schema: z.ZodObject, io: 'input' | 'output'): Schema {
  const override = io === 'output' ? withoutRules : () => {}
  return portable(
    z.toJSONSchema(schema, { io, override, unrepresentable: 'any', reused: 'inline' }) as Schema,
    io,
  ) as Schema
}

const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
const rules = [...bounds, 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'format', 'allOf']

/** An integer keeps the bounds of all integers, which are noise. */
function withoutRules({ jsonSchema }: { jsonSchema: Schema }): void {
  for (const rule of rules) delete jsonSchema[rule]
  if (jsonSchema['type'] === 'integer')
    Object.assign(jsonSchema, { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
}

const dropped = new Set(['$schema', '$id', 'propertyNames'])

function portable(value: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((entry) => portable(entry, io))
  if (typeof value !== 'object' || value === null) return value
  const schema = value as Schema
  const nullable = withoutNull(schema)
  if (nullable !== undefined) return portable(nullable, io)
  if (isOpenMap(schema)) return portable(openMap(schema), io)
  const entries = Object.entries(schema).filter(([key, entry]) => !dropped.has(key) && !isNoise(schema, key, entry, io))
  return Object.fromEntries(entries.map(([key, entry]) => [key, portablePart(key, entry, io)]))
}

function portablePart(key: string, value: unknown, io: 'input' | 'output'): unknown {
  if (key === 'enum' || key === 'const' || key === 'default') return value
  if (key !== 'properties' || typeof value !== 'object' || value === null) return portable(value, io)
  // Names of fields are not keywords of JSON Schema.
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, portable(field, io)]))
}

// An object without fields of its own takes any field; its values have a type, or nothing is said about them.
function isOpenMap({ properties, additionalProperties }: Schema): boolean {
  const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0
  return isEmpty(additionalProperties) && (properties === undefined || isEmpty(properties))
}

function openMap(schema: Schema): Schema {
  const { properties: _, ...rest } = schema
  return { ...rest, additionalProperties: true }
}

function isNoise(schema: Schema, key: string, value: unknown, io: 'input' | 'output'): boolean {
  if ((key === 'minimum' || key === 'maximum') && typeof value === 'number')
    return Math.abs(value) >= Number.MAX_SAFE_INTEGER
  if (key === 'pattern') return 'format' in schema
  // A result is an allow-list that grows with the product; clients must not refuse a new field.
  return key === 'additionalProperties' && io === 'output' && value === false
}

// anyOf [X, null] is the type of X or null. What lists or names the values names null, too.
function withoutNull(schema: Schema): Schema | undefined {
  const options = schema['anyOf']
  if (!Array.isArray(options) || options.length !== 2) return undefined
  const [first, second] = options as Schema[]
  if (first === undefined || second?.['type'] !== 'null' || typeof first['type'] !== 'string') return undefined
  const { anyOf: _, ...rest } = schema
  const { const: only, ...wide } = first
  const values = 'const' in first ? [only] : first['enum']
  return {
    ...wide,
    ...rest,
    type: [first['type'], 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  }
}
