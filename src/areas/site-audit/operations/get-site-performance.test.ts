import { expect, test } from 'vitest'

import { getSitePerformance } from '#areas/site-audit/operations/get-site-performance.ts'
import { insertSample, removeOldSamples } from '#areas/site-audit/performance/samples.ts'
import { noBrowser } from '#kernel/browser.ts'
import { newId } from '#kernel/ids.ts'
import { stage } from '#test/stage.ts'

const url = 'https://www.example.com/'
const values = { score: 80, lcp: 2500, fcp: null, tbt: 201, si: 5801, ttfb: 800, cls: 0.1 }

test('values have ratings, and one that the page did not show is null', async () => {
  const on = await stage()
  await on.rows(({ db }) => insertSample(db, { runId: newId('auditRun'), url, device: 'mobile', measured: values }))

  const { samples } = await on.call(getSitePerformance, { range: '7d' })

  expect(samples).toMatchObject([
    {
      lcp: { value: 2500, rating: 'good' },
      fcp: null,
      tbt: { value: 201, rating: 'needs_improvement' },
      si: { value: 5801, rating: 'poor' },
      cls: { value: 0.1, rating: 'good' },
      inp: null,
    },
  ])
})

test('says what an operator runs where pages cannot be measured, and nothing where they can', async () => {
  const on = await stage()
  const ask = async (options?: Parameters<typeof on.call>[2]) =>
    (await on.call(getSitePerformance, { range: '7d' }, options)).installCommand

  expect(await ask({ browser: noBrowser })).toMatch(/^npm install lighthouse@/)
  expect(await ask()).toBeNull()
})

test('samples go once nothing can ask for them', async () => {
  const on = await stage()
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  for (const days of [1, 30, 92])
    await on.rows(({ db }) =>
      db
        .insertInto('site_performance_sample')
        .values({ run_id: newId('auditRun'), url, device: 'mobile', source: 'lab', score: days, at: daysAgo(days) })
        .execute(),
    )
  const scores = async (range: '7d' | '28d' | '90d') =>
    (await on.call(getSitePerformance, { range })).samples.map(({ score }) => score)

  expect(await scores('28d')).toEqual([1])
  expect(await scores('90d')).toEqual([30, 1])
  expect(await on.rows(({ db }) => removeOldSamples(db, 10))).toBe(1)
  expect(await on.rows(({ db }) => removeOldSamples(db, 10))).toBe(0)
})
