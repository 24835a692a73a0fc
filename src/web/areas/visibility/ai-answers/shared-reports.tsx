import { useState } from 'react'

import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'

type Share = OutputOf<'listAsvShares'>['items'][number]

/** The links that were made, each with the way to end it. */
export function SharedReports() {
  const list = useOperation('listAsvShares', { pageSize: 20 })
  const [ending, setEnding] = useState<Share | null>(null)
  if (list.data === undefined || list.data.items.length === 0) return null
  return (
    <section aria-labelledby="shared" className="mt-6 border-t border-line pt-3">
      <h3 id="shared" className="t-head">
        Links that were made
      </h3>
      <ul>
        {list.data.items.map((share) => (
          <li key={share.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2">
            <span className="min-w-40 flex-1 tabular-nums">
              {share.from} to {share.to}
              <span className="text-muted">{share.includePrompts ? ', with questions' : ''}</span>
            </span>
            <StateOf share={share} />
            {share.state === 'active' && (
              <Button size="small" onClick={() => setEnding(share)}>
                End…
                <span className="sr-only">
                  {' '}
                  the link of {share.from} to {share.to}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending !== null && <EndShare share={ending} onClose={() => setEnding(null)} />}
    </section>
  )
}

function StateOf({ share: { state, expiresAt, revokedAt } }: { share: Share }) {
  if (state === 'active')
    return (
      <span className="text-muted">
        <Status tone="ok">Open</Status>, ends <Time at={expiresAt} />
      </span>
    )
  return (
    <span className="text-muted">
      <Status tone="neutral">Ended</Status> <Time at={revokedAt ?? expiresAt} />
    </span>
  )
}

function EndShare({ share, onClose }: { share: Share; onClose(): void }) {
  const revoke = useAction('revokeAsvShare')
  return (
    <RehearsedDialog
      title="End this link?"
      verb="End link"
      action={revoke}
      input={{ shareId: share.id }}
      onClose={onClose}
      onDone={() => {
        onClose()
        toast('The link is ended.')
      }}
    >
      {() => (
        <p>
          Whoever opens it finds nothing there, from now on. It cannot be opened again; another link has another
          address.
        </p>
      )}
    </RehearsedDialog>
  )
}
