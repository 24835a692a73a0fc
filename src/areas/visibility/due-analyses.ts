import { getSettings } from '#areas/organizations/index.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import type { Refusal } from '#kernel/errors.ts'
import { storedId } from '#kernel/ids.ts'
import type { Start } from '#kernel/job.ts'
import type { Models } from '#kernel/model.ts'
import type { Notice } from '#kernel/notice.ts'
import { iso } from '#kernel/schema.ts'

import { type AnalysisRow, lockAnalysis, nextRun } from './analyses.ts'
import { estimateOf, planRun, requireRunnable } from './plan-run.ts'
import { startRun, storeFailedRun } from './start-run.ts'

/** The analyses whose time has come. */
export async function dueAnalyses(db: Reader, now: Date): Promise<string[]> {
  const rows = await db.selectFrom('asv_analysis').select('id').where('next_run_at', '<=', now).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

type Due = { analysisId: string; organization: OrganizationFacts; now: Date }

/** Starts the run of an analysis; times that were missed are made up for once. What refuses it refuses the transaction. */
export async function startDueAnalysis(
  db: Writer,
  { analysisId, organization, now, models, start }: Due & { models: Models; start: Start },
): Promise<void> {
  if ((await moveOn(db, { analysisId, now })) === undefined) return
  const plan = await planRun({ db, models }, { analysisId: storedId('analysis', analysisId) })
  const estimate = await estimateOf({ db, models }, plan, organization)
  const limit = plan.analysis?.max_cost_per_run ?? null
  requireRunnable(plan, estimate, { limit, organization })
  await startRun(db, { plan, estimate, limit, start })
}

/** Keeps why a scheduled run could not start, and notifies those who are notified of jobs. */
export async function noteFailedStart(
  db: Writer,
  { analysisId, now, notify }: Omit<Due, 'organization'> & { notify: (notice: Notice) => Promise<void> },
  refusal: Refusal,
): Promise<void> {
  const analysis = await moveOn(db, { analysisId, now })
  if (analysis === undefined) return
  await storeFailedRun(db, analysisId, refusal)
  await notify({
    event: 'jobDone',
    text: `The scheduled run of “${analysis.name}” could not start.\n${refusal.message}`,
  })
}

/** Sets when an analysis is due next, and returns it; undefined: it is no longer due, or somebody else has done so. */
async function moveOn(
  db: Writer,
  { analysisId, now }: { analysisId: string; now: Date },
): Promise<AnalysisRow | undefined> {
  const row = await lockAnalysis(db, analysisId)
  if (row.next_run_at === null || iso(row.next_run_at) > iso(now)) return undefined
  const { timezone } = await getSettings(db)
  const next = nextRun(row.schedule, { timezone, after: now })
  await db.updateTable('asv_analysis').set({ next_run_at: next }).where('id', '=', analysisId).execute()
  return row
}
