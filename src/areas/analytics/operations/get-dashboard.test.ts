import { expect, test } from 'vitest'

import { getDashboard } from '#areas/analytics/operations/get-dashboard.ts'
import { listPublishingWarnings } from '#areas/checks/operations/list-publishing-warnings.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { requestItemReview } from '#areas/content/operations/request-item-review.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { createAsvPrompts } from '#areas/visibility/operations/create-asv-prompts.ts'
import { importAsvAnswers } from '#areas/visibility/operations/import-asv-answers.ts'
import { stage } from '#test/stage.ts'
import { minutesAgo } from '#test/visibility-records.ts'

type Stage = Awaited<ReturnType<typeof stage>>

const write = (on: Stage, title: string, status: 'draft' | 'published' = 'draft') =>
  on.call(
    createItem,
    { collectionId: 'articles' as never, title, content: 'A few words.', status },
    status === 'draft' ? {} : { confirm: true },
  )

test('a new organization has nothing, and what has no source is null rather than 0', async () => {
  const on = await stage()

  expect(await on.call(getDashboard, {})).toMatchObject({
    range: '28d',
    published: 0,
    drafts: 0,
    gscTotals: null,
    asvMetrics: null,
    auditScore: null,
    aiCrawlerHits: { total: 0, byBot: [] },
    agentCalls: { total: 0 },
    views: { human: 0, aiBots: 0, other: 0 },
    attention: [],
  })
})

test('how often AI answers name the brand has its sample, its days, and its change since the days before', async () => {
  const on = await stage()
  await on.call(updateOrganizationSettings, { brand: { name: 'Acme' } })
  const prompts = Array.from({ length: 10 }, (_, at) => ({ text: `Question number ${at}?` }))
  const { created } = await on.call(createAsvPrompts, { prompts })
  const answered = (daysAgo: number, isNamed: (at: number) => boolean) => {
    const observedAt = minutesAgo(daysAgo * 1440)
    return on.call(importAsvAnswers, {
      engineLabel: 'By hand',
      answers: created.flatMap(({ id: promptId }, at) =>
        [1, 2, 3].map((sample) => ({
          promptId,
          text: isNamed(at) ? `Take Acme, says ${sample}.` : `Nobody, says ${sample}.`,
          observedAt,
        })),
      ),
    })
  }
  await answered(40, (at) => at < 2)
  await answered(3, (at) => at < 8)

  const { asvMetrics, previous } = await on.call(getDashboard, { compare: true })
  expect(asvMetrics).toMatchObject({
    mode: 'manual',
    basis: 'imported',
    prompts: 10,
    visibility: { value: 80, numerator: 24, denominator: 30, tooFewSamples: false },
    days: [{ n: 30, named: 24 }],
    change: { from: 20, to: 80, significant: true, comparable: true },
  })
  expect(previous?.asvMetrics?.visibility).toMatchObject({ value: 20, n: 30 })
  expect((await on.call(getDashboard, { range: '90d' })).asvMetrics).toMatchObject({
    visibility: { value: 50, n: 60 },
    days: [{ named: 6 }, { named: 24 }],
    change: { comparable: false, reason: 'no_common_cells' },
  })
})

test('warnings are counted by kind as their list has them', async () => {
  const on = await stage()
  await write(on, 'First', 'published')
  await write(on, 'Second')

  const { published, drafts, warnings, fixes } = await on.call(getDashboard, {})
  const listed = await on.call(listPublishingWarnings, { pageSize: 100 })

  expect([published, drafts]).toEqual([1, 1])
  expect(fixes.reduce((sum, { count }) => sum + count, 0)).toBe(listed.total)
  expect(warnings.error).toBe(listed.items.filter(({ severity }) => severity === 'error').length)
  expect(fixes.find(({ code }) => code === 'meta_description_missing')).toMatchObject({ count: 2, live: 1 })
})

test('a review is asked of those who were asked', async () => {
  const on = await stage()
  const { item } = await write(on, 'Look at this')
  await on.call(requestItemReview, { id: item.id, reviewerUserIds: [on.access.actor.userId] })

  expect((await on.call(getDashboard, {})).attention).toMatchObject([
    { kind: 'review_requested', title: 'Look at this', itemId: item.id },
  ])
})

test('failed jobs and publications are said', async () => {
  const on = await stage()
  const { item } = await write(on, 'Due')
  await on.rows(({ db }) =>
    db
      .updateTable('item')
      .set({
        status: 'scheduled',
        publish_at: '2026-01-01T00:00:00Z',
        publish_error: JSON.stringify({
          code: 'blocked_by_policy',
          message: 'An error is open.',
          at: '2026-01-01T00:01:00.000Z',
        }),
      })
      .where('id', '=', item.id)
      .execute(),
  )

  expect((await on.call(getDashboard, {})).attention).toMatchObject([
    { kind: 'publish_error', message: 'An error is open.', itemId: item.id },
  ])
})

test('of each kind 20 are listed, and all of them counted', async () => {
  const on = await stage()
  for (let n = 1; n <= 21; n++) await write(on, `Due ${n}`)
  await on.rows(({ db }) =>
    db
      .updateTable('item')
      .set({
        status: 'scheduled',
        publish_at: '2026-01-01T00:00:00Z',
        publish_error: JSON.stringify({ code: 'blocked_by_policy', message: 'An error is open.' }),
      })
      .execute(),
  )
  const { item } = await write(on, 'Look at this')
  await on.call(requestItemReview, { id: item.id, reviewerUserIds: [on.access.actor.userId] })

  const { attention, attentionTotal } = await on.call(getDashboard, {})

  expect([attention.length, attentionTotal]).toEqual([21, 22])
})

test('connections and copies that need somebody are said', async () => {
  const on = await stage()
  const [{ item: failed }, { item: drifted }] = [await write(on, 'Failed'), await write(on, 'Drifted')]
  await on.rows(async ({ db }) => {
    const one = { provider: 'wordpress', kind: 'cms', display_name: 'Blog', state: 'auth_expired' } as const
    await db
      .insertInto('integration')
      .values([
        { id: 'int_blog', ...one },
        { id: 'int_former', ...one, provider: 'ghost', display_name: 'Former blog', state: 'disconnected' },
      ])
      .execute()
    await db
      .insertInto('item_copy')
      .values([
        { integration_id: 'int_former', item_id: failed.id, updated_at: '2025-01-01T00:00:00Z' },
        { integration_id: 'int_former', item_id: drifted.id, drift: ['slug'], updated_at: '2025-01-01T00:00:00Z' },
        { integration_id: 'int_blog', item_id: failed.id, updated_at: '2026-01-01T00:00:00Z' },
        { integration_id: 'int_blog', item_id: drifted.id, drift: ['title'], updated_at: '2026-01-02T00:00:00Z' },
      ])
      .execute()
    await db.updateTable('item').set({ external_state: 'failed' }).where('id', '=', failed.id).execute()
  })

  expect((await on.call(getDashboard, {})).attention).toMatchObject([
    { kind: 'auth_expired', severity: 'error', integrationId: 'int_blog' },
    { kind: 'push_failed', severity: 'error', itemId: failed.id },
    { kind: 'drift', severity: 'warning', message: 'Changed in the service: title.', itemId: drifted.id },
  ])
})
