export const auditTabs = ['issues', 'pages', 'crawlers', 'aside'] as const
export type AuditTab = (typeof auditTabs)[number]
export const severities = ['error', 'warning', 'notice'] as const
export type Severity = (typeof severities)[number]

/** The state of the screen, all of it in the address. */
export type SiteAuditSearch = { tab?: Exclude<AuditTab, 'issues'>; severity?: Severity }

export function siteAuditSearch(given: Record<string, unknown>): SiteAuditSearch {
  const tab = auditTabs.find((one) => one === given['tab'])
  const severity = severities.find((one) => one === given['severity'])
  return { ...(tab && tab !== 'issues' && { tab }), ...(severity && { severity }) }
}
