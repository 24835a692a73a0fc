import { Suspense, useState } from 'react'

import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { late, preloading } from '#web/parts/late.ts'

const LeavePublicDialog = late(async () => ({
  default: (await import('#web/areas/content/article/publish/leave-public-dialog.tsx')).LeavePublicDialog,
}))

/** The way back from live and from scheduled. */
export function LeavePublic({ item }: { item: OutputOf<'getItem'>['item'] }) {
  const [isAsking, setAsking] = useState(false)
  if (item.status === 'draft') return null
  return (
    <>
      <Button look="quiet" {...preloading(LeavePublicDialog)} onClick={() => setAsking(true)}>
        {item.status === 'published' ? 'Unpublish…' : 'Unschedule…'}
      </Button>
      <Suspense>
        {isAsking && <LeavePublicDialog key={item.version} item={item} onClose={() => setAsking(false)} />}
      </Suspense>
    </>
  )
}
