import { createHash } from 'node:crypto'

import { type Selectable, sql } from 'kysely'
import { z } from 'zod'

import type { Reader, Writer } from '#kernel/database.ts'
import { limitsOf, type Plan } from '#kernel/entitlement.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId, storedId } from '#kernel/ids.ts'
import { listPage, type PageAsked } from '#kernel/list-page.ts'
import { id, iso, locale, saysSomething, text, timestamp, title } from '#kernel/schema.ts'
import type { Tables } from '#kernel/tables.ts'
import { nextVersion } from '#kernel/version.ts'
import { escapeLike, searchTerm } from '#std/text.ts'

import type { Brands } from './brands.ts'
import { extractMentions } from './extraction/extract-mentions.ts'
import { nameKey } from './extraction/terms.ts'

export const intents = ['discovery', 'comparison', 'alternatives', 'problem', 'pricing', 'branded'] as const
export type Intent = (typeof intents)[number]
export const promptStates = ['active', 'paused', 'archived'] as const
type PromptState = (typeof promptStates)[number]

export type PromptRow = Selectable<Tables['asv_prompt']>

export const promptInput = {
  text: text(500, { min: 3 }).refine((value) => value.trim().length >= 3 && saysSomething(value), {
    message: 'Must not be empty',
  }),
  tag: text(80).describe('Groups prompts by topic'),
  intent: z.enum(intents),
  locale: locale(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Must be two capital letters, such as DE')
    .nullable(),
}

export const promptOutput = z.object({
  id: id('prompt'),
  text: title(500),
  tag: z.string().nullable(),
  intent: z.enum(intents),
  locale: z.string(),
  country: z.string().nullable(),
  state: z.enum(promptStates),
  promptVersion: z.int(),
  branded: z.boolean().describe('Names the own brand: left out of metrics'),
  version: z.int(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

export type NewPrompt = { text: string; tag: string | null; intent: Intent; locale: string; country: string | null }

/** Whether a prompt names the organization's own brand: such prompts say nothing about being found. */
function isBranded({ intent, text }: Pick<PromptRow, 'intent' | 'text'>, { own, terms }: Brands): boolean {
  return intent === 'branded' || extractMentions(text, terms).some(({ brandId }) => brandId === own.id)
}

/** Differs where texts differ by more than case, spaces and the sign at the end. */
const textKey = (text: string) =>
  createHash('sha256')
    .update(nameKey(text).replace(/[\s?.!。？！]+$/u, ''))
    .digest('hex')

export async function findDuplicate(
  db: Reader,
  { text, locale, country }: Pick<NewPrompt, 'text' | 'locale' | 'country'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('asv_prompt')
    .select('id')
    .where('text_key', '=', textKey(text))
    .where('locale', '=', locale)
    .where(sql<boolean>`country is not distinct from ${country}`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

/** Those of these questions in a language that no prompt asks yet, without duplicates. */
export async function withoutKnown<P extends { text: string }>(
  db: Reader,
  given: readonly P[],
  locale: string,
): Promise<P[]> {
  const byKey = new Map(given.toReversed().map((one) => [textKey(one.text), one]))
  const rows = await db
    .selectFrom('asv_prompt')
    .select('text_key')
    .where('text_key', '=', sql<string>`any(${[...byKey.keys()]})`)
    .where('locale', '=', locale)
    .where('deleted_at', 'is', null)
    .execute()
  const known = new Set(rows.map((row) => row.text_key))
  return [...byKey].flatMap(([key, one]) => (known.has(key) ? [] : [one])).toReversed()
}

export async function insertPrompt(db: Writer, prompt: NewPrompt): Promise<PromptRow> {
  const row = await db
    .insertInto('asv_prompt')
    .values({
      id: newId('prompt'),
      ...prompt,
      text_key: textKey(prompt.text),
      search_text: searchTerm(`${prompt.text} ${prompt.tag ?? ''}`),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await addVersion(db, row)
  return row
}

/** The text of a prompt version is kept, because answers belong to it. */
async function addVersion(
  db: Writer,
  { id, prompt_version: n, text }: Pick<PromptRow, 'id' | 'prompt_version' | 'text'>,
) {
  await db.insertInto('asv_prompt_version').values({ prompt_id: id, n, text }).execute()
}

/** Other letters of the same text: it stays the version that it is, and is asked as it is written now. */
async function rewordVersion(
  db: Writer,
  { id, prompt_version: n, text }: Pick<PromptRow, 'id' | 'prompt_version' | 'text'>,
) {
  await db.updateTable('asv_prompt_version').set({ text }).where('prompt_id', '=', id).where('n', '=', n).execute()
}

/** Refuses when more prompts are active than the plan allows; what the transaction has done is then undone. */
export async function requireRoom(db: Reader, plan: Plan): Promise<void> {
  const { asvPromptsMax: most } = limitsOf(plan)
  if (most === null) return
  const { n } = await db
    .selectFrom('asv_prompt')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('state', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(n) <= most) return
  throw new Refusal(
    'plan_required',
    `The plan ${plan} allows ${most} active prompts; this would make ${n}. Pause some, or ask the operator.`,
    { plan, asvPromptsMax: most, active: Number(n) },
  )
}

type PromptChanges = {
  text?: string | undefined
  tag?: string | null | undefined
  intent?: Intent | undefined
  state?: PromptState | undefined
}

/** Writes the given fields. A text that differs by more than case and spaces is a new version of the prompt. */
export async function changePrompt(db: Writer, stored: PromptRow, given: PromptChanges): Promise<PromptRow> {
  const text = given.text ?? stored.text
  const isNew = textKey(text) !== stored.text_key
  const tag = given.tag === undefined ? stored.tag : given.tag
  const row = await db
    .updateTable('asv_prompt')
    .set({
      text,
      text_key: textKey(text),
      tag,
      intent: given.intent ?? stored.intent,
      state: given.state ?? stored.state,
      prompt_version: stored.prompt_version + (isNew ? 1 : 0),
      search_text: searchTerm(`${text} ${tag ?? ''}`),
      ...nextVersion,
    })
    .where('id', '=', stored.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (isNew) await addVersion(db, row)
  else if (text !== stored.text) await rewordVersion(db, row)
  return row
}

export async function removePrompts(db: Writer, rows: readonly PromptRow[], { keepHistory }: { keepHistory: boolean }) {
  const ids = sql<string>`any(${rows.map(({ id }) => id)})`
  if (!keepHistory) return db.deleteFrom('asv_prompt').where('id', '=', ids).execute()
  const gone = { deleted_at: sql<Date>`now()`, state: 'archived', ...nextVersion } as const
  return db.updateTable('asv_prompt').set(gone).where('id', '=', ids).execute()
}

/** Prompts by id; `not_found` for one that is not there. */
export async function getPrompts(db: Reader, ids: readonly string[]): Promise<PromptRow[]> {
  const rows = await db
    .selectFrom('asv_prompt')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const known = new Set(rows.map((row) => row.id))
  const missing = ids.find((one) => !known.has(one))
  if (missing !== undefined) throw noPrompt(missing)
  return rows
}

export async function lockPrompt(db: Writer, promptId: string): Promise<PromptRow> {
  const row = await db
    .selectFrom('asv_prompt')
    .selectAll()
    .where('id', '=', promptId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw noPrompt(promptId)
  return row
}

type Filter = {
  search: string | undefined
  state: PromptState | undefined
  tag: string | undefined
  intent: Intent | undefined
}

/** One page of prompts, newest first, and how many there are. */
export async function listPromptRows(db: Reader, filter: Filter, asked: PageAsked) {
  const term = searchTerm(filter.search ?? '')
  const matching = db
    .selectFrom('asv_prompt')
    .where('deleted_at', 'is', null)
    .$if(term !== '', (query) => query.where('search_text', 'like', `%${escapeLike(term)}%`))
    .$if(filter.state !== undefined, (query) => query.where('state', '=', filter.state ?? 'active'))
    .$if(filter.tag !== undefined, (query) => query.where('tag', '=', filter.tag ?? ''))
    .$if(filter.intent !== undefined, (query) => query.where('intent', '=', filter.intent ?? 'discovery'))
  return listPage(matching, asked, (all) => all.selectAll().orderBy('id', 'desc'))
}

export function describePrompt(row: PromptRow, brands: Brands): z.input<typeof promptOutput> {
  const { text, tag, intent, locale, country, state, version } = row
  return {
    id: storedId('prompt', row.id),
    text,
    tag,
    intent,
    locale,
    country,
    state,
    promptVersion: row.prompt_version,
    branded: isBranded(row, brands),
    version,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}

function noPrompt(promptId: string): Refusal {
  return new Refusal('not_found', 'There is no such prompt. listAsvPrompts names them.', { id: promptId.slice(0, 200) })
}

/** The prompts that name the organization's own brand, deleted ones included: their answers say nothing about being found. */
export async function brandedPromptIds(db: Reader, brands: Brands): Promise<string[]> {
  const rows = await db.selectFrom('asv_prompt').select(['id', 'intent', 'text']).orderBy('id').execute()
  return rows.filter((row) => isBranded(row, brands)).map(({ id }) => id)
}

/** The current texts of prompts, deleted ones included, by id. */
export async function textsOf(db: Reader, promptIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('asv_prompt')
    .select(['id', 'text'])
    .where('id', '=', sql<string>`any(${[...new Set(promptIds)]})`)
    .execute()
  return new Map(rows.map(({ id, text }) => [id, text]))
}
