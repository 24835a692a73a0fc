import { z } from 'zod'

import { demandOf } from '#areas/content/index.ts'
import { mendIssues } from '#areas/site-audit/jobs/mend-issues.ts'
import {
  byItem,
  type Choice,
  chooseIssues,
  countLive,
  mendableRules,
  mendLimit,
} from '#areas/site-audit/mends/choose-issues.ts'
import { mostPlanned, plannedMend, planMends } from '#areas/site-audit/mends/plan-mends.ts'
import { bindForJob } from '#kernel/bind-records.ts'
import type { Reader } from '#kernel/database.ts'
import { storedId } from '#kernel/ids.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { severities } from '#kernel/publishing-warning.ts'
import { id, startedJob, text } from '#kernel/schema.ts'

export const mendSiteAuditIssues = operation({
  name: 'mendSiteAuditIssues',
  title: 'Correct audit issues',
  summary:
    'Makes the complete fixes of a rule, or of named issues, in a job; 1,000 at most. dryRun shows what is written. getJob returns result.results: {id, ok, error?} per issue.',
  scope: 'content:write',
  risk: 'write',
  startsJob: true,
  confirm: {
    when: ({ issueIds }) => issueIds === undefined,
    whenStored: async (db, input, access) => demandOf(db, { ids: await itemsOf(db, input), status: undefined, access }),
    rule: 'Required without issueIds, since nobody has named the articles, and for published items if the organization asks for it.',
  },
  examples: [
    { title: 'All links to old addresses', input: { ruleCode: 'link_to_redirect' } },
    { title: 'Named issues', input: { issueIds: ['iss_01jzz0000000000000000000zz'] } },
  ],
  input: z
    .strictObject({
      ruleCode: z.enum(mendableRules).optional(),
      issueIds: z.array(id('auditIssue')).min(1).max(mendLimit).optional(),
      severity: z.enum(severities).optional(),
      itemId: id('item').optional(),
      search: text(2048).optional().describe('Part of the address'),
      note,
    })
    .refine(({ ruleCode, issueIds }) => ruleCode !== undefined || issueIds !== undefined, {
      path: ['ruleCode'],
      message: 'Give ruleCode or issueIds',
    }),
  output: startedJob().extend({
    matched: z.int().describe('Open issues that are meant'),
    mends: z.int().describe('Those of them that this call corrects: they have a complete fix'),
    left: z.int().describe('Those with a complete fix beyond 1,000: call again'),
    items: z.int(),
    live: z.int().describe('Items that the public sees'),
    refused: z
      .array(
        z.object({
          id: z.string(),
          ok: z.literal(false),
          error: z.object({ code: z.string(), message: z.string() }),
        }),
      )
      .describe('Named issues that are not corrected'),
    plan: z.array(plannedMend).nullable().describe(`In a dry run: what the first ${mostPlanned} become`),
  }),

  prepare: async (ctx, choice) => ({ plan: ctx.isRehearsal ? await planMends(ctx, choice) : null }),

  async handle(ctx, choice, { plan }) {
    const { db, access } = ctx
    const { chosen, refused, ...counts } = await chooseIssues(db, choice)
    const items = byItem(chosen)
    const ids = items.map(({ itemId }) => itemId)
    const demand = await demandOf(db, { ids, status: undefined, access })
    await bindForJob(
      db,
      'site_audit_issue',
      chosen.map((one) => one.id),
    )
    const bound = await bindForJob(db, 'item', ids)
    const live = await countLive(db, ids)

    const started = await ctx.start(mendIssues, {
      items: items.map(({ itemId, issues }) => ({
        itemId: storedId('item', itemId),
        issues: issues.map((one) => ({ ...one, id: storedId('auditIssue', one.id) })),
      })),
      refused: refused.map(({ id: issueId, error }) => ({ id: issueId, ...error })),
      // Without ids the call was confirmed as a whole.
      confirmed: choice.issueIds === undefined ? 'confirm' : demand === false ? 'nothing' : demand,
      ...(bound === undefined ? {} : { bound }),
    })
    return { ...started, ...counts, mends: chosen.length, items: items.length, live, refused, plan }
  },
})

async function itemsOf(db: Reader, choice: Choice): Promise<string[]> {
  const { chosen } = await chooseIssues(db, choice)
  return byItem(chosen).map(({ itemId }) => itemId)
}
