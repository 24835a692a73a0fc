import { Lock } from 'lucide-react'
import { AuditPage } from '#web/areas/agent-audit/audit-log/audit-page.tsx'
import { Log } from '#web/areas/agent-audit/audit-log/log.tsx'
import { cardLook } from '#web/parts/card-look.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { useCatalog } from '#web/use-catalog.ts'

/** Settings > Audit log. People who may not read it are told who can grant it; the server is not asked in vain. */
export function AuditLog() {
  const catalog = useCatalog()
  const entry = catalog.data?.operations.find(({ name }) => name === 'listAgentAuditLog')
  if (entry?.allowed || catalog.isPending)
    return <Log isAllowed={entry !== undefined} operations={catalog.data?.operations.map(({ name }) => name) ?? []} />
  return (
    <AuditPage>
      <div className={cardLook}>
        {entry ? (
          <EmptyState icon={<Lock strokeWidth={1.75} />} title="Owners and admins read the audit log">
            It shows what everybody does here. {entry.notAllowedBecause} An owner or admin can give you that role.
          </EmptyState>
        ) : (
          <div className="p-4">
            <Problem error={catalog.error} onRetry={() => void catalog.refetch()} />
          </div>
        )}
      </div>
    </AuditPage>
  )
}
