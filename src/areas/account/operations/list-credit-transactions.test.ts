import { expect, test } from 'vitest'

import { grantCredits, refundCredits, reserveCredits, settleCredits } from '#areas/account/credits/credits.ts'
import { stage } from '#test/stage.ts'

import { listCreditTransactions } from './list-credit-transactions.ts'

async function ledger() {
  const { call, rows } = await stage()
  await rows(async ({ db }) => {
    await grantCredits(db, 100)
    await reserveCredits(db, { jobId: 'job_written', use: 'generation', amount: 30 })
    await settleCredits(db, { jobId: 'job_written', used: 12 })
    await reserveCredits(db, { jobId: 'job_exact', use: 'image', amount: 4 })
    await settleCredits(db, { jobId: 'job_exact', used: 4 })
    await reserveCredits(db, { jobId: 'job_failed', use: 'asv_run', amount: 20 })
    await refundCredits(db, 'job_failed')
  })
  return { call, rows }
}

test('every movement is listed, newest first, with the sums of all', async () => {
  const { call } = await ledger()

  const list = await call(listCreditTransactions, {})

  expect(list.items.map(({ delta, reason, jobId }) => [delta, reason, jobId])).toEqual([
    [20, 'refund', 'job_failed'],
    [-20, 'asv_run', 'job_failed'],
    [-4, 'image', 'job_exact'],
    [18, 'generation', 'job_written'],
    [-30, 'generation', 'job_written'],
    [100, 'grant', null],
  ])
  expect(list.items[0]?.id).toMatch(/^ctr_/)
  expect(list.totals).toEqual({ granted: 100, used: 36, refunded: 20, net: 84 })
})

test('sums are those of everything that matches, not of the page', async () => {
  const { call } = await ledger()

  const list = await call(listCreditTransactions, { reason: 'generation', pageSize: 1 })

  expect([list.items.length, list.total, list.hasMore]).toEqual([1, 2, true])
  expect(list.totals).toEqual({ granted: 0, used: 12, refunded: 0, net: -12 })
})

test('a time and a job narrow the list', async () => {
  const { call } = await ledger()
  const { items } = await call(listCreditTransactions, {})
  const [newest] = items

  expect((await call(listCreditTransactions, { from: newest?.at, to: newest?.at })).total).toBe(6)
  expect((await call(listCreditTransactions, { from: '2126-01-01T00:00:00Z' })).total).toBe(0)
  expect((await call(listCreditTransactions, { to: '2020-01-01T00:00:00+02:00' })).total).toBe(0)
  expect((await call(listCreditTransactions, { search: ' job_failed ' })).total).toBe(2)
  expect((await call(listCreditTransactions, { search: newest?.id ?? '' })).total).toBe(1)
  expect((await call(listCreditTransactions, { search: '%' })).total).toBe(0)
})

test('an organization without a movement has an empty list and sums of nought', async () => {
  await ledger()
  const { call } = await stage()

  expect(await call(listCreditTransactions, {})).toEqual({
    items: [],
    page: 1,
    pageSize: 20,
    total: 0,
    hasMore: false,
    totals: { granted: 0, used: 0, refunded: 0, net: 0 },
  })
})

test.each([
  [{ reason: 'gift' }, '/input/reason'],
  [{ from: 'yesterday' }, '/input/from'],
  [{ to: '2026-02-30T00:00:00Z' }, '/input/to'],
])('%j is refused at %s', async (input, path) => {
  const { answerOf } = await stage()

  const answer = await answerOf(listCreditTransactions, input)

  expect(answer.status).toBe(422)
  expect(JSON.parse(answer.body).error.details[0].path).toBe(path)
})
