import { sql } from 'kysely'
import { z } from 'zod'

import type { Reader } from '#kernel/database.ts'
import type { Models } from '#kernel/model.ts'
import type { Schedule } from '#kernel/schedule.ts'

import { pricePerAnswer } from './engine-access.ts'
import { findsStored } from './prompt-filter.ts'

const runsPerMonth: Record<Schedule, number> = { none: 0, daily: 365 / 12, weekly: 365 / 84, monthly: 1 }

export const perRunOutput = z.object({
  calls: z.int(),
  expected: z.number().describe('US dollars'),
  complete: z.boolean().describe('False: a price is not known'),
})
export const monthOutput = perRunOutput.extend({ runs: z.number(), currency: z.literal('USD') })

type Planned = { schedule: Schedule; perRun: z.input<typeof perRunOutput> }

/** What a run of each analysis would ask and cost now, with the prompts that its filter finds. */
export async function plannedSpending(ctx: { db: Reader; models: Models }): Promise<Map<string, Planned>> {
  const { rows } = await sql<{
    id: string
    schedule: Schedule
    engine_ids: string[]
    samples: number | null
    prompts: number
  }>`
    select a.id, a.schedule, a.engine_ids, a.samples, count(asv_prompt.id)::int as prompts
    from app.asv_analysis a left join app.asv_prompt on asv_prompt.organization_id = a.organization_id
      and asv_prompt.state = 'active' and asv_prompt.deleted_at is null and ${findsStored('a.prompt_filter')}
    where a.organization_id = app.org() group by a.organization_id, a.id`.execute(ctx.db)
  const engines = await ctx.db
    .selectFrom('asv_engine')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...new Set(rows.flatMap((row) => row.engine_ids))]})`)
    .execute()
  const prices = await pricePerAnswer(ctx, engines)
  return new Map(
    rows.map(({ id, schedule, engine_ids: engineIds, samples, prompts }) => {
      const asked = engines.filter((engine) => engineIds.includes(engine.id))
      const perRun = { calls: 0, expected: 0, complete: true }
      for (const engine of asked) {
        const calls = prompts * (samples ?? engine.samples_per_prompt)
        const price = prices.get(engine.id) ?? null
        perRun.calls += calls
        perRun.expected += calls * (price ?? 0)
        if (price === null && calls > 0) perRun.complete = false
      }
      return [id, { schedule, perRun }]
    }),
  )
}

/** What all schedules together ask and cost in a month, as they are now. */
export function costOfMonth(planned: readonly Planned[]): z.input<typeof monthOutput> {
  const month = { runs: 0, calls: 0, expected: 0, complete: true, currency: 'USD' as const }
  for (const { schedule, perRun } of planned) {
    const runs = runsPerMonth[schedule]
    month.runs += runs
    month.calls += runs * perRun.calls
    month.expected += runs * perRun.expected
    if (runs > 0 && !perRun.complete) month.complete = false
  }
  return { ...month, calls: Math.round(month.calls) }
}
