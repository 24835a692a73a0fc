type Schema = { [key: string]: unknown }

/**
 * The portable schema in as few bytes as a list of all tools can afford (mcp.md#tools-have-a-budget), and only ever wider: names,
 * types, allowed values, what is required, and a description up to its first semicolon. Bounds are left to `validation_failed`.
 * Fields of nested objects have names and types, and no words. A result shows its record or list. `listOperations` with a name
 * returns everything.
 */
export function briefSchema(whole: Schema, io: 'input' | 'output'): Schema {
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

/** An object with more fields than these is one that another operation takes, and says so. */
const mostFields = 12
const kept = ['type', 'format', 'enum', 'const'] as const

/** A field of an input. */
function briefField(name: string, field: Schema): Schema {
  const inner = fieldsIn(field)
  const words = inner === undefined ? wordsOf(name, field) : undefined
  const brief = { ...typed(name, field, briefField), ...inner }
  return words === undefined ? brief : { ...brief, description: words }
}

/** A field of a nested object: its name and what it takes. */
function wordlessField(name: string, field: Schema): Schema {
  return { ...typed(name, field, wordlessField), ...fieldsIn(field) }
}

function typed(name: string, field: Schema, briefly: (name: string, field: Schema) => Schema): Schema {
  const brief: Schema = {}
  for (const key of kept) if (field[key] !== undefined) brief[key] = field[key]
  const { items } = field
  if (isSchema(items)) brief['items'] = briefly(name, items)
  if (takes(field, 'object')) brief['additionalProperties'] = true
  return brief
}

/** The fields of a nested object; undefined where it takes any, or is what another operation takes. */
function fieldsIn({ properties, required, additionalProperties }: Schema): Schema | undefined {
  const fields = isSchema(properties) ? Object.entries(properties as Record<string, Schema>) : []
  if (fields.length === 0 || fields.length > mostFields) return undefined
  return {
    properties: Object.fromEntries(fields.map(([name, field]) => [name, wordlessField(name, field)])),
    ...(required === undefined ? {} : { required }),
    additionalProperties: additionalProperties !== false,
  }
}

/** Fields whose names say what they are, in every operation. */
const plain = new Set(
  (
    'page pageSize search from to status trashed includeDisabled createdBy expiresBefore operation actorUserId fields ' +
    'ifVersion name slug description bio displayName message siteUrl locale timezone enabled exposeUnpublished ' +
    'collection collectionId defaultAuthorId cmsTargetId reassignToId schemaJsonLd externalUrl autoAssignDescription ' +
    'content fieldsSchema publishAt risk code body kinds headings bytes mime url urlOrMediaId angle hasWarnings model ' +
    'validUntil collections waitSeconds articleType writingStyle note'
  ).split(' '),
)

/** The beginning of a description. Plain names, listed values and ids need none. */
function wordsOf(name: string, { description, enum: values }: Schema): string | undefined {
  if (typeof description !== 'string' || plain.has(name) || values !== undefined) return undefined
  return /^Id\b[^;]*: [a-z]{3}_/.test(description) ? undefined : description.split(';', 1)[0]
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
