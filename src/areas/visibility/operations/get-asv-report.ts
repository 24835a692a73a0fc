import { z } from 'zod'

import { periodInput } from '#areas/visibility/metrics/periods.ts'
import { buildReport } from '#areas/visibility/report/build-report.ts'
import { reportFormats, writeReport } from '#areas/visibility/report/write-report.ts'
import { operation } from '#kernel/operation.ts'
import { timestamp } from '#kernel/schema.ts'

export const getAsvReport = operation({
  name: 'getAsvReport',
  title: 'Write a report on AI answers',
  summary: 'Writes figures with n and intervals, engines, sources, prompts and gaps as JSON, Markdown or CSV.',
  scope: 'asv:read',
  risk: 'read',
  examples: [{ title: 'A quarter, for a spreadsheet', input: { range: '90d', format: 'csv' } }],
  input: z.strictObject({ ...periodInput, format: z.enum(reportFormats).default('markdown') }),
  output: z.object({ format: z.enum(reportFormats), content: z.string(), generatedAt: timestamp() }),

  async handle({ db, access, now }, { format, ...range }) {
    const report = await buildReport(db, { organization: access.organization, range, now, withPrompts: true })
    return { format, content: writeReport(report, format), generatedAt: report.generatedAt }
  },
})
