import { z } from 'zod'

import { describeShare, listShareRows, shareOutput } from '#areas/visibility/report/shares.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listAsvShares = operation({
  name: 'listAsvShares',
  title: 'List shared reports',
  summary: 'Lists reports that were shared, newest first. Their addresses are never shown again.',
  scope: 'asv:read',
  risk: 'read',
  examples: [{ title: 'All shared reports', input: {} }],
  input: z.strictObject(listInput),
  output: listOutput(shareOutput),

  async handle({ db, now }, { page, pageSize }) {
    const { rows, total } = await listShareRows(db, { page, pageSize })
    const items = rows.map((row) => describeShare(row, now))
    return pageOf(items, total, { page, pageSize })
  },
})
