import { newAudit, newAuditIssue, newMendableIssues, openWebsite } from '#test/audit-records.ts'
import { newItem } from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

export const siteAuditSamples: Samples<'site-audit'> = {
  startSiteAudit: async (on) => {
    const url = await openWebsite(on)
    return { input: { scope: 'full' }, other: { scope: 'urls', urls: [`${url}/`] } }
  },
  checkAiCrawlerAccess: async (on) => {
    const url = await openWebsite(on)
    return { input: {}, other: { url: `${url}/` } }
  },
  startPerformanceRun: async (on) => {
    const url = await openWebsite(on)
    await on.rows(({ db }) =>
      db.updateTable('job').set({ state: 'canceled' }).where('kind', '=', 'measurePages').execute(),
    )
    return { input: { urls: [`${url}/`], device: 'mobile' }, other: { urls: [`${url}/`], device: 'desktop', runs: 3 } }
  },
  getSiteAuditRun: async (on) => {
    const { runId } = await newAudit(on)
    return { input: { runId }, ids: ['runId'] }
  },
  listSiteAuditIssues: async (on) => {
    const { runId } = await newAudit(on)
    return { input: { runId }, ids: ['runId'] }
  },
  listSiteAuditPages: async (on) => {
    const { runId } = await newAudit(on)
    return { input: { runId }, ids: ['runId'] }
  },
  getSiteAuditPage: async (on) => {
    const { pageId } = await newAudit(on)
    return { input: { pageId }, ids: ['pageId'] }
  },
  updateSiteAuditIssue: async (on) => ({
    input: { issueIds: [await newAuditIssue(on)], state: 'ignored' },
    ids: ['issueIds'],
    other: { issueIds: [await newAuditIssue(on)], state: 'ignored', note: 'Intended' },
  }),
  mendSiteAuditIssues: async (on) => ({
    input: { issueIds: await newMendableIssues(on, [await newItem(on)]) },
    other: { issueIds: await newMendableIssues(on, [await newItem(on)]), note: 'Links of the audit' },
  }),
}
