import { Link } from '@tanstack/react-router'

import { filterCount } from '#web/areas/agent-audit/audit-log/audit-query.ts'
import type { AuditSearch } from '#web/areas/agent-audit/audit-log/audit-search.ts'
import { useOrganization } from '#web/context.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { isAdmin } from '#web/session.ts'

/** Why the list is empty: nothing fits, or nobody has called yet. */
export function NoRecords({ asked, onClear }: { asked: AuditSearch; onClear(): void }) {
  const { role } = useOrganization()
  if (filterCount(asked) > 0)
    return (
      <EmptyState title="Nothing matches" action={<Button onClick={onClear}>Clear filters</Button>}>
        No call fits all of the filters.
      </EmptyState>
    )
  if (!isAdmin(role))
    return (
      <EmptyState title="Nothing of yours yet">
        What you change here, and what your own agents call, appears the moment it happens. Owners and admins see the
        log of everybody.
      </EmptyState>
    )
  if (asked.who === 'person')
    return (
      <EmptyState title="No changes by people yet">
        What a member changes in this application appears here. Reading leaves no record.
      </EmptyState>
    )
  return (
    <EmptyState
      title="No agent has called yet"
      action={
        <Link
          to="/o/$orgSlug/settings/api"
          from="/o/$orgSlug/settings/audit-log"
          search={{}}
          className={buttonLook('ink')}
        >
          Connect an agent
        </Link>
      }
    >
      Each call of an agent appears here the moment it is made, with what it asked for and what came of it.
    </EmptyState>
  )
}
