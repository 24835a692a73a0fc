import { Link } from '@tanstack/react-router'

import type { Waiting } from '#web/areas/desk/desk/waiting.ts'
import { useOrganization } from '#web/context.ts'
import type { Attention } from '#web/operations.ts'

type Props = { hidden: readonly Waiting[]; unread: number; unlisted: number }

/** How many things wait besides those shown, and the lists that have them. `unread` calls of agents are among them. */
export function MoreWaiting({ hidden, unread, unlisted }: Props) {
  const { slug: orgSlug } = useOrganization()
  const lists = new Set(hidden.map((one) => (one.kind === 'approval' ? 'approvals' : listOf[one.attention.kind])))
  if (unread > 0) lists.add('approvals')
  const look = 'hover:underline'
  return (
    <p className="flex flex-wrap justify-end gap-x-4 py-2 text-muted">
      <span className="mr-auto">{(hidden.length + unread + unlisted).toLocaleString('en')} more</span>
      {lists.has('approvals') && (
        <Link to="/o/$orgSlug/approvals" params={{ orgSlug }} className={look}>
          All approvals
        </Link>
      )}
      {lists.has('review') && (
        <Link to="/o/$orgSlug/content" params={{ orgSlug }} search={{ tab: 'review' }} className={look}>
          All in review
        </Link>
      )}
      {lists.has('scheduled') && (
        <Link to="/o/$orgSlug/content" params={{ orgSlug }} search={{ tab: 'scheduled' }} className={look}>
          All scheduled
        </Link>
      )}
      {lists.has('copies') && (
        <Link to="/o/$orgSlug/content" params={{ orgSlug }} search={{ copy: 'failed' }} className={look}>
          All failed copies
        </Link>
      )}
      {lists.has('jobs') && (
        <Link to="/o/$orgSlug/settings/jobs" params={{ orgSlug }} search={{ state: 'failed' }} className={look}>
          All failed jobs
        </Link>
      )}
      {lists.has('deliveries') && (
        <Link to="/o/$orgSlug/settings/deliveries" params={{ orgSlug }} className={look}>
          All deliveries
        </Link>
      )}
      {lists.has('integrations') && (
        <Link to="/o/$orgSlug/settings/integrations" params={{ orgSlug }} className={look}>
          All integrations
        </Link>
      )}
    </p>
  )
}

/** The list that has all of a kind: the Desk reads the oldest of each. */
const listOf = {
  review_requested: 'review',
  publish_error: 'scheduled',
  job_failed: 'jobs',
  delivery_exhausted: 'deliveries',
  push_failed: 'copies',
  drift: 'integrations',
  auth_expired: 'integrations',
  degraded: 'integrations',
} as const satisfies Record<Attention['kind'], string>
