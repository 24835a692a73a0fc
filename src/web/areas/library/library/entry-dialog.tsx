import { useState } from 'react'

import { EntryForm } from '#web/areas/library/library/entry-form.tsx'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'

/** Adds an entry to the library. */
export function NewEntry({ onClose }: { onClose(): void }) {
  const create = useAction('createContextEntry')
  return (
    <Dialog title="New entry" width="wide">
      <EntryForm
        verb="Create"
        isBusy={create.isPending}
        error={create.error}
        onCancel={onClose}
        onSubmit={async (fields) => {
          if (!(await create.run(fields))) return
          onClose()
          toast('The entry is in the library.')
        }}
      />
    </Dialog>
  )
}

/** Reads a whole entry, to change it. */
export function ChangeEntry({ id, mayChange, onClose }: { id: string; mayChange: boolean; onClose(): void }) {
  const { data, error, refetch, isFetchedAfterMount } = useOperation('getContextEntry', { id }, { staleTime: 0 })
  const update = useAction('updateContextEntry')
  // What the fields are filled with, once: what others save meanwhile is not in them, so it is not overwritten either.
  const [entry, setEntry] = useState<OutputOf<'getContextEntry'>['entry']>()
  if (entry === undefined && isFetchedAfterMount && !error && data?.entry.id === id) setEntry(data.entry)
  return (
    <Dialog title={entry?.title ?? 'Entry'} width="wide" onDismiss={entry && mayChange ? undefined : onClose}>
      {!entry && (
        <>
          {error ? <Problem error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-60" />}
          <DialogButtons>
            <Button onClick={onClose}>Cancel</Button>
          </DialogButtons>
        </>
      )}
      {entry && (
        <EntryForm
          verb="Save"
          entry={entry}
          mayChange={mayChange}
          isBusy={update.isPending}
          error={update.error}
          onCancel={onClose}
          onSubmit={async ({ body, ...fields }) => {
            // Text of the web that nobody touched stays what it is: somebody else's.
            const isOwn = entry.untrusted === undefined || body !== entry.untrusted.text
            const change = { ...fields, ...(isOwn ? { body } : {}), ifVersion: entry.version }
            if (!(await update.run({ id, ...change }))) return
            onClose()
            toast('The entry is saved.')
          }}
        />
      )}
    </Dialog>
  )
}
