import { sql } from 'kysely'
import { z } from 'zod'

import { bases, basisOf, type Mode, modes } from '#areas/visibility/engines.ts'
import type { Reader } from '#kernel/database.ts'
import { storedId } from '#kernel/ids.ts'
import { id } from '#kernel/schema.ts'

import { conditionOf, type Selected } from './cells.ts'

export const askedEngine = z.object({
  engineId: id('engine'),
  label: z.string(),
  mode: z.enum(modes),
  basis: z.enum(bases),
  n: z.int(),
})

/** Which engines gave the selected answers, in which mode, and how many. */
export async function askedEngines(db: Reader, selected: Selected): Promise<z.input<typeof askedEngine>[]> {
  const { rows } = await sql<{ id: string; label: string; mode: Mode; n: number }>`
    select e.id, e.label, a.mode, count(*)::int as n
    from app.asv_answer a join app.asv_engine e on e.organization_id = a.organization_id and e.id = a.engine_id
      join app.asv_prompt p on p.organization_id = a.organization_id and p.id = a.prompt_id
    where a.organization_id = app.org() and ${conditionOf(selected)}
    group by 1, 2, 3 order by 2, 3, 1`.execute(db)
  return rows.map(({ id: engineId, label, mode, n }) => ({
    engineId: storedId('engine', engineId),
    label,
    mode,
    basis: basisOf(mode),
    n,
  }))
}
