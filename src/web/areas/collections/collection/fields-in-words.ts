/** What a field of an item holds, in people's words. */
export const fieldKinds = {
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
  address: 'Web address',
  choice: 'One of several',
} as const
export type FieldKind = keyof typeof fieldKinds

/** One field while it is edited; `key` stays while its name changes. */
export type FieldInWords = {
  key: number
  name: string
  label: string
  kind: FieldKind
  isRequired: boolean
  hint: string
  /** Of a choice, one a line. */
  choices: string
}

/** The fields of a collection as they are edited: in words, or as the JSON Schema where words do not say all of it. */
export type Fields = { as: 'words'; list: readonly FieldInWords[] } | { as: 'json'; text: string; hasWords: boolean }

type Schema = Record<string, unknown>
type Property = { type?: unknown; title?: unknown; description?: unknown; format?: unknown; enum?: unknown }

/** The stored schema, in words where that loses nothing. */
export function fieldsIn(schema: Schema | null): Fields {
  if (schema === null) return { as: 'words', list: [] }
  const list = inWords(schema)
  return list ? { as: 'words', list } : { as: 'json', text: JSON.stringify(schema, null, 2), hasWords: false }
}

/** The same fields as JSON. */
export function asJson(fields: Fields): Fields {
  if (fields.as === 'json') return fields
  return { as: 'json', text: JSON.stringify(toSchema(fields.list) ?? {}, null, 2), hasWords: true }
}

/** The same fields in words, or undefined where words do not say all of it. */
export function asWords(fields: Fields): Fields | undefined {
  if (fields.as === 'words') return fields
  const { value } = parsed(fields.text)
  const list = value === undefined ? undefined : value === null ? [] : inWords(value)
  return list && { as: 'words', list }
}

/** What is stored; null: no fields. */
export function schemaOf(fields: Fields): { value: Schema | null } | { problem: string } {
  if (fields.as === 'json') {
    const { value } = parsed(fields.text)
    return value === undefined ? { problem: 'This is not a JSON object.' } : { value }
  }
  const names = fields.list.map(({ name }) => name.trim())
  if (names.some((name) => !/^[a-zA-Z][\w-]{0,59}$/.test(name)))
    return { problem: 'Each field needs a name of letters and digits that begins with a letter, such as startsAt.' }
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return { problem: `Two fields have the name ${twice}.` }
  const empty = fields.list.find((field) => field.kind === 'choice' && choicesOf(field).length === 0)
  if (empty) return { problem: `The field ${empty.name} needs something to choose from.` }
  return { value: toSchema(fields.list) }
}

function parsed(text: string): { value: Schema | null | undefined } {
  if (text.trim() === '') return { value: null }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value: undefined }
    return { value: Object.keys(value).length === 0 ? null : { ...value } }
  } catch {
    return { value: undefined }
  }
}

const shapes: Record<FieldKind, object> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  address: { type: 'string', format: 'uri' },
  choice: { type: 'string' },
}

function toSchema(list: readonly FieldInWords[]): Schema | null {
  if (list.length === 0) return null
  const required = list.flatMap(({ name, isRequired }) => (isRequired ? [name.trim()] : []))
  const properties = list.map((field) => [
    field.name.trim(),
    {
      ...shapes[field.kind],
      ...(field.label.trim() ? { title: field.label.trim() } : {}),
      ...(field.hint.trim() ? { description: field.hint.trim() } : {}),
      ...(field.kind === 'choice' ? { enum: choicesOf(field) } : {}),
    },
  ])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

function inWords(schema: Schema): FieldInWords[] | undefined {
  const { properties, required } = schema
  const given = typeof properties === 'object' && properties !== null ? Object.entries(properties) : []
  const names: readonly unknown[] = Array.isArray(required) ? required : []
  const list = given.map(([name, property]: [string, Property], key): FieldInWords => ({
    key,
    name,
    label: textOf(property.title),
    kind: kindOf(property),
    isRequired: names.includes(name),
    hint: textOf(property.description),
    choices: Array.isArray(property.enum) ? property.enum.map(String).join('\n') : '',
  }))
  return sorted(toSchema(list)) === sorted(schema) ? list : undefined
}

function kindOf({ type, format, enum: choices }: Property): FieldKind {
  if (choices !== undefined) return 'choice'
  if (type === 'number' || type === 'boolean') return type
  return format === 'date' ? 'date' : format === 'uri' ? 'address' : 'text'
}

const choicesOf = ({ choices }: FieldInWords) => [
  ...new Set(
    choices
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** JSON in which the order of names does not count. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}
