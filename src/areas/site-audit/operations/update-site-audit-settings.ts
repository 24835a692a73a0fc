import { z } from 'zod'

import { nextRunAt } from '#areas/site-audit/runs/audit-schedule.ts'
import {
  type AuditSettings,
  auditSite,
  describeSettings,
  headerText,
  lockAuditSettings,
  requireOwn,
  requirePages,
  saveAuditSettings,
  settingsOutput,
} from '#areas/site-audit/runs/audit-settings.ts'
import { devices } from '#kernel/browser.ts'
import { operation } from '#kernel/operation.ts'
import { schedules } from '#kernel/schedule.ts'
import { changes, ifVersion, text, url, words } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'
import { defined } from '#std/objects.ts'

const patterns = () => z.array(words(500)).max(100)

export const updateSiteAuditSettings = operation({
  name: 'updateSiteAuditSettings',
  title: 'Change the settings of site audits',
  summary: 'Changes where audits start, what they leave out, how they ask, and when they run by themselves.',
  scope: 'audit:run',
  risk: 'write',
  confirm: {
    when: ({ schedule }) => schedule !== undefined && schedule !== 'none',
    rule: 'Required when the input sets a schedule other than none.',
    risk: 'external',
  },
  errors: ['url_not_allowed', 'plan_required'],
  examples: [
    { title: 'Fewer pages, without the archive', input: { maxPages: 200, exclude: ['/archive/*'] } },
    { title: 'Slower', input: { concurrency: 1 } },
  ],
  input: changes({
    startUrl: url().nullable().optional().describe('siteUrl if null'),
    sitemaps: z.array(url()).max(50).optional(),
    maxPages: z.int().min(1).max(10_000).optional(),
    maxDepth: z.int().min(1).max(50).optional(),
    include: patterns().optional().describe('Path and query; * stands for anything'),
    exclude: patterns().optional(),
    userAgent: text(300).regex(headerText, 'Only printable ASCII characters are sent').nullable().optional(),
    respectRobots: z.boolean().optional(),
    concurrency: z.int().min(1).max(4).optional(),
    externalLinks: z.boolean().optional(),
    schedule: z.enum(schedules).optional(),
    performanceSample: z.int().min(0).max(20).optional(),
    performanceBudgets: z
      .strictObject({
        device: z.enum(devices),
        lcpMs: z.number().min(0).max(600_000).optional(),
        cls: z.number().min(0).max(100).optional(),
        tbtMs: z.number().min(0).max(600_000).optional(),
        score: z.number().min(0).max(100).optional(),
      })
      .nullable()
      .optional(),
    ifVersion,
  }),
  output: z.object({ settings: settingsOutput }),

  async prepare({ checkUrl }, { startUrl, sitemaps = [] }) {
    for (const one of [...sitemaps, ...(startUrl == null ? [] : [startUrl])]) checkUrl(one, { http: true })
  },

  async handle({ db, access, now }, { ifVersion: version, ...given }) {
    const before = await lockAuditSettings(db)
    requireVersion(before.version, version)
    const { hosts, timezone } = await auditSite(db)
    if (given.startUrl != null) requireOwn(hosts, given.startUrl, 'startUrl')
    for (const sitemap of given.sitemaps ?? []) requireOwn(hosts, sitemap, 'sitemaps')
    if (given.maxPages !== undefined) requirePages(access, given.maxPages)

    const next: AuditSettings = { ...before, ...defined(given) }
    const userAgent = next.userAgent?.trim() || null
    const isRescheduled = next.schedule !== before.schedule
    await saveAuditSettings(db, {
      ...next,
      userAgent,
      nextRunAt: isRescheduled ? nextRunAt(next.schedule, timezone, now) : before.nextRunAt,
    })
    return { settings: describeSettings(await auditSite(db)) }
  },
})
