/** The part of JSON Schema that entries of the catalog use. */
export type JsonSchema = {
  type?: string | readonly string[]
  description?: string
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  items?: JsonSchema
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  format?: string
}

/** One field of a schema as a row of a table. `depth` counts from 0. */
export type SchemaRow = {
  path: string
  name: string
  depth: number
  type: string
  isRequired: boolean
  limits: string
  description: string
}

const deepest = 6

/** The fields of an object schema, nested ones below theirs, in the order of the declaration. */
export function rowsOf(schema: JsonSchema, { path = '', depth = 0 } = {}): SchemaRow[] {
  if (depth > deepest) return []
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const own = path === '' ? name : `${path}.${name}`
    const row = {
      path: own,
      name,
      depth,
      type: typeOf(field),
      isRequired: required.has(name),
      limits: limitsOf(field),
      description: field.description ?? '',
    }
    return [row, ...insideOf(field).flatMap((inner) => rowsOf(inner, { path: own, depth: depth + 1 }))]
  })
}

/** The object schemas inside a field: of itself, of its entries, of its alternatives. */
function insideOf({ properties, items, anyOf, oneOf, ...field }: JsonSchema): JsonSchema[] {
  if (properties !== undefined) return [{ ...field, properties }]
  if (items !== undefined) return insideOf(items)
  return [...(anyOf ?? []), ...(oneOf ?? [])].flatMap(insideOf)
}

/** "text", "list of number or null": a type in words of the field. */
function typeOf({ type, items, anyOf, oneOf, enum: values, const: only, properties }: JsonSchema): string {
  const some = [...(anyOf ?? []), ...(oneOf ?? [])]
  if (some.length > 0) return [...new Set(some.map(typeOf))].join(' or ')
  if (only !== undefined) return JSON.stringify(only)
  if (values !== undefined && type === undefined) return 'one of'
  const types = typeof type === 'string' ? [type] : (type ?? (properties === undefined ? ['any'] : ['object']))
  return types
    .map((one) => (one === 'array' ? `list of ${items === undefined ? 'any' : typeOf(items)}` : one))
    .join(' or ')
}

function limitsOf(schema: JsonSchema): string {
  const { enum: values, items, minLength, maxLength, minimum, maximum, minItems, maxItems, format } = schema
  const parts = [
    values === undefined ? '' : values.map((value) => JSON.stringify(value)).join(', '),
    between(minLength === 0 ? undefined : minLength, maxLength, 'characters'),
    between(minimum, maximum, ''),
    between(minItems, maxItems, 'entries'),
    format ?? '',
    schema.default === undefined ? '' : `${JSON.stringify(schema.default)} by default`,
    items === undefined ? '' : limitsOf(items),
  ]
  return parts.filter((part) => part !== '').join('; ')
}

function between(least: number | undefined, most: number | undefined, unit: string): string {
  const shown = (value: number) => value.toLocaleString('en')
  const end = unit === '' ? '' : ` ${unit}`
  if (least !== undefined && most !== undefined) return `${shown(least)} to ${shown(most)}${end}`
  if (most !== undefined) return `at most ${shown(most)}${end}`
  return least === undefined ? '' : `at least ${shown(least)}${end}`
}

/** An input to begin with: every required field, with a value of its type. */
export function skeletonOf(schema: JsonSchema): unknown {
  const { properties, required = [], enum: values, items, anyOf, oneOf } = schema
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (values !== undefined) return values[0]
  const [first] = [...(anyOf ?? []), ...(oneOf ?? [])]
  if (first !== undefined) return skeletonOf(first)
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  if (type === 'array') return items === undefined ? [] : [skeletonOf(items)]
  if (type === 'object' || properties !== undefined)
    return Object.fromEntries(required.map((name) => [name, skeletonOf(properties?.[name] ?? {})]))
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return false
  if (type === 'null') return null
  return /^Id: (\w+_)/.exec(schema.description ?? '')?.[1] ?? ''
}
