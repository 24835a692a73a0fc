import { expect, test } from 'vitest'

import { newId } from '#kernel/ids.ts'
import { stage } from '#test/stage.ts'

import { creditBalance, grantCredits, refundCredits, reserveCredits, settleCredits } from './credits.ts'

let jobs = 0
const newJob = () => `job_${++jobs}`

/** An organization with that many credits; `balance` reads what is left. */
async function organization(credits?: number) {
  const { rows, access, database } = await stage()
  if (credits !== undefined) await rows(({ db }) => grantCredits(db, credits))
  const reserve = (jobId: string, amount: number) =>
    rows(({ db }) => reserveCredits(db, { jobId, use: 'generation', amount }))
  const settle = (jobId: string, used: number) => rows(({ db }) => settleCredits(db, { jobId, used }))
  const refund = (jobId: string) => rows(({ db }) => refundCredits(db, jobId))
  const balance = () => rows(({ db }) => creditBalance(db))
  const ledger = () =>
    rows(({ db }) => db.selectFrom('credit_transaction').select(['delta', 'reason', 'job_id']).orderBy('id').execute())
  return { rows, access, database, reserve, settle, refund, balance, ledger }
}

test('a job takes what it may cost at its start, and returns at its end what it did not use', async () => {
  const { reserve, settle, balance, ledger } = await organization(100)
  const job = newJob()

  await reserve(job, 30)
  expect(await balance()).toBe(70)
  expect(await settle(job, 12)).toBe(18)

  expect(await balance()).toBe(88)
  expect(await ledger()).toEqual([
    { delta: 100, reason: 'grant', job_id: null },
    { delta: -30, reason: 'generation', job_id: job },
    { delta: 18, reason: 'generation', job_id: job },
  ])
})

test('a job that failed gives everything back', async () => {
  const { reserve, refund, balance, ledger } = await organization(100)
  const job = newJob()

  await reserve(job, 30)
  expect(await refund(job)).toBe(30)

  expect(await balance()).toBe(100)
  expect((await ledger()).at(-1)).toEqual({ delta: 30, reason: 'refund', job_id: job })
})

test('a job that is started again, settled again or refunded afterwards moves nothing twice', async () => {
  const { reserve, settle, refund, balance } = await organization(100)
  const job = newJob()

  await reserve(job, 30)
  await reserve(job, 30)
  expect(await balance()).toBe(70)
  await settle(job, 10)
  expect([await settle(job, 0), await refund(job)]).toEqual([0, 0])
  await reserve(job, 30)

  expect(await balance()).toBe(90)
})

test('a job whose reservation took the last credit can be started again', async () => {
  const { reserve, balance } = await organization(30)
  const job = newJob()

  await reserve(job, 30)
  await reserve(job, 30)

  expect(await balance()).toBe(0)
})

test('a job never costs more than was reserved', async () => {
  const { reserve, settle, balance } = await organization(100)
  const job = newJob()

  await reserve(job, 30)
  expect(await settle(job, 1000)).toBe(0)

  expect(await balance()).toBe(70)
})

test('too few credits refuse the start and leave no entry', async () => {
  const { reserve, balance, ledger } = await organization(29)

  await expect(reserve(newJob(), 30)).rejects.toMatchObject({
    code: 'insufficient_credits',
    status: 402,
    details: { needed: 30, balance: 29 },
  })

  expect(await balance()).toBe(29)
  expect(await ledger()).toHaveLength(1)
})

test('a job that costs nothing needs no credits and is no entry', async () => {
  const { reserve, settle, refund, balance, ledger } = await organization(1)
  const job = newJob()

  await reserve(job, 0)
  expect([await settle(job, 5), await refund(job)]).toEqual([0, 0])

  expect(await balance()).toBe(1)
  expect(await ledger()).toHaveLength(1)
})

test('unlimited credits stay so, and what jobs take is still written down', async () => {
  const { reserve, settle, balance, ledger } = await organization()
  const job = newJob()

  await reserve(job, 5_000_000_000)
  await settle(job, 1)

  expect(await balance()).toBeNull()
  expect((await ledger()).map(({ delta }) => delta)).toEqual([-5_000_000_000, 4_999_999_999])
})

test('of two reservations at once that only one can pay for, one is refused', async () => {
  const { reserve, balance } = await organization(50)

  const answers = await Promise.allSettled([reserve(newJob(), 30), reserve(newJob(), 30)])

  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
  expect(refused).toHaveLength(1)
  expect(refused[0]).toMatchObject({ code: 'insufficient_credits', details: { needed: 30, balance: 20 } })
  expect(await balance()).toBe(20)
})

test('whatever is started and ended at once, the balance is the sum of the ledger, with one ending per job', async () => {
  const { reserve, settle, refund, balance, ledger } = await organization(100)
  const names = Array.from({ length: 12 }, newJob)

  await Promise.all(
    names.flatMap((job) => [
      reserve(job, 5).then(() => Promise.all([settle(job, 2), refund(job), refund(job)])),
      reserve(job, 5),
    ]),
  )

  const entries = await ledger()
  expect(await balance()).toBe(entries.reduce((sum, { delta }) => sum + delta, 0))
  for (const job of names) {
    const [start, end, ...more] = entries.filter(({ job_id }) => job_id === job)
    expect([start?.delta, more]).toEqual([-5, []])
    expect([3, 5]).toContain(end?.delta)
  }
})

test('the same job started several times at once is paid once', async () => {
  const { reserve, balance } = await organization(50)
  const job = newJob()

  await Promise.all(Array.from({ length: 8 }, () => reserve(job, 30)))

  expect(await balance()).toBe(20)
})

test('a grant adds to what is left, and begins a balance where there was none', async () => {
  const { rows, balance } = await organization()

  expect(await rows(({ db }) => grantCredits(db, 40))).toBe(40)
  expect(await rows(({ db }) => grantCredits(db, 2))).toBe(42)
  expect(await balance()).toBe(42)
  expect(await rows(({ db }) => grantCredits(db, 'unlimited'))).toBeNull()
  expect(await balance()).toBeNull()
})

test('the entries and the balance of another organization are untouched', async () => {
  const [one, two] = [await organization(10), await organization(10)]
  const job = newJob()
  await one.reserve(job, 5)

  expect([await two.settle(job, 0), await two.refund(job)]).toEqual([0, 0])
  await two.reserve(job, 3)

  expect([await one.balance(), await two.balance()]).toEqual([5, 7])
})

test('the ledger takes no change and no removal by requests', async () => {
  const { rows } = await organization(10)

  await expect(
    rows(({ db }) => db.updateTable('credit_transaction').set({ delta: 1000 }).execute()),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(rows(({ db }) => db.deleteFrom('credit_transaction').execute())).rejects.toMatchObject({ code: '42501' })
})

test.each([-1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('%d is no amount', async (amount) => {
  const { reserve, settle } = await organization(10)

  await expect(reserve(newId('item'), amount)).rejects.toBeInstanceOf(RangeError)
  await expect(settle(newId('item'), amount)).rejects.toBeInstanceOf(RangeError)
})
