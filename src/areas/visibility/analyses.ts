import { type Selectable, sql } from 'kysely'
import { z } from 'zod'

import type { Reader, Writer } from '#kernel/database.ts'
import { limitsOf, type Plan } from '#kernel/entitlement.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId, storedId } from '#kernel/ids.ts'
import { listPage, type PageAsked } from '#kernel/list-page.ts'
import { type Schedule, schedules } from '#kernel/schedule.ts'
import { id, iso, timestamp, title } from '#kernel/schema.ts'
import type { Tables } from '#kernel/tables.ts'
import { nextVersion } from '#kernel/version.ts'
import type { ZoneChange } from '#kernel/zone-changed.ts'
import { escapeLike, searchTerm } from '#std/text.ts'
import { addDays, dayIn, momentIn } from '#std/zoned-time.ts'

import { promptFilter, type PromptFilter, promptsOf } from './prompt-filter.ts'

export type AnalysisRow = Selectable<Tables['asv_analysis']>

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'asv_analysis.prompt_filter': PromptFilter
  }
}

export const analysisInput = {
  name: title(120),
  promptFilter: promptFilter.describe('All given conditions hold; {}: every active prompt'),
  engineIds: z.array(id('engine')).min(1).max(10),
  samples: z.int().min(1).max(10).nullable().describe('Answers per prompt and engine; null: as the engine says'),
  schedule: z.enum(schedules),
  maxCostPerRun: z.number().min(0).max(100_000).nullable().describe('US dollars'),
}

export const analysisOutput = z.object({
  id: id('analysis'),
  name: title(120),
  promptFilter: z.object(promptFilter.shape),
  engineIds: z.array(id('engine')),
  samples: z.int().nullable(),
  schedule: z.enum(schedules),
  nextRunAt: timestamp().nullable(),
  maxCostPerRun: z.number().nullable(),
  version: z.int(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

/** A schedule, and what a scheduled run spends, is a standing order to spend money. */
export const spends = {
  when: ({ schedule }: { schedule?: Schedule | undefined }) => schedule !== undefined && schedule !== 'none',
  rule: 'Required when the input sets a schedule, or changes what a scheduled analysis spends.',
  alsoNeeds: 'asv:run',
  risk: 'external',
} as const

/** When a schedule is next due after a moment, at six o'clock in the time zone of the organization. */
export function nextRun(schedule: Schedule, { timezone, after }: { timezone: string; after: Date }): Date | null {
  if (schedule === 'none') return null
  const today = dayIn(timezone, after)
  for (let ahead = 0; ahead <= 62; ahead++) {
    const day = addDays(today, ahead)
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    if (schedule === 'weekly' && weekday !== 1) continue
    if (schedule === 'monthly' && !day.endsWith('-01')) continue
    const at = runOn(day, timezone)
    if (at > after) return at
  }
  return null
}

const runOn = (day: string, timezone: string) => momentIn(timezone, day, '06:00')

/** Moves the next runs to the same days by other clocks: a zone that is ahead has none of them twice, one that is behind leaves none out. */
export async function rescheduleAnalyses(db: Writer, { from, to }: ZoneChange): Promise<void> {
  const rows = await db
    .selectFrom('asv_analysis')
    .select(['id', 'next_run_at'])
    .where('next_run_at', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, next_run_at: at } of rows) {
    if (at === null) continue
    const next = runOn(dayIn(from, at), to)
    await db.updateTable('asv_analysis').set({ next_run_at: next }).where('id', '=', id).execute()
  }
}

/** Refuses with `plan_required` a filter that finds more active prompts than the plan allows. */
export async function requireAllowed(db: Reader, plan: Plan, filter: PromptFilter): Promise<void> {
  if (limitsOf(plan).asvPromptsMax === null) return
  requirePrompts(plan, (await promptsOf(db, filter)).length)
}

/** Refuses with `plan_required` to ask more active prompts than the plan allows. */
export function requirePrompts(plan: Plan, asked: number): void {
  const { asvPromptsMax } = limitsOf(plan)
  if (asvPromptsMax === null || asked <= asvPromptsMax) return
  throw new Refusal(
    'plan_required',
    `The plan ${plan} allows ${asvPromptsMax} active prompts; this would ask ${asked}. Name fewer in promptFilter, or pause some. An operator can change the plan.`,
    { plan, asvPromptsMax, asked },
  )
}

/** One page of analyses by name, and how many there are. */
export async function listAnalysisRows(db: Reader, search: string | undefined, asked: PageAsked) {
  const term = searchTerm(search ?? '')
  const matching = db
    .selectFrom('asv_analysis')
    .$if(term !== '', (query) => query.where(sql<boolean>`lower(name) like ${`%${escapeLike(term)}%`}`))
  return listPage(matching, asked, (all) => all.selectAll().orderBy('name').orderBy('id'))
}

type Given = {
  name: string
  promptFilter: PromptFilter
  engineIds: readonly string[]
  samples: number | null
  schedule: Schedule
  maxCostPerRun: number | null
}
type Due = { timezone: string; after: Date }

export async function insertAnalysis(db: Writer, given: Given, due: Due): Promise<AnalysisRow> {
  return db
    .insertInto('asv_analysis')
    .values({ id: newId('analysis'), ...columnsOf(given), next_run_at: nextRun(given.schedule, due) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Writes the given fields; another schedule is due again. */
export async function changeAnalysis(
  db: Writer,
  stored: AnalysisRow,
  given: { [K in keyof Given]?: Given[K] | undefined },
  due: Due,
): Promise<AnalysisRow> {
  const { schedule = stored.schedule } = given
  return db
    .updateTable('asv_analysis')
    .set({
      ...columnsOf({
        name: given.name ?? stored.name,
        promptFilter: given.promptFilter ?? stored.prompt_filter,
        engineIds: given.engineIds ?? stored.engine_ids,
        samples: given.samples === undefined ? stored.samples : given.samples,
        schedule,
        maxCostPerRun: given.maxCostPerRun === undefined ? stored.max_cost_per_run : given.maxCostPerRun,
      }),
      next_run_at: schedule === stored.schedule ? stored.next_run_at : nextRun(schedule, due),
      ...nextVersion,
    })
    .where('id', '=', stored.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeAnalysis(db: Writer, analysisId: string): Promise<void> {
  await db.deleteFrom('asv_analysis').where('id', '=', analysisId).execute()
}

type Changed = { id: string } & {
  [K in 'schedule' | 'engineIds' | 'samples' | 'promptFilter' | 'maxCostPerRun']?: unknown
}

/** Whether a change is one of what a scheduled analysis spends. */
export async function spendsMore(db: Writer, given: Changed): Promise<'scope' | false> {
  const { engineIds, samples, promptFilter, maxCostPerRun } = given
  if ([engineIds, samples, promptFilter, maxCostPerRun].every((one) => one === undefined)) return false
  const { schedule } = await lockAnalysis(db, given.id)
  return schedule === 'none' || given.schedule === 'none' ? false : 'scope'
}

function columnsOf({ name, promptFilter, engineIds, samples, schedule, maxCostPerRun }: Given) {
  return {
    name,
    prompt_filter: JSON.stringify(promptFilter),
    engine_ids: [...new Set(engineIds)],
    samples,
    schedule,
    max_cost_per_run: maxCostPerRun,
  }
}

export async function lockAnalysis(db: Writer, analysisId: string): Promise<AnalysisRow> {
  return existing(
    await db.selectFrom('asv_analysis').selectAll().where('id', '=', analysisId).forUpdate().executeTakeFirst(),
    analysisId,
  )
}

export async function getAnalysis(db: Reader, analysisId: string): Promise<AnalysisRow> {
  return existing(
    await db.selectFrom('asv_analysis').selectAll().where('id', '=', analysisId).executeTakeFirst(),
    analysisId,
  )
}

export function describeAnalysis(row: AnalysisRow): z.input<typeof analysisOutput> {
  return {
    id: storedId('analysis', row.id),
    name: row.name,
    promptFilter: row.prompt_filter,
    engineIds: row.engine_ids.map((one) => storedId('engine', one)),
    samples: row.samples,
    schedule: row.schedule,
    nextRunAt: iso(row.next_run_at),
    maxCostPerRun: row.max_cost_per_run,
    version: row.version,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}

function existing(row: AnalysisRow | undefined, analysisId: string): AnalysisRow {
  if (row !== undefined) return row
  throw new Refusal('not_found', 'There is no such analysis. listAsvAnalyses names them.', {
    id: analysisId.slice(0, 200),
  })
}
