import { expect, test } from 'vitest'

import { jobs } from '#catalog/jobs.ts'
import { jobKinds } from '#web/areas/jobs/jobs/job-kinds.ts'

test('every kind of job is named in words of people, and no other is', () => {
  expect(Object.keys(jobKinds)).toEqual(jobs.map(({ name }) => name).toSorted())
})
