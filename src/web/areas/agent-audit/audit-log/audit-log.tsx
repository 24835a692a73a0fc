import { AuditPage } from '#web/areas/agent-audit/audit-log/audit-page.tsx'
import { Log } from '#web/areas/agent-audit/audit-log/log.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { useCatalog } from '#web/use-catalog.ts'

/** Settings > Audit log. People who may not read it see who can grant it; the server is not asked in vain. */
export function AuditLog() {
  const catalog = useCatalog()
  const entry = catalog.data?.operations.find(({ name }) => name === 'listAgentAuditLog')
  const kinds = (catalog.data?.operations ?? [])
    .filter(({ riskLevel }) => riskLevel !== 'read')
    .map(({ name, title }) => [name, title] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b))
  if (entry?.allowed || catalog.isPending) return <Log isAllowed={entry !== undefined} kinds={kinds} />
  return (
    <AuditPage>
      <div>
        {entry ? (
          <EmptyState title="Owners and admins read the audit log">
            It shows what everybody does here. {entry.notAllowedBecause} An owner or admin can give you that role.
          </EmptyState>
        ) : (
          <div className="py-4">
            <Problem error={catalog.error} onRetry={() => void catalog.refetch()} />
          </div>
        )}
      </div>
    </AuditPage>
  )
}
