import { expect, test } from 'vitest'

import { grantCredits, refundCredits, reserveCredits } from '#areas/account/credits/credits.ts'
import { stage } from '#test/stage.ts'

import { getBillingStatus } from './get-billing-status.ts'

test('an installation of one’s own has every feature and unlimited credits', async () => {
  const { call } = await stage()

  expect(await call(getBillingStatus, {})).toEqual({
    plan: 'authority',
    status: 'self_hosted',
    renewsAt: null,
    entitlements: {
      collections: null,
      nonArticleCollections: true,
      members: null,
      asvPromptsMax: null,
      auditPagesMax: 10_000,
    },
    credits: { balance: null, includedPerPeriod: null, usedThisPeriod: 0 },
  })
})

test.each(['starter', 'pro'] as const)('the plan %s opens articles alone', async (plan) => {
  const { call } = await stage({ plan })

  expect(await call(getBillingStatus, {})).toMatchObject({
    plan,
    entitlements: { collections: 1, nonArticleCollections: false },
  })
})

test('what jobs took this month counts, less what came back, and no earlier month', async () => {
  const { call, rows } = await stage()
  await rows(async ({ db }) => {
    await grantCredits(db, 100)
    await reserveCredits(db, { jobId: 'job_a', use: 'generation', amount: 30 })
    await reserveCredits(db, { jobId: 'job_b', use: 'asv_run', amount: 20 })
    await refundCredits(db, 'job_b')
    await db
      .insertInto('credit_transaction')
      .values({
        id: 'ctr_earlier',
        delta: -500,
        reason: 'image',
        phase: 'reserve',
        job_id: 'job_c',
        created_at: new Date(Date.now() - 32 * 86_400_000),
      })
      .execute()
  })

  expect((await call(getBillingStatus, {})).credits).toEqual({
    balance: 70,
    includedPerPeriod: null,
    usedThisPeriod: 30,
  })
})
