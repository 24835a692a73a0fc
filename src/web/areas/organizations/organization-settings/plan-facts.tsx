import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useOrganization } from '#web/context.ts'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useOperation } from '#web/use-operation.ts'

/** The plan, and how much of what it opens is in use. */
export function PlanFacts() {
  const { slug } = useOrganization()
  const organization = useOperation('getOrganization', {})
  if (organization.error && !organization.data)
    return <Problem error={organization.error} onRetry={() => void organization.refetch()} />
  if (!organization.data) return <Skeleton className="h-14" />
  const { plan, counts } = organization.data
  return (
    <dl className="grid grid-cols-2 gap-5 sm:grid-cols-4">
      <Fact name="Plan">
        <span className="capitalize">{plan}</span>
      </Fact>
      <Fact name="Members">
        <Link to="/o/$orgSlug/settings/members" params={{ orgSlug: slug }} className="underline underline-offset-4">
          {counts.members.toLocaleString('en')}
        </Link>
      </Fact>
      <Fact name="Items">
        <Link to="/o/$orgSlug/content" params={{ orgSlug: slug }} className="underline underline-offset-4">
          {counts.items.total.toLocaleString('en')}
        </Link>
      </Fact>
      <Fact name="Collections">{counts.collections.toLocaleString('en')}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 text-lg font-medium tabular-nums">{children}</dd>
    </div>
  )
}
