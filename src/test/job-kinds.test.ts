import { expect, test } from 'vitest'

import { jobs } from '#catalog/jobs.ts'
import { jobKinds } from '#web/areas/jobs/jobs/job-kinds.ts'

test('the screen names every kind of job as its declaration does, and no other', () => {
  expect(jobKinds).toEqual(Object.fromEntries(jobs.map(({ name, title }) => [name, title])))
})
