import { z } from 'zod'

import { refusalsOfPublishing, requirePublishable } from '#areas/content/index.ts'
import { addExamplesJob } from '#areas/exchange/jobs/add-examples.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { startedJob } from '#kernel/schema.ts'

export const addExamples = operation({
  name: 'addExamples',
  title: 'Add example articles',
  summary: 'Publishes a few example articles, to see how everything looks; removeExamples takes them away again.',
  scope: 'content:publish',
  role: 'admin',
  risk: 'publish',
  startsJob: true,
  errors: ['not_found', ...refusalsOfPublishing],
  examples: [
    { title: 'A workspace to look around in', input: {} },
    { title: 'With a reason', input: { note: 'To look around' } },
  ],
  input: z.strictObject({ note }),
  output: startedJob(),

  async handle(ctx) {
    requirePublishable(await getSettings(ctx.db), undefined)
    return ctx.start(addExamplesJob, {})
  },
})
