import { z } from 'zod'

import { ownHosts } from '#areas/addresses/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import type { PerformanceBudgets } from '#areas/site-audit/json-columns.ts'
import type { Access } from '#kernel/access.ts'
import { devices } from '#kernel/browser.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { limitsOf } from '#kernel/entitlement.ts'
import { Refusal } from '#kernel/errors.ts'
import type { CheckUrl } from '#kernel/http.ts'
import { type Schedule, schedules } from '#kernel/schedule.ts'
import { iso, timestamp } from '#kernel/schema.ts'
import { nextVersion } from '#kernel/version.ts'
import type { ZoneChange } from '#kernel/zone-changed.ts'
import { siteHost } from '#std/comparable-url.ts'
import { urlKey } from '#std/url-key.ts'

import { runByOtherClocks } from './audit-schedule.ts'

/** What a header of a request can say: printable ASCII. */
export const headerText = /^[ -~]*$/

/** The settings of site audits as they are stored; what was never set has its default. */
export type AuditSettings = {
  /** Null: the address of the website. */
  startUrl: string | null
  sitemaps: string[]
  maxPages: number
  maxDepth: number
  include: string[]
  exclude: string[]
  userAgent: string | null
  respectRobots: boolean
  concurrency: number
  externalLinks: boolean
  schedule: Schedule
  nextRunAt: Date | null
  performanceSample: number
  performanceBudgets: PerformanceBudgets | null
  version: number
}

const initial: AuditSettings = {
  startUrl: null,
  sitemaps: [],
  maxPages: 500,
  maxDepth: 20,
  include: [],
  exclude: [],
  userAgent: null,
  respectRobots: true,
  concurrency: 2,
  externalLinks: true,
  schedule: 'none',
  nextRunAt: null,
  performanceSample: 0,
  performanceBudgets: null,
  version: 1,
}

/** The settings with the website that they are about. */
export type AuditSite = {
  settings: AuditSettings
  /** Where a run begins; null: nobody said. */
  startUrl: string | null
  /** Hosts of the organization, in the form of `siteHost`. */
  hosts: ReadonlySet<string>
  timezone: string
  locale: string
  siteUrl: string | null
}

export async function auditSite(db: Reader): Promise<AuditSite> {
  const settings = await getAuditSettings(db)
  const organization = await getSettings(db)
  const startUrl = urlKey(settings.startUrl ?? organization.siteUrl ?? '') ?? null
  const { timezone, locale, siteUrl } = organization
  return { settings, startUrl, hosts: ownHosts(organization), timezone, locale, siteUrl }
}

export async function getAuditSettings(db: Reader): Promise<AuditSettings> {
  const row = await db.selectFrom('site_audit_setting').selectAll().executeTakeFirst()
  if (row === undefined) return initial
  return {
    startUrl: row.start_url,
    sitemaps: row.sitemaps,
    maxPages: row.max_pages,
    maxDepth: row.max_depth,
    include: row.include,
    exclude: row.exclude,
    userAgent: row.user_agent,
    respectRobots: row.respect_robots,
    concurrency: row.concurrency,
    externalLinks: row.external_links,
    schedule: row.schedule,
    nextRunAt: row.next_run_at,
    performanceSample: row.performance_sample,
    performanceBudgets: row.performance_budgets,
    version: row.version,
  }
}

/** The same, locked. Until something is set there is no row. */
export async function lockAuditSettings(db: Writer): Promise<AuditSettings> {
  await db
    .insertInto('site_audit_setting')
    .values({})
    .onConflict((on) => on.column('organization_id').doNothing())
    .execute()
  await db.selectFrom('site_audit_setting').select('version').forUpdate().executeTakeFirst()
  return getAuditSettings(db)
}

export async function saveAuditSettings(db: Writer, next: AuditSettings): Promise<AuditSettings> {
  await db
    .updateTable('site_audit_setting')
    .set({
      start_url: next.startUrl,
      sitemaps: next.sitemaps,
      max_pages: next.maxPages,
      max_depth: next.maxDepth,
      include: next.include,
      exclude: next.exclude,
      user_agent: next.userAgent,
      respect_robots: next.respectRobots,
      concurrency: next.concurrency,
      external_links: next.externalLinks,
      schedule: next.schedule,
      next_run_at: next.nextRunAt,
      performance_sample: next.performanceSample,
      performance_budgets: next.performanceBudgets === null ? null : JSON.stringify(next.performanceBudgets),
      ...nextVersion,
    })
    .execute()
  return getAuditSettings(db)
}

/** Moves the next run to the same day by other clocks. */
export async function rescheduleAudit(db: Writer, change: ZoneChange): Promise<void> {
  const row = await db.selectFrom('site_audit_setting').select('next_run_at').forUpdate().executeTakeFirst()
  if (row?.next_run_at == null) return
  const next = runByOtherClocks(row.next_run_at, change)
  await db.updateTable('site_audit_setting').set({ next_run_at: next }).execute()
}

export const settingsOutput = z.object({
  startUrl: z.string().nullable(),
  sitemaps: z.array(z.string()),
  maxPages: z.int(),
  maxDepth: z.int(),
  include: z.array(z.string()),
  exclude: z.array(z.string()),
  userAgent: z.string().nullable(),
  respectRobots: z.boolean(),
  concurrency: z.int(),
  externalLinks: z.boolean(),
  schedule: z.enum(schedules),
  nextRunAt: timestamp().nullable(),
  performanceSample: z.int(),
  performanceBudgets: z
    .object({
      device: z.enum(devices),
      lcpMs: z.number().optional(),
      cls: z.number().optional(),
      tbtMs: z.number().optional(),
      score: z.number().optional(),
    })
    .nullable(),
  version: z.int(),
})

/** The settings as an answer: with the address at which a run begins. */
export function describeSettings({ settings, startUrl }: AuditSite): z.input<typeof settingsOutput> {
  return { ...settings, startUrl, nextRunAt: iso(settings.nextRunAt) }
}

/**
 * Whether a URL is on a host of the organization; with `checkUrl` on a port, too, that requests may go to
 * (site-audit.md#closed-ports-are-others).
 */
export function isOwn(hosts: ReadonlySet<string>, url: string, checkUrl?: CheckUrl): boolean {
  const parsed = URL.parse(url)
  if (parsed === null || !hosts.has(siteHost(parsed.host))) return false
  return parsed.port === '' || checkUrl === undefined || isAllowed(url, checkUrl)
}

function isAllowed(url: string, checkUrl: CheckUrl): boolean {
  try {
    checkUrl(url, { http: true })
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

export function requireOwn(hosts: ReadonlySet<string>, url: string, field: string): void {
  if (isOwn(hosts, url)) return
  throw new Refusal('url_not_allowed', 'Only addresses on the hosts of siteUrl and brand.domains are audited.', {
    field,
    url: url.slice(0, 300),
  })
}

/** Refuses more pages than the plan allows. */
export function requirePages({ organization: { plan } }: Pick<Access, 'organization'>, maxPages: number): void {
  const { auditPagesMax } = limitsOf(plan)
  if (auditPagesMax === null || maxPages <= auditPagesMax) return
  throw new Refusal(
    'plan_required',
    `The plan ${plan} allows ${auditPagesMax} pages per audit: set maxPages to that or less. An operator can change the plan.`,
    { auditPagesMax, maxPages, plan },
  )
}
