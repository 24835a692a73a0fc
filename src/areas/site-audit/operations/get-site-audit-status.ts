import { z } from 'zod'

import { openIssueCounts } from '#areas/site-audit/issues/issues.ts'
import { auditSite, describeSettings, isOwn, settingsOutput } from '#areas/site-audit/runs/audit-settings.ts'
import { healthTrend, lastRun, runOutput } from '#areas/site-audit/runs/runs.ts'
import { operation } from '#kernel/operation.ts'
import { id, timestamp } from '#kernel/schema.ts'

export const getSiteAuditStatus = operation({
  name: 'getSiteAuditStatus',
  title: 'Get the state of site audits',
  summary:
    'Returns the last audit of the website, its score with the earlier ones, open issues by severity, and the settings.',
  scope: 'audit:read',
  risk: 'read',
  examples: [{ title: 'The state of the website', input: {} }],
  input: z.strictObject({}),
  output: z.object({
    lastRun: runOutput.nullable(),
    healthScore: z.int().nullable().describe('Of the last full run'),
    issueCounts: z.object({ error: z.int(), warning: z.int(), notice: z.int(), ignored: z.int() }),
    trend: z.array(z.object({ runId: id('auditRun'), at: timestamp(), healthScore: z.int() })),
    settings: settingsOutput,
    verifiedOwnership: z.boolean().describe('An audit has a start, on a host of your own'),
  }),

  async handle({ db }) {
    const site = await auditSite(db)
    const trend = await healthTrend(db)
    return {
      lastRun: await lastRun(db),
      healthScore: trend.at(-1)?.healthScore ?? null,
      issueCounts: await openIssueCounts(db),
      trend,
      settings: describeSettings(site),
      verifiedOwnership: site.startUrl !== null && isOwn(site.hosts, site.startUrl),
    }
  },
})
