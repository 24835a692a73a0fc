import { z } from 'zod'

import { searchDay } from '#areas/search-console/days.ts'
import { syncSearchConsoleJob } from '#areas/search-console/jobs/sync-search-console.ts'
import { requireSearchConsole } from '#areas/search-console/property.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { startedJob } from '#kernel/schema.ts'

export const syncSearchConsole = operation({
  name: 'syncSearchConsole',
  title: 'Fetch searches',
  summary: 'Reads the rows of Search Console that are new, or those of the given days, in the background.',
  scope: 'integrations:write',
  risk: 'external',
  startsJob: true,
  errors: ['not_connected', 'auth_expired'],
  examples: [{ title: 'What is new', input: {} }],
  input: z
    .strictObject({
      from: z.iso.date().optional().describe('Left out: the day after the last final one'),
      to: z.iso.date().optional().describe('Left out: yesterday, as the search engine counts days'),
    })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['to'],
      message: 'Must not be before from',
    }),
  output: startedJob(),

  async handle({ db, start, now }, { from, to }) {
    const { row } = await requireSearchConsole(db)
    const today = searchDay(now)
    for (const [name, day] of [['from', from] as const, ['to', to] as const])
      if (day !== undefined && day > today)
        throw new Refusal('validation_failed', `There are no searches after ${today} yet.`, [
          { path: `/input/${name}`, message: `Must not be after ${today}`, code: 'too_big' },
        ])
    return start(syncSearchConsoleJob, { from, to, integrationId: row.id })
  },
})
