import { z } from 'zod'

import { findTransactions } from '#areas/account/credits/credit-transactions.ts'
import { creditReasons } from '#areas/account/credits/credits.ts'
import { operation } from '#kernel/operation.ts'
import { id, iso, listInput, listOutput, moment, pageOf, timestamp } from '#kernel/schema.ts'

const entry = z.object({
  id: id('creditTransaction'),
  delta: z.int().describe('Credits added; negative: used'),
  reason: z.enum(creditReasons),
  jobId: z.string().nullable().describe('The job that it belongs to; null: none'),
  at: timestamp(),
})

export const listCreditTransactions = operation({
  name: 'listCreditTransactions',
  title: 'List credit transactions',
  summary: 'Lists credits that were added or used by jobs, newest first, with sums over all matches. search: an id.',
  scope: 'org:read',
  risk: 'read',
  examples: [
    {
      title: 'What generation cost in May',
      input: { reason: 'generation', from: '2026-05-01T00:00:00Z', to: '2026-05-31T23:59:59.999Z' },
    },
  ],
  input: z.strictObject({
    ...listInput,
    search: listInput.search.describe('Id of a transaction or of a job'),
    from: moment().optional().describe('At this time or later'),
    to: moment().optional().describe('At this time or earlier'),
    reason: z.enum(creditReasons).optional().describe('Only this reason'),
  }),
  output: listOutput(entry).extend({
    totals: z.object({
      granted: z.int().describe('Credits added by grants'),
      used: z.int().describe('Credits that jobs used, less what they gave back when they ended'),
      refunded: z.int().describe('Credits given back for jobs that failed or were canceled'),
      net: z.int().describe('Sum of all'),
    }),
  }),

  async handle({ db }, { page, pageSize, search = '', from, to, reason }) {
    const filter = { from, to, reason, term: search.trim() }
    const { transactions, total, totals } = await findTransactions(db, filter, { page, pageSize })
    const items = transactions.map((one) => ({ ...one, at: iso(one.at) }))
    return { ...pageOf(items, total, { page, pageSize }), totals }
  },
})
