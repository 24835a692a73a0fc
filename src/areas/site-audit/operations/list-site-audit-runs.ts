import { z } from 'zod'

import { listRuns, runOutput } from '#areas/site-audit/runs/runs.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf } from '#kernel/schema.ts'
import { defined } from '#std/objects.ts'

export const listSiteAuditRuns = operation({
  name: 'listSiteAuditRuns',
  title: 'List audit runs',
  summary: 'Lists the site audits, newest first, with pages, issues and score. search: state, scope and address.',
  scope: 'audit:read',
  risk: 'read',
  examples: [{ title: 'The last runs', input: { pageSize: 10 } }],
  input: z.strictObject(listInput),
  output: listOutput(runOutput),

  async handle({ db }, { page, pageSize, search }) {
    const { runs, total } = await listRuns(db, { page, pageSize, ...defined({ search }) })
    return pageOf(runs, total, { page, pageSize })
  },
})
