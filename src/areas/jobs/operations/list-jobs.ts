import { z } from 'zod'

import { jobSummary, listJobRows, summaryOfJob } from '#areas/jobs/jobs.ts'
import { jobStates } from '#kernel/job.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, oneOrMany, pageOf, text } from '#kernel/schema.ts'

export const listJobs = operation({
  name: 'listJobs',
  title: 'List jobs',
  summary: 'Lists background jobs, newest first. getJob returns one with its result.',
  scope: 'org:read',
  risk: 'read',
  examples: [{ title: 'What runs now', input: { state: ['running'] } }],
  input: z.strictObject({
    ...listInput,
    kind: text(100).optional(),
    state: oneOrMany(jobStates).optional().describe('How far it is: one of these'),
    about: text(100).optional().describe('Id of the item or topic that it works on'),
  }),
  output: listOutput(jobSummary),

  async handle({ db }, input) {
    const { state: states, ...others } = input
    const { rows, total } = await listJobRows(db, { ...others, states })
    return pageOf(rows.map(summaryOfJob), total, input)
  },
})
