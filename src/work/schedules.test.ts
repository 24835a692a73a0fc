import { expect, test } from 'vitest'

import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { listAsvAnalyses } from '#areas/visibility/operations/list-asv-analyses.ts'
import { listAsvAnswers } from '#areas/visibility/operations/list-asv-answers.ts'
import { listAsvRuns } from '#areas/visibility/operations/list-asv-runs.ts'
import { updateAsvEngine } from '#areas/visibility/operations/update-asv-engine.ts'
import { openModels } from '#connectors/models/open-models.ts'
import type { Notice } from '#kernel/notice.ts'
import { connectModel } from '#test/sample-records.ts'
import { stage } from '#test/stage.ts'
import { newAnalysis, newAnswer, newPrompt, sampleEngine } from '#test/visibility-records.ts'

import { startDueVisibility } from './due-analyses.ts'

const models = openModels({ configured: {}, prices: {} })

test('a scheduled analysis runs once when it is due; when it cannot, it says why and notifies', async () => {
  const on = await stage({ models })
  const engineId = (await sampleEngine(on)) as never
  await newPrompt(on)
  await newAnalysis(on, { engineIds: [engineId], schedule: 'daily' })
  const notices: Notice[] = []
  const notify = async (_db: unknown, notice: Notice) => void notices.push(notice)
  const due = () =>
    startDueVisibility(
      on.access.organization.id,
      { database: on.database, models, notify },
      new Date(Date.now() + 3 * 86_400_000),
    )

  await startDueVisibility(on.access.organization.id, { database: on.database, models })
  expect((await on.call(listAsvRuns, {})).total).toBe(0)
  await due()
  await due()
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
  await startDueVisibility(
    on.access.organization.id,
    { database: on.database, models },
    new Date(Date.now() + 9 * 86_400_000),
  )
  expect((await on.call(listAsvRuns, { state: 'queued' })).items).toMatchObject([
    { analysisId: analysis?.id, counts: { planned: 3 } },
  ])
})

test('another own name is read in stored answers', async () => {
  const on = await stage({ models })
  await newAnswer(on, { text: 'Take Brightleaf.' })
  const mentions = async () => (await on.call(listAsvAnswers, {})).items[0]?.mentions.length
  expect(await mentions()).toBe(0)
  await on.call(updateOrganizationSettings, { brand: { name: 'Brightleaf' } })

  await startDueVisibility(on.access.organization.id, { database: on.database, models })
  await startDueVisibility(on.access.organization.id, { database: on.database, models })
  await on.work()

  expect(await mentions()).toBe(1)
})
