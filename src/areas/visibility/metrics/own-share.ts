import { sql } from 'kysely'
import { z } from 'zod'

import { type Brands, readBrands } from '#areas/visibility/brands.ts'
import { bases, basisOf, type Mode, modes } from '#areas/visibility/engines.ts'
import { brandedPromptIds } from '#areas/visibility/prompts.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { addDays, dayIn, knownZone, momentIn } from '#std/zoned-time.ts'

import { type Cell, conditionOf, readCells, type Selected, sumsOf, usualMode } from './cells.ts'
import { changeOutput, changesBetween } from './changes.ts'
import { metric, metricOf } from './figures.ts'
import { isTooFew } from './too-few.ts'

const share = {
  mode: z.enum(modes),
  basis: z.enum(bases),
  prompts: z.int(),
  visibility: metric,
}

/** How often the organization's own brand is named, over a number of days and in the mode that has most answers. */
export const ownShareOutput = z.object({
  ...share,
  days: z
    .array(z.object({ date: z.string(), n: z.int(), named: z.int() }))
    .describe('Days with answers, and in how many of these the own brand is named'),
  change: changeOutput.nullable().describe('Since the same number of days before'),
})
export const earlierShareOutput = z.object(share)

type Share = z.input<typeof earlierShareOutput>
type Shares = { current: z.input<typeof ownShareOutput> | null; previous: Share | null }
const nothing: Shares = { current: null, previous: null }

type Asked = { organization: Pick<OrganizationFacts, 'id' | 'name'>; timezone: string; now: Date; days: number }

/** null: nothing was answered in these days. Prompts that name the brand themselves do not count. */
export async function ownShare(db: Reader, { organization, timezone, now, days }: Asked): Promise<Shares> {
  const firstDay = addDays(dayIn(timezone, now), 1 - days)
  const from = momentIn(timezone, firstDay)
  if (!(await hasAnswers(db, from))) return nothing
  const brands = await readBrands(db, organization)
  const selected = { from, exceptPromptIds: await brandedPromptIds(db, brands) }
  const earlier = { ...selected, from: momentIn(timezone, addDays(firstDay, -days)), until: from }
  const [before, after] = [await byEngine(db, earlier), await byEngine(db, selected)]
  const mode = usualMode(after)
  const found = shareOf(after, mode, brands)
  if (found === null) return nothing
  const changes = changesBetween(before, after, { all: [brands.own] }, { names: ['visibility'] })
  return {
    current: {
      ...found,
      days: await namedByDay(db, selected, { mode, timezone: knownZone(timezone), brandId: brands.own.id }),
      change: changes.find((one) => one.mode === mode) ?? null,
    },
    previous: shareOf(before, mode, brands),
  }
}

async function hasAnswers(db: Reader, from: Date): Promise<boolean> {
  const row = await db
    .selectFrom('asv_answer')
    .select('id')
    .where('state', '=', 'ok')
    .where('observed_at', '>=', from)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const byEngine = (db: Reader, selected: Selected) => readCells(db, selected, sql<string>`a.engine_id`)

function shareOf(cells: readonly Cell[], mode: Mode, { own }: Brands): Share | null {
  const byPrompt = sumsOf(
    cells.filter((cell) => cell.mode === mode),
    own.id,
    [own.id],
  )
  if (byPrompt.length === 0) return null
  const n = byPrompt.reduce((total, one) => total + one.n, 0)
  const about = { mode, isTooFew: isTooFew({ n, prompts: byPrompt.length }) }
  return {
    mode,
    basis: basisOf(mode),
    prompts: byPrompt.length,
    visibility: metricOf('visibility', byPrompt, about),
  }
}

async function namedByDay(
  db: Reader,
  selected: Selected,
  { mode, timezone, brandId }: { mode: Mode; timezone: string; brandId: string },
) {
  const { rows } = await sql<{ date: string; n: number; named: number }>`
    select to_char(a.observed_at at time zone ${timezone}, 'YYYY-MM-DD') as date, count(*)::int as n, count(m.answer_id)::int as named
    from app.asv_answer a join app.asv_prompt p on p.organization_id = a.organization_id and p.id = a.prompt_id
      left join app.asv_mention m on m.organization_id = a.organization_id and m.answer_id = a.id and m.brand_id = ${brandId}
    where a.organization_id = app.org() and a.mode = ${mode} and ${conditionOf(selected)}
    group by 1 order by 1`.execute(db)
  return rows
}
