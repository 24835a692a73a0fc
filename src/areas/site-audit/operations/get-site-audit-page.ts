import { z } from 'zod'

import { issueOutput, issuesOfPage } from '#areas/site-audit/issues/issues.ts'
import { inlinkOutput, inlinksOf, outlinkOutput, outlinksOf } from '#areas/site-audit/pages/page-links.ts'
import { describePage, pageOutput } from '#areas/site-audit/pages/page-output.ts'
import { getPage } from '#areas/site-audit/pages/pages.ts'
import { auditSite, isOwn } from '#areas/site-audit/runs/audit-settings.ts'
import { operation } from '#kernel/operation.ts'
import { id, url as urlInput } from '#kernel/schema.ts'
import { urlKey } from '#std/url-key.ts'

export const getSiteAuditPage = operation({
  name: 'getSiteAuditPage',
  title: 'Get an audited page',
  summary: 'Returns a page as an audit saw it, with its issues, the pages that link to it and what it links to.',
  scope: 'audit:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'A page', input: { url: 'https://www.example.com/news' } }],
  input: z
    .strictObject({
      url: urlInput().optional(),
      pageId: id('auditPage').optional(),
      runId: id('auditRun').optional().describe('Left out: as it was last'),
    })
    .refine(({ url, pageId }) => (url === undefined) !== (pageId === undefined), {
      path: ['url'],
      message: 'Give exactly one of url and pageId',
    }),
  output: z.object({
    page: pageOutput,
    issues: z.array(issueOutput),
    inlinks: z.array(inlinkOutput),
    outlinks: z.array(outlinkOutput),
  }),

  prepare: async ({ checkUrl }) => checkUrl,

  async handle({ db }, { url = '', pageId, runId }, checkUrl) {
    const row = await getPage(db, pageId === undefined ? { url: urlKey(url) ?? url } : { id: pageId }, runId)
    const { hosts } = await auditSite(db)
    return {
      page: describePage(row),
      issues: await issuesOfPage(db, row.url, runId),
      inlinks: await inlinksOf(db, row),
      outlinks: await outlinksOf(db, row, (one) => isOwn(hosts, one, checkUrl)),
    }
  },
})
