import { z } from 'zod'

import { usedSince } from '#areas/account/credits/credit-transactions.ts'
import { creditBalance } from '#areas/account/credits/credits.ts'
import { allows, limitsOf, plans } from '#kernel/entitlement.ts'
import { operation } from '#kernel/operation.ts'
import { timestamp } from '#kernel/schema.ts'

const limit = () => z.int().nullable()

export const getBillingStatus = operation({
  name: 'getBillingStatus',
  title: 'Get plan and credits',
  summary: 'Reports the plan, what it allows and the credits that are left. Only people change plans.',
  scope: 'org:read',
  risk: 'read',
  examples: [{ title: 'Plan and credits', input: {} }],
  input: z.strictObject({}),
  output: z.object({
    plan: z.enum(plans),
    status: z.enum(['trialing', 'active', 'past_due', 'canceled', 'self_hosted']),
    renewsAt: timestamp().nullable().describe('When the next period begins; null: no billing'),
    entitlements: z.object({
      collections: limit().describe('Enabled collections at most; null: no limit'),
      nonArticleCollections: z.boolean().describe('Whether collections other than articles may be enabled'),
      members: limit().describe('Members at most; null: no limit'),
      asvPromptsMax: limit().describe('Active prompts at most; null: no limit'),
      auditPagesMax: limit().describe('Pages of a site audit at most; null: no limit'),
    }),
    credits: z.object({
      balance: z.int().nullable().describe('Credits left; null: unlimited'),
      includedPerPeriod: z
        .int()
        .nullable()
        .describe('Credits that come with every period; null: none are added over time'),
      usedThisPeriod: z.int().describe('Credits that jobs used; without billing, in this calendar month (UTC)'),
    }),
  }),

  async handle({ db, access, now }) {
    const { plan } = access.organization
    // A self-hosted installation bills nothing, so no period ever ends; a month stands in for it.
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
    const usedThisPeriod = await usedSince(db, month)
    return {
      plan,
      status: 'self_hosted' as const,
      renewsAt: null,
      entitlements: { ...limitsOf(plan), nonArticleCollections: allows(plan, 'nonArticleCollections') },
      credits: { balance: await creditBalance(db), includedPerPeriod: null, usedThisPeriod },
    }
  },
})
