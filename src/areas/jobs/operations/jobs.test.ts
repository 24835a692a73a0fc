import { expect, test } from 'vitest'
import { z } from 'zod'

import { job } from '#kernel/job.ts'
import { stage } from '#test/stage.ts'

import { cancelJob } from './cancel-job.ts'
import { getJob } from './get-job.ts'
import { listJobs } from './list-jobs.ts'

const sample = job({
  name: 'sample',
  title: 'Try something',
  queue: 'quick',
  scope: 'content:write',
  input: z.strictObject({}),
  work: async () => ({ result: { done: true } }),
})

test('jobs are listed newest first, by kind and state', async () => {
  const on = await stage()
  const { jobId: first } = await on.startJob(sample, {})
  await on.work({ jobs: [sample] })
  const { jobId: second } = await on.startJob(sample, {})

  expect((await on.call(listJobs, {})).items.map(({ id }) => id)).toEqual([second, first])
  expect((await on.call(listJobs, { state: 'succeeded' })).items.map(({ id }) => id)).toEqual([first])
  expect((await on.call(listJobs, { state: ['queued', 'running'] })).items.map(({ id }) => id)).toEqual([second])
  expect((await on.call(listJobs, { kind: 'other' })).total).toBe(0)
})

test('a long poll answers as soon as the job has ended', async () => {
  const on = await stage()
  const { jobId } = await on.startJob(sample, {})

  const [answer] = await Promise.all([on.call(getJob, { jobId, waitSeconds: 20 }), on.work({ jobs: [sample] })])

  expect(answer).toMatchObject({ state: 'succeeded', result: { done: true }, steps: [], error: null })
})

test('a long poll of a job that goes on answers its state at the end of the wait', async () => {
  const on = await stage()
  const { jobId } = await on.startJob(sample, {})

  expect(await on.call(getJob, { jobId, waitSeconds: 1 })).toMatchObject({ state: 'queued', progress: 0 })
})

test('a canceled job is not run, and cannot be canceled again', async () => {
  const on = await stage()
  const { jobId } = await on.startJob(sample, {})

  expect(await on.call(cancelJob, { jobId })).toMatchObject({ state: 'canceled', refundedCredits: 0 })
  await on.work({ jobs: [sample] })

  expect(await on.call(getJob, { jobId })).toMatchObject({ state: 'canceled', result: null })
  await expect(on.call(cancelJob, { jobId })).rejects.toMatchObject({
    code: 'invalid_transition',
    details: { state: 'canceled' },
  })
})

test('canceling needs the scope that starting needed; a person may always cancel an own job', async () => {
  const on = await stage()
  const { jobId } = await on.startJob(sample, {})
  const scopes = ['org:read', 'org:write'] as const

  await expect(on.call(cancelJob, { jobId }, { as: { scopes, grantedScopes: scopes } })).rejects.toMatchObject({
    code: 'insufficient_scope',
    details: { requiredScopes: ['content:write'] },
  })
  const person = on.inPerson({ as: { role: 'viewer', scopes: [], grantedScopes: [] } })
  expect(await on.call(cancelJob, { jobId }, person)).toMatchObject({ state: 'canceled' })
})
