import { expect, test } from 'vitest'

import { backgroundJobs } from '#catalog/jobs.ts'

import { waitedFor } from './waited-for.ts'

const job = (kind: string, state = 'running') => ({ kind, state })

test('what nobody waits for is left out, as the jobs themselves declare it', () => {
  const jobs = [
    job('tellOfItems'),
    job('sendNotices'),
    job('nightlyWork'),
    job('pushItems'),
    job('importItems', 'queued'),
  ]

  expect(waitedFor(jobs, backgroundJobs)).toEqual([job('pushItems'), job('importItems', 'queued')])
})

test('what has ended is not waited for, and nothing is said until it is known what is', () => {
  expect(waitedFor([job('importItems', 'succeeded')], [])).toEqual([])
  expect(waitedFor([job('importItems')], undefined)).toEqual([])
})
