import type { Device } from '#kernel/browser.ts'
import type { JobError } from '#kernel/job.ts'
import type { Severity } from '#kernel/publishing-warning.ts'

import type { Alternate } from './crawl/page-facts.ts'
import type { Unmeasured } from './performance/measure-page.ts'
import type { Finding } from './rules/rule-table.ts'
import type { LlmsProblem } from './visits/llms-txt.ts'

/** What a run goes by: the settings as they were when it began, and what its scope names. */
export type RunPlan = {
  startUrl: string
  hosts: string[]
  sitemaps: string[]
  maxPages: number
  maxDepth: number
  include: string[]
  exclude: string[]
  userAgent: string
  respectRobots: boolean
  concurrency: number
  externalLinks: boolean
  locale: string
  /** What scope `urls` names. */
  urls: string[]
  lab?: LabPlan | undefined
}

/** The pages that an audit measures. `isAsked`: by the person who started it, rather than by the settings. */
export type LabPlan = { pages: number; device: Device; isAsked: boolean }

/** What the robots.txt of an origin answered; status null: nothing. */
/** `fault`: why there is no answer. */
export type StoredRobots = { status: number | null; text: string; fault?: string }
/** A sitemap that was read. `isNamed`: by the settings, robots.txt or an index. */
export type ReadSitemap = {
  url: string
  isNamed: boolean
  status: number | null
  fault: string | null
  lastmod: string | null
  /** Own addresses that it lists. */
  urls: number
  isIndex?: boolean
}
export type LlmsTxt = { url: string; problems: LlmsProblem[] }
export type BotAnswer = {
  bot: string
  class: string
  by: 'robots' | 'status'
  status: number | null
  line: number | null
}
/** What was asked besides pages. */
export type RunFacts = {
  /** The text of a page that cannot exist; null: it is answered as what it is, absent: nobody knows. */
  probeHash?: string | null | undefined
  /** What the usual address of an icon answers; null: nobody knows. */
  favicon?: number | null
  /** Null: there is none; absent: it did not answer. */
  llmsTxt?: LlmsTxt | null | undefined
  bots?: BotAnswer[]
  certificates?: { url: string; notAfter: string }[]
  /** Pages of the sample that could not be measured. */
  unmeasured?: Unmeasured[]
}

export type UntrustedPage = { title: string | null; metaDescription: string | null; h1: string[] }
/** What rules about several pages need of one. */
export type PageNeeds = {
  title: string | null
  description: string | null
  namesCanonical: boolean
  noindex: boolean
  alternates: Alternate[]
  series: { rel: 'next' | 'prev'; url: string }[]
  hasIcon: boolean
}
/** A link as it is stored: address, text, whether it is nofollow. */
export type StoredLink = { u: string; t: string; n?: 1 }
export type StoredLinks = { links: StoredLink[]; images: string[] }
export type Hop = { url: string; status: number | null }
export type Fix = { operation: string; input: Record<string, unknown>; complete: boolean }
export type IssueCounts = Record<Severity | 'ignored', number>
export type PerformanceBudgets = {
  device: Device
  lcpMs?: number | undefined
  cls?: number | undefined
  tbtMs?: number | undefined
  score?: number | undefined
}

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'site_audit_setting.performance_budgets': PerformanceBudgets
    'site_audit_run.plan': RunPlan
    'site_audit_run.robots': Record<string, StoredRobots>
    'site_audit_run.sitemaps': ReadSitemap[]
    'site_audit_run.facts': RunFacts
    'site_audit_run.issues': IssueCounts
    'site_audit_run.error': JobError
    'site_audit_page.redirect_chain': Hop[]
    'site_audit_page.untrusted': UntrustedPage
    'site_audit_page.facts': PageNeeds
    'site_audit_page.links': StoredLinks
    'site_audit_page.findings': Finding[]
    'site_audit_issue.evidence': Record<string, unknown>
    'site_audit_issue.fix': Fix
    'site_audit_finding.evidence': Record<string, unknown>
    'site_audit_finding.fix': Fix
  }
}
