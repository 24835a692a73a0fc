import { sql } from 'kysely'

import type { Brands } from '#areas/visibility/brands.ts'
import { brandedPromptIds } from '#areas/visibility/prompts.ts'
import type { RunRow } from '#areas/visibility/runs.ts'
import type { Reader } from '#kernel/database.ts'

import { type Cell, readCells } from './cells.ts'
import { type Change, changesBetween } from './changes.ts'

/** The cells of a run by engine, as runs are compared. `exceptPromptIds`: prompts that name the organization's own brand. */
export const cellsOfRun = (db: Reader, runId: string, exceptPromptIds: readonly string[]): Promise<Cell[]> =>
  readCells(db, { runId, exceptPromptIds, allVersions: true }, sql<string>`a.engine_id`)

/** Where the own visibility fell since the run of the same analysis before, by more than chance: one change per mode. */
export async function ownDrops(db: Reader, run: RunRow, brands: Brands): Promise<Change[]> {
  if (run.analysis_id === null) return []
  const earlier = await db
    .selectFrom('asv_run')
    .select('id')
    .where('analysis_id', '=', run.analysis_id)
    .where('state', 'in', ['succeeded', 'partial'])
    .where('id', '<', run.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (earlier === undefined) return []
  const exceptPromptIds = await brandedPromptIds(db, brands)
  const before = await cellsOfRun(db, earlier.id, exceptPromptIds)
  const after = await cellsOfRun(db, run.id, exceptPromptIds)
  // Visibility is no share among brands: the own one is enough.
  const changes = changesBetween(before, after, { all: [brands.own] }, { names: ['visibility'] })
  return changes.filter(({ significant, delta }) => significant && (delta ?? 0) < 0)
}

const ways = { search: 'that search the web', memory: 'from memory', manual: 'that were imported' }

/** What a notice says of drops. */
export function dropText(drops: readonly Change[], brandName: string): string {
  const percent = (value: number | null) => `${Math.round(value ?? 0)} %`
  const lines = drops.map(
    ({ mode, from, to }) =>
      `In answers ${ways[mode]}: from ${percent(from)} to ${percent(to)}, more than chance explains.`,
  )
  return [`${brandName} is named less often in AI answers.`, ...lines].join('\n')
}
