import { useNavigate, useSearch } from '@tanstack/react-router'

import { auditSearch, type AuditSearch } from '#web/areas/agent-audit/audit-log/audit-search.ts'

/** A change of the address; what is not valid there is left out of it. */
export type AuditChange = Partial<Record<keyof AuditSearch, unknown>>

/** The state of the log, from the address, and the ways to change it. */
export function useAuditSearch() {
  const asked = useSearch({ from: '/o/$orgSlug/settings/audit-log' })
  const navigate = useNavigate({ from: '/o/$orgSlug/settings/audit-log' })
  const go = (change: AuditChange, resetScroll = true) =>
    void navigate({ search: auditSearch({ ...asked, ...change }), resetScroll })
  return {
    asked,
    go,
    narrow: (change: AuditChange) => go({ ...change, page: 1 }),
    clear: () => void navigate({ search: auditSearch({ who: asked.who, live: asked.live }) }),
  }
}
