import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { keepFocus } from '#web/app/keep-focus.ts'
import { waitedFor } from '#web/app/waited-for.ts'
import { useOrganization } from '#web/context.ts'
import { jobsUnderWay } from '#web/jobs-under-way.ts'
import type { InputOf } from '#web/operations.ts'
import { useStore } from '#web/store.ts'
import { useCatalog } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

// This is the first part of the frame that is loaded late, and always is.
keepFocus()

const underWay: InputOf<'listJobs'> = { state: ['queued', 'running'], pageSize: 50 }
const everyTwoSeconds = 2000

/** The jobs of the organization that this tab did not start: those of other tabs, and of this one before it was loaded again. */
export default function RunningJobs() {
  const { slug: orgSlug, id: organizationId } = useOrganization()
  const queries = useQueryClient()
  const own = useStore(jobsUnderWay)
  const [isAny, setAny] = useState(false)
  const { data } = useOperation('listJobs', underWay, { refetchInterval: isAny && everyTwoSeconds })
  const running = waitedFor(data?.items ?? [], useCatalog().data?.backgroundJobs)
  const count = running.length
  // No event reports what a job did.
  useEffect(() => {
    if (isAny && count === 0) void queries.invalidateQueries({ queryKey: [organizationId] })
    setAny(count > 0)
  }, [isAny, count, organizationId, queries])
  const others = running.filter(({ id }) => own.every((job) => job.id !== id))
  const [first] = others
  if (first === undefined) return null
  return (
    <Link
      to="/o/$orgSlug/settings/jobs"
      params={{ orgSlug }}
      search={others.length > 1 ? {} : { job: first.id }}
      className="truncate hover:underline"
    >
      A job runs <span className="tabular-nums">{Math.round(first.progress * 100)} %</span>
      {others.length > 1 && ` and ${others.length - 1} more`}
    </Link>
  )
}
