import { countOf } from '#web/areas/content/item-words.tsx'
import type { OutputOf } from '#web/operations.ts'

export type IssueKind = NonNullable<OutputOf<'listSiteAuditIssues'>['rules']>[number]

/** Rules whose issues are about an address of their own rather than about a page. */
const once = new Set(['sitemap_invalid', 'sitemap_lastmod', 'ai_bots_blocked', 'llms_txt_invalid', 'tls_expiring'])

/** Where a kind of issue is: "61 pages". */
export function placesOf({ ruleCode, count }: IssueKind): string {
  return countOf(count, once.has(ruleCode) ? 'place' : 'page')
}

type Since = { words: string; tone: 'bad' | 'ok' | 'same' }

/** How a kind of issue differs from the audit before. */
export function sinceOf({ new: fresh, fixed, count }: IssueKind): Since {
  if (fresh > fixed) return { words: fresh === count ? 'new' : `${fresh.toLocaleString('en')} new`, tone: 'bad' }
  if (fixed > fresh) return { words: `${(fixed - fresh).toLocaleString('en')} fewer`, tone: 'ok' }
  return { words: fresh > 0 ? `${fresh.toLocaleString('en')} new, as many fixed` : 'still', tone: 'same' }
}

/** What can be done about a kind at once. */
export function mendableOf({ mendable, count }: IssueKind): string {
  if (mendable === 0) return ''
  if (mendable === count) return count === 1 ? 'Can be mended now' : 'All can be mended now'
  return `${mendable.toLocaleString('en')} can be mended now`
}
