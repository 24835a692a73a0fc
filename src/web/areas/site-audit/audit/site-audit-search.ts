const tabs = ['pages', 'crawlers', 'aside'] as const
export const severities = ['error', 'warning', 'notice'] as const
export type Severity = (typeof severities)[number]

/** The state of the screen, all of it in the address; without a tab its issues are shown. */
export type SiteAuditSearch = { tab?: (typeof tabs)[number]; severity?: Severity }

export function siteAuditSearch(given: Record<string, unknown>): SiteAuditSearch {
  const tab = tabs.find((one) => one === given['tab'])
  const severity = severities.find((one) => one === given['severity'])
  return { ...(tab && { tab }), ...(severity && { severity }) }
}
