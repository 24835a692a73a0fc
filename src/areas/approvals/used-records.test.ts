import { beforeEach, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { scheduleItem } from '#areas/publishing/operations/schedule-item.ts'
import { startSiteAudit } from '#areas/site-audit/operations/start-site-audit.ts'
import { updateSiteAuditSettings } from '#areas/site-audit/operations/update-site-audit-settings.ts'
import { openSite, cleanPage } from '#areas/site-audit/visits/test-site.ts'
import { createAsvPrompts } from '#areas/visibility/operations/create-asv-prompts.ts'
import { startAsvRun } from '#areas/visibility/operations/start-asv-run.ts'
import { updateAsvAnalysis } from '#areas/visibility/operations/update-asv-analysis.ts'
import { updateAsvEngine } from '#areas/visibility/operations/update-asv-engine.ts'
import type { ChangedRecord } from '#kernel/approval.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { stage, type Stage } from '#test/stage.ts'
import { askableEngine, newAnalysis, newPrompt } from '#test/visibility-records.ts'

import { approveCall } from './operations/approve-call.ts'
import { setApprovalPolicy } from './operations/set-approval-policy.ts'

let on: Stage
beforeEach(async () => void (on = await stage()))

type Details = { approvalId: never; changedSince?: ChangedRecord[] }
const detailsOf = ({ body }: { body: string }) => (JSON.parse(body) as { error: { details: Details } }).error.details

/** A call that a person has approved: repeated, it says what it is answered then. */
async function approved(op: AnyOperation, input: object, stand: Pick<Stage, 'call' | 'answerOf' | 'inPerson'> = on) {
  await stand.call(setApprovalPolicy, { risks: ['publish', 'external'] }, stand.inPerson())
  const make = () => stand.answerOf(op, input, { confirm: true, idempotencyKey: 'once' })
  const { approvalId } = detailsOf(await make())
  await stand.call(approveCall, { approvalId }, stand.inPerson())
  return make
}

test.for([
  [
    'more samples of its analysis',
    'analysis',
    (ids: Ids) => on.call(updateAsvAnalysis, { id: ids.analysis, samples: 10 }),
  ],
  [
    'another model of its engine',
    'engine',
    (ids: Ids) => on.call(updateAsvEngine, { engineId: ids.engine, model: 'dear' }),
  ],
  ['one more prompt', 'prompt', () => on.call(createAsvPrompts, { prompts: [{ text: 'What else is there?' }] })],
] as const)('an approved run is not begun with %s', async ([, type, change]) => {
  const engine = (await askableEngine(on)) as never
  await newPrompt(on)
  const analysis = (await newAnalysis(on, { engineIds: [engine], samples: 1 })) as never
  const start = await approved(startAsvRun, { analysisId: analysis })
  await change({ analysis, engine })

  const again = await start()

  expect([again.status, detailsOf(again).changedSince]).toMatchObject([428, [{ type }]])
})

type Ids = { analysis: never; engine: never }

test('an approved run that nothing was changed about begins', async () => {
  const engine = (await askableEngine(on)) as never
  await newPrompt(on)
  const start = await approved(startAsvRun, { analysisId: await newAnalysis(on, { engineIds: [engine] }) })

  expect((await start()).status).toBe(200)
})

test('an approved audit does not begin with other settings', async () => {
  const site = await openSite({ '/': cleanPage(0, { path: '/' }) })
  const start = await approved(startSiteAudit, { scope: 'full' }, site)
  await site.call(updateSiteAuditSettings, { maxPages: 5000 }, site.inPerson())

  const again = await start()

  expect([again.status, detailsOf(again).changedSince]).toMatchObject([428, [{ type: 'siteAuditSettings' }]])
})

test('the next free slot is the one that a person saw', async () => {
  await on.call(updateOrganizationSettings, { defaults: { publishTime: '09:00' } }, on.inPerson())
  const [first, other] = [await draft('First'), await draft('Other')]
  const schedule = await approved(scheduleItem, { id: first, slot: 'next' })
  await on.call(scheduleItem, { id: other, slot: 'next' }, { confirm: true, ...on.inPerson() })

  const again = await schedule()

  expect([again.status, detailsOf(again).changedSince]).toMatchObject([428, [{ id: '/item/publishAt' }]])
  expect((await on.call(getItem, { id: first })).item.status).toBe('draft')
})

const draft = async (title: string) =>
  (await on.call(createItem, { collectionId: 'articles', title }, on.inPerson())).item.id as never
