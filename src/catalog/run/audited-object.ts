import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

import type { Reader } from '#kernel/database.ts'
import { type IdKind, idPrefixes } from '#kernel/ids.ts'
import { isChange } from '#kernel/operation.ts'
import { fieldSchema } from '#kernel/schema-parts.ts'
import { isObject } from '#std/objects.ts'

import type { Step } from './call.ts'
import type { AuditObject } from './sentence.ts'
import { formOf, unwrapped } from './summary.ts'

type Declared = { input: z.ZodObject; output: z.ZodObject }
type Given = { input: Record<string, unknown>; result?: Record<string, unknown> | undefined }

/**
 * The record that a call is about: the one that its result shows with a title, else the first that its input names, else what
 * its result names, such as a job (audit.md#records-are-sentences). Undefined: none.
 */
export function objectOf({ input, output }: Declared, given: Given, known?: AuditObject): AuditObject | undefined {
  const shown = given.result === undefined ? undefined : shownIn(output, given.result)
  if (shown?.title !== undefined) return shown
  return known ?? namedIn(input, given.input) ?? shown ?? (given.result && namedIn(output, given.result))
}

/** Reads the title of the record that a change names, before it is changed: afterwards it may be gone. */
export async function readObject(db: Reader, { op, envelope }: Step): Promise<AuditObject | undefined> {
  if (!isChange(op) || showsTitle(op.output)) return undefined
  return readNamed(db, { op, envelope })
}

/** The record that a call names, with its title. */
export async function readNamed(
  db: Reader,
  { op, envelope }: Pick<Step, 'op' | 'envelope'>,
): Promise<AuditObject | undefined> {
  const object = namedIn(op.input, envelope.input)
  const query = object === undefined ? undefined : titles[kindOf(object.id)]?.(object.id)
  if (object === undefined || query === undefined) return object
  const { rows } = await query.execute(db)
  const title = rows[0]?.title
  return title == null || title === '' ? object : { ...object, title }
}

type TitleQuery = (id: string) => RawBuilder<{ title: string | null }>
const term: TitleQuery = (id) => sql`select name as title from app.term where id = ${id}`
const titles: Readonly<Record<string, TitleQuery>> = {
  item: (id) => sql`select title from app.item where id = ${id}`,
  topic: (id) => sql`select topic as title from app.topic where id = ${id}`,
  contextEntry: (id) => sql`select title from app.context_entry where id = ${id}`,
  collection: (id) => sql`select name as title from app.collection where id = ${id}`,
  category: term,
  tag: term,
  author: term,
  integration: (id) => sql`select display_name as title from app.integration where id = ${id}`,
  media: (id) => sql`select coalesce(title, filename) as title from app.media where id = ${id}`,
  redirect: (id) => sql`select from_path as title from app.redirect where id = ${id}`,
  job: (id) => sql`select kind as title from app.job where id = ${id}`,
  apiKey: (id) =>
    sql`select name || ' …' || last4 as title from auth.api_keys where id = ${id} and organization_id = app.org()`,
  invitation: (id) => sql`select email as title from auth.invitations where id = ${id} and organization_id = app.org()`,
  grant: (id) =>
    sql`select client_name as title from auth.oauth_grants where id = ${id} and organization_id = app.org()`,
  user: (id) => sql`select display_name as title from auth.members_of_organization() where user_id = ${id}`,
}

/** A record that a result shows: itself, or the first of its members that has an id. */
function shownIn(schema: z.ZodObject, result: Record<string, unknown>): AuditObject | undefined {
  const own = 'id' in result ? recordIn(schema, result) : undefined
  if (own?.title !== undefined) return own
  for (const [name, part] of Object.entries(result)) {
    const declared = objectSchema(schema, name)
    const found = declared !== undefined && isObject(part) ? recordIn(declared, part) : undefined
    if (found !== undefined) return found
  }
  return own
}

function recordIn(schema: z.ZodObject, value: Record<string, unknown>): AuditObject | undefined {
  const id = Object.values(value).find(isRecordId)
  if (id === undefined) return undefined
  const name = Object.keys(value).find((field) => isTitle(schema, field)) ?? namedBy.find((field) => field in value)
  const title = name === undefined ? undefined : value[name]
  return { ...objectNamed(id), ...(typeof title === 'string' && title !== '' ? { title } : {}) }
}

// What has neither a title nor a name is known by one of these.
const namedBy = ['fromPath', 'email', 'filename', 'displayName', 'operation', 'kind', 'provider']

/** The first record that an input or result names by its id, and how many more in the same field. */
function namedIn(schema: z.ZodObject, value: Record<string, unknown>): AuditObject | undefined {
  for (const name of Object.keys(schema.shape).toSorted((a, b) => rankOf(schema, a) - rankOf(schema, b))) {
    const [id, ...others] = [value[name]].flat()
    if (!isRecordId(id)) continue
    const more = others.filter(isRecordId).length
    return { ...objectNamed(id), ...(more === 0 ? {} : { more }) }
  }
  return undefined
}

// What a call is about is its `id`, or what it requires; what it may name besides comes last.
function rankOf(schema: z.ZodObject, name: string): number {
  if (name === 'id') return 0
  const declared = fieldSchema(schema, name)
  return declared instanceof z.ZodOptional || declared instanceof z.ZodDefault ? 2 : 1
}

/** Whether the result of an operation shows a record with its title. */
function showsTitle(output: z.ZodObject): boolean {
  const has = (schema: z.ZodObject) => Object.keys(schema.shape).some((field) => isTitle(schema, field))
  if ('id' in output.shape && has(output)) return true
  return Object.keys(output.shape).some((name) => {
    const part = objectSchema(output, name)
    return part !== undefined && has(part)
  })
}

function objectSchema(schema: z.ZodObject, name: string): z.ZodObject | undefined {
  const declared = fieldSchema(schema, name)
  const inner = declared === undefined ? undefined : unwrapped(declared)
  return inner instanceof z.ZodObject ? inner : undefined
}

function isTitle(schema: z.ZodObject, field: string): boolean {
  const declared = fieldSchema(schema, field)
  return declared !== undefined && formOf(declared) === 'head'
}

const kinds = new Map<string, IdKind>(
  Object.entries(idPrefixes).map(([kind, prefix]) => [prefix, kind as IdKind] as const),
)
const kindOf = (id: string): string => kinds.get(id.slice(0, 3)) ?? id.slice(0, 3)

function isRecordId(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z]{3}_[0-9a-z]{26}$/.test(value) && kinds.has(value.slice(0, 3))
}

// The kinds whose revisions are kept have the same names there.
const typeOf: Readonly<Record<string, string>> = { category: 'term', tag: 'term', contextEntry: 'entry' }

function objectNamed(id: string): AuditObject {
  const kind = kindOf(id)
  return { type: typeOf[kind] ?? kind, id }
}
