import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { getSiteAuditStatus } from '#areas/site-audit/operations/get-site-audit-status.ts'
import { listSiteAuditRuns } from '#areas/site-audit/operations/list-site-audit-runs.ts'
import { updateSiteAuditSettings } from '#areas/site-audit/operations/update-site-audit-settings.ts'
import { listAsvAnalyses } from '#areas/visibility/operations/list-asv-analyses.ts'
import { listAsvRuns } from '#areas/visibility/operations/list-asv-runs.ts'
import { updateAsvEngine } from '#areas/visibility/operations/update-asv-engine.ts'
import { openModels } from '#connectors/models/open-models.ts'
import { silentLog } from '#kernel/log.ts'
import type { Notice } from '#kernel/notice.ts'
import { notifyNobody } from '#kernel/notify.ts'
import { connectModel } from '#test/sample-connections.ts'
import { type Stage, stage } from '#test/stage.ts'
import { newAnalysis, newPrompt, sampleEngine } from '#test/visibility-records.ts'

import { lookAhead } from './look-ahead.ts'
import { schedules, startDueRuns } from './schedules.ts'

const models = openModels({ configured: {}, prices: {} })

test('a scheduled analysis runs once when it is due; when it cannot, it says why and notifies', async () => {
  const on = await stage({ models })
  const engineId = (await sampleEngine(on)) as never
  await newPrompt(on)
  await newAnalysis(on, { engineIds: [engineId], schedule: 'daily' })
  const notices: Notice[] = []
  const notify = async (_db: unknown, notice: Notice) => void notices.push(notice)
  const startIn = (days: number) =>
    startDueRuns(
      on.access.organization.id,
      { database: on.database, models, notify },
      new Date(Date.now() + days * 86_400_000),
    )

  await startIn(0)
  expect((await on.call(listAsvRuns, {})).total).toBe(0)
  await startIn(3)
  await startIn(3)
  expect((await on.call(listAsvRuns, {})).items).toMatchObject([
    { state: 'failed', error: { code: 'provider_not_configured' } },
  ])
  expect(notices).toEqual([
    {
      event: 'jobDone',
      text: expect.stringMatching(/^The scheduled run of “.+” could not start.\n.+ cannot be asked: no key is stored/),
    },
  ])
  const [analysis] = (await on.call(listAsvAnalyses, {})).items
  expect(Date.parse(analysis?.nextRunAt ?? '')).toBeGreaterThan(Date.now() + 3 * 86_400_000)

  await connectModel(on)
  await on.call(updateAsvEngine, { engineId, enabled: true })
  await startIn(9)
  expect((await on.call(listAsvRuns, { state: 'queued' })).items).toMatchObject([
    { analysisId: analysis?.id, counts: { planned: 3 } },
  ])
})

test('what is scheduled begins on the same day by the new clocks when the time zone changes', async () => {
  const on = await stage({ models })
  await on.call(updateOrganizationSettings, { timezone: 'Pacific/Auckland' })
  await newPrompt(on)
  await newAnalysis(on, { schedule: 'weekly' })
  await on.call(updateSiteAuditSettings, { schedule: 'weekly' }, { confirm: true })
  const due = async () => {
    const { items } = await on.call(listAsvAnalyses, {})
    const { settings } = await on.call(getSiteAuditStatus, {})
    const { rows } = await on.rows(({ db }) =>
      sql<{ at: Date }>`select next_run_at as at from app.site_audit_setting`.execute(db),
    )
    expect(rows[0]?.at.toISOString()).toBe(settings.nextRunAt)
    return [items[0]?.nextRunAt, settings.nextRunAt].map((at) => new Date(at ?? ''))
  }
  const shown = (at: Date, timeZone: string) =>
    at.toLocaleString('en', {
      timeZone,
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      weekday: 'long',
      hour: 'numeric',
    })
  const before = (await due()).map((at) => shown(at, 'Pacific/Auckland'))

  await on.call(updateOrganizationSettings, { timezone: 'America/Los_Angeles' })

  expect((await due()).map((at) => shown(at, 'America/Los_Angeles'))).toEqual(before)
  expect(before).toEqual([expect.stringMatching(/^Monday.* 6\sAM$/), expect.stringMatching(/^Monday.* 3\sAM$/)])
})

test('what is scheduled is looked for over all organizations, and begins when it is due', async () => {
  const on = await stage({ models })
  const { database, rows, call } = on
  const [analyses, audits] = schedules({
    database,
    models,
    notify: notifyNobody,
    baseUrl: () => 'https://masthead.test',
    log: silentLog,
  })
  if (analyses === undefined || audits === undefined) throw new Error('there are two kinds of schedules')
  await newPrompt(on)
  await newAnalysis(on, { schedule: 'weekly' })
  await call(updateOrganizationSettings, { siteUrl: 'https://a.example' })
  await call(updateSiteAuditSettings, { schedule: 'weekly' }, { confirm: true })
  await makeDue(on)

  const inMs = await lookAhead(database, { analyses: analyses.next, audits: audits.next })()
  expect(inMs.analyses).toBeLessThanOrEqual(0)
  expect(inMs.audits).toBeLessThanOrEqual(0)
  for (const due of [analyses, audits, analyses, audits]) await due.round(new AbortController().signal, () => undefined)
  expect((await call(listAsvRuns, {})).total).toBe(1)
  expect((await call(listSiteAuditRuns, {})).total).toBe(1)

  const left = await rows(async ({ db }) => [
    ...(await db.selectFrom('asv_analysis').select('next_run_at').execute()),
    ...(await db.selectFrom('site_audit_setting').select('next_run_at').execute()),
  ])
  expect(left.map(({ next_run_at: next }) => (next?.getTime() ?? 0) > Date.now())).toEqual([true, true])
})

async function makeDue({ rows }: Stage): Promise<void> {
  const passed = { next_run_at: new Date(Date.now() - 1000) }
  await rows(async ({ db }) => {
    await db.updateTable('asv_analysis').set(passed).execute()
    await db.updateTable('site_audit_setting').set(passed).execute()
  })
}
