import { type Selectable, sql } from 'kysely'
import { z } from 'zod'

import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId, storedId } from '#kernel/ids.ts'
import { listPage, type PageAsked } from '#kernel/list-page.ts'
import { modelProviders } from '#kernel/model.ts'
import { requireRoom } from '#kernel/require-room.ts'
import { id, iso, timestamp, title } from '#kernel/schema.ts'
import type { Tables } from '#kernel/tables.ts'
import { nextVersion } from '#kernel/version.ts'
import { escapeLike, searchTerm } from '#std/text.ts'

export type EngineRow = Selectable<Tables['asv_engine']>
export const modes = ['search', 'memory', 'manual'] as const
export type Mode = (typeof modes)[number]
export const bases = ['api', 'imported'] as const
export type Basis = (typeof bases)[number]
const providers = [...modelProviders, 'manual'] as const

export const engineOutput = z.object({
  id: id('engine'),
  provider: z.enum(providers),
  label: title(80),
  model: z.string().nullable().describe('Null: defaultModel'),
  defaultModel: z.string().nullable().describe('The usual one of the provider; null: the first that its server names'),
  webSearch: z.boolean(),
  mode: z.enum(modes),
  basis: z.enum(bases),
  country: z.string().nullable(),
  samplesPerPrompt: z.int(),
  enabled: z.boolean(),
  status: z.enum(['ready', 'not_configured', 'error']),
  pricePerAnswer: z.number().nullable().describe('US dollars; null: not known'),
  lastOkAt: timestamp().nullable(),
  version: z.int(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

/** How an engine answers: from its own searches, from its memory, or by what somebody brought. */
export function modeOf({ provider, web_search: searches }: Pick<EngineRow, 'provider' | 'web_search'>): Mode {
  if (provider === 'manual') return 'manual'
  return searches && provider !== 'openai_compatible' ? 'search' : 'memory'
}

/** What numbers of a mode rest on: models asked through their interface are not the applications that people use. */
export const basisOf = (mode: Mode): Basis => (mode === 'manual' ? 'imported' : 'api')

export async function getEngines(db: Reader, ids: readonly string[]): Promise<EngineRow[]> {
  const rows = await db
    .selectFrom('asv_engine')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .orderBy('id')
    .execute()
  const known = new Set(rows.map((row) => row.id))
  const missing = ids.find((one) => !known.has(one))
  if (missing !== undefined) throw noEngine(missing)
  return rows
}

export async function lockEngine(db: Writer, engineId: string): Promise<EngineRow> {
  const row = await db.selectFrom('asv_engine').selectAll().where('id', '=', engineId).forUpdate().executeTakeFirst()
  if (row === undefined) throw noEngine(engineId)
  return row
}

/** One page of engines, those of providers first, and how many there are. */
export async function listEngineRows(db: Reader, search: string | undefined, asked: PageAsked) {
  const term = searchTerm(search ?? '')
  const matching = db
    .selectFrom('asv_engine')
    .$if(term !== '', (query) =>
      query.where(sql<boolean>`lower(label || ' ' || coalesce(model, '')) like ${`%${escapeLike(term)}%`}`),
    )
  return listPage(matching, asked, (all) =>
    all
      .selectAll()
      .orderBy(sql`provider = 'manual'`)
      .orderBy('label')
      .orderBy('id'),
  )
}

type EngineChanges = {
  enabled?: boolean | undefined
  model?: string | null | undefined
  webSearch?: boolean | undefined
  country?: string | null | undefined
  samplesPerPrompt?: number | undefined
}

/** Writes the given fields. A server of one's own answers from memory, and a label searches nothing. */
export async function changeEngine(db: Writer, stored: EngineRow, given: EngineChanges): Promise<EngineRow> {
  const canSearch = stored.provider !== 'manual' && stored.provider !== 'openai_compatible'
  return db
    .updateTable('asv_engine')
    .set({
      enabled: given.enabled ?? stored.enabled,
      model: given.model === undefined ? stored.model : given.model,
      web_search: canSearch && (given.webSearch ?? stored.web_search),
      country: given.country === undefined ? stored.country : given.country,
      samples_per_prompt: given.samplesPerPrompt ?? stored.samples_per_prompt,
      ...nextVersion,
    })
    .where('id', '=', stored.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The engine of a label under which answers are brought; it is made with the first of them. */
export async function engineOfLabel(db: Writer, label: string): Promise<EngineRow> {
  const made = await db
    .insertInto('asv_engine')
    .values({ id: newId('engine'), provider: 'manual', label, web_search: false, enabled: true })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .returning(earlierLabels)
    .executeTakeFirst()
  if (made !== undefined) {
    const { earlier, ...engine } = made
    requireRoom(earlier, labelRoom)
    return engine
  }
  return db
    .selectFrom('asv_engine')
    .selectAll()
    .where('provider', '=', 'manual')
    .where('label', '=', label)
    .executeTakeFirstOrThrow()
}

const labelRoom = {
  what: 'engines of imported answers',
  most: 50,
  path: '/input/engineLabel',
  remedy: 'Use the label of one that exists: listAsvEngines names them.',
} as const

// A statement sees what was there before it: the count costs no message of its own.
const earlierLabels = sql<number>`(select count(*)::integer from app.asv_engine e
  where e.organization_id = app.org() and e.provider = 'manual')`.as('earlier')

/** Notes that an engine answered at a time, unless it has answered later. */
export async function noteAnswered(db: Writer, engineId: string, at: Date): Promise<void> {
  await db
    .updateTable('asv_engine')
    .set({ last_ok_at: at })
    .where('id', '=', engineId)
    .where((e) => e.or([e('last_ok_at', 'is', null), e('last_ok_at', '<', at)]))
    .execute()
}

/** `configured`: the providers that have a key. `price`: of an answer, where it is known. */
export function describeEngine(
  row: EngineRow,
  {
    configured,
    price,
    defaultModel,
  }: { configured: ReadonlySet<string>; price: number | null; defaultModel: string | null },
): z.input<typeof engineOutput> {
  const { provider, label, model, country, enabled, version } = row
  const mode = modeOf(row)
  return {
    id: storedId('engine', row.id),
    provider,
    label,
    model,
    defaultModel,
    webSearch: row.web_search,
    mode,
    basis: basisOf(mode),
    country,
    samplesPerPrompt: row.samples_per_prompt,
    enabled,
    status: statusOf(row, configured),
    pricePerAnswer: price,
    lastOkAt: iso(row.last_ok_at),
    version,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}

function statusOf(
  { provider, fault }: EngineRow,
  configured: ReadonlySet<string>,
): 'ready' | 'not_configured' | 'error' {
  if (provider === 'manual') return 'ready'
  if (!configured.has(provider)) return 'not_configured'
  return fault === null ? 'ready' : 'error'
}

function noEngine(engineId: string): Refusal {
  return new Refusal('not_found', 'There is no such engine. listAsvEngines names them.', { id: engineId.slice(0, 200) })
}
