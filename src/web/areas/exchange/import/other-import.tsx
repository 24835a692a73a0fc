import { Link } from '@tanstack/react-router'

import { useOrganization } from '#web/context.ts'
import { Notice } from '#web/parts/notice.tsx'
import { isOver } from '#web/use-job.ts'
import { useOperation } from '#web/use-operation.ts'

/** Says that an import is under way which was started elsewhere, such as in another tab. */
export function OtherImport() {
  const { slug: orgSlug } = useOrganization()
  const newest = useOperation('listJobs', { kind: 'importItems', pageSize: 1 }, { staleTime: 0 }).data?.items[0]
  if (newest === undefined || isOver(newest)) return null
  return (
    <div className="mt-6">
      <Notice tone="info" role="status">
        An import is under way, {Math.round(newest.progress * 100)} %.{' '}
        <Link to="/o/$orgSlug/settings/jobs" params={{ orgSlug }} search={{ job: newest.id }} className="underline">
          See how far it is
        </Link>
      </Notice>
    </div>
  )
}
