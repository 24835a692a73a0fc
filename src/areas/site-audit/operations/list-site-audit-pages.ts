import { z } from 'zod'

import { describePage, pageOutput } from '#areas/site-audit/pages/page-output.ts'
import { listPageRows } from '#areas/site-audit/pages/pages.ts'
import { operation } from '#kernel/operation.ts'
import { id, listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listSiteAuditPages = operation({
  name: 'listSiteAuditPages',
  title: 'List audited pages',
  summary:
    'Lists the pages of an audit run by address; without runId the latest record of each. search: address and title.',
  scope: 'audit:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'Pages that are not there', input: { status: '4xx' } }],
  input: z.strictObject({
    ...listInput,
    runId: id('auditRun').optional(),
    status: z
      .string()
      .regex(/^[1-5](?:\d\d|xx)$/, 'Must be a status such as 404, or a class such as 4xx')
      .optional()
      .describe('404, or 4xx'),
    depth: z.int().min(0).max(50).optional(),
    orphan: z.boolean().optional().describe('No page links to it'),
    itemId: id('item').optional(),
  }),
  output: listOutput(pageOutput),

  async handle({ db }, { page, pageSize, runId, search, status, depth, orphan, itemId }) {
    const filter = { runId, search, status, depth, orphan, itemId }
    const { rows, total } = await listPageRows(db, filter, { page, pageSize })
    return pageOf(rows.map(describePage), total, { page, pageSize })
  },
})
