import { useState } from 'react'

import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Item = OutputOf<'getItem'>['item']
type Props = { item: Item; onClose(): void }

/** The way back from live and from scheduled. */
export function LeavePublic({ item }: { item: Item }) {
  const [isAsking, setAsking] = useState(false)
  if (item.status === 'draft') return null
  const isLive = item.status === 'published'
  const close = () => setAsking(false)
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        {isLive ? 'Unpublish…' : 'Unschedule…'}
      </Button>
      {isAsking && isLive && <Unpublish key={item.version} item={item} onClose={close} />}
      {isAsking && !isLive && <Unschedule key={item.version} item={item} onClose={close} />}
    </>
  )
}

function Unpublish({ item, onClose }: Props) {
  const unpublish = useAction('unpublishItem')
  return (
    <RehearsedDialog
      title={`Unpublish “${item.title}”?`}
      verb="Unpublish"
      action={unpublish}
      input={{ id: item.id, ifVersion: item.version }}
      isPublic
      onClose={onClose}
      onDone={() => {
        onClose()
        toast('A draft again.')
      }}
    >
      {() => <p>It becomes a draft, and its address leads nowhere until it is published again.</p>}
    </RehearsedDialog>
  )
}

function Unschedule({ item, onClose }: Props) {
  const unschedule = useAction('unscheduleItem')
  return (
    <RehearsedDialog
      title={`Unschedule “${item.title}”?`}
      verb="Unschedule"
      action={unschedule}
      input={{ id: item.id, ifVersion: item.version }}
      onClose={onClose}
      onDone={() => {
        onClose()
        toast('A draft again, without a date.')
      }}
    >
      {() => <p>It becomes a draft without a date, and does not appear by itself.</p>}
    </RehearsedDialog>
  )
}
