import { useState } from 'react'

import { BulkEffects } from '#web/areas/content/content-list/bulk-effects.tsx'
import { useBulkChange } from '#web/areas/content/content-list/use-bulk-change.ts'
import { useRestore } from '#web/areas/content/content-list/use-restore.ts'
import { countOf } from '#web/areas/content/item-words.tsx'
import type { ManagerItem } from '#web/operations.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'
import { useRehearsal } from '#web/use-rehearsal.ts'

export type BulkDialogProps = { items: readonly ManagerItem[]; onClose(): void; onDone(): void }

/** Asks before articles become public, or stop being it. */
export function PublicDialog({ items, what, onClose, onDone }: BulkDialogProps & { what: 'publish' | 'unpublish' }) {
  const { change, action: call, isPending, error } = useBulkChange(items, onDone)
  const articles = countOf(items.length, 'article')
  const words = {
    publish: {
      title: `Publish ${articles}?`,
      action: `Publish ${articles}`,
      doing: `Publishing ${articles}`,
      done: `${articles} ${items.length === 1 ? 'is' : 'are'} live.`,
      patch: { status: 'published' },
    },
    unpublish: {
      title: `Unpublish ${articles}?`,
      action: `Unpublish ${articles}`,
      doing: `Unpublishing ${articles}`,
      done: `${articles} ${items.length === 1 ? 'is a draft' : 'are drafts'} again.`,
      patch: { status: 'draft' },
    },
  } as const
  const { title, action, patch, ...said } = words[what]
  const effects = useRehearsal(call, { ids: items.map(({ id }) => id), patch })
  const results = effects?.results ?? null
  const isAny = results !== null && (results.some(({ ok }) => ok) || results.length < items.length)
  const errors = items.filter(({ checks }) => checks.errors > 0).length
  return (
    <AlertDialog
      title={title}
      action={action}
      isPublic
      disabled={!isAny}
      isBusy={effects !== null && isPending}
      onAction={() => void change(patch, said, { confirm: true })}
      onCancel={onClose}
    >
      <Titles items={items} />
      {what === 'publish' ? (
        <p>
          Everybody can read {items.length === 1 ? 'it' : 'them'} at once, and websites that are connected are told. It
          can be taken back by unpublishing.
          {errors > 0 && ` ${countOf(errors, 'of them has', 'of them have')} open errors.`}
        </p>
      ) : (
        <p>
          {items.length === 1 ? 'It is a draft' : 'They are drafts'} again, and{' '}
          {items.length === 1 ? 'its address' : 'their addresses'} answer “not found”. Websites that are connected are
          told.
        </p>
      )}
      {results && (
        <BulkEffects
          items={items}
          results={results}
          becomes={what === 'publish' ? 'can be published' : 'can be unpublished'}
        />
      )}
      <DialogProblem error={error} />
    </AlertDialog>
  )
}

/** Asks before articles go to the trash; those that are live stop being public. */
export function TrashDialog({ items, onClose, onDone }: BulkDialogProps) {
  const remove = useAction('deleteItem')
  const restore = useRestore()
  const [moved, setMoved] = useState<number | null>(null)
  const live = items.filter(({ status }) => status === 'published').length
  const articles = countOf(items.length, 'article')

  async function moveAll() {
    setMoved(0)
    for (const [index, { id }] of items.entries()) {
      if (!(await remove.run({ id }, { confirm: true }))) return setMoved(null)
      setMoved(index + 1)
    }
    toast(`${articles} moved to the trash.`, { label: 'Undo', run: () => void restore(items) })
    onDone()
  }

  return (
    <AlertDialog
      title={`Move ${articles} to the trash?`}
      action={moved === null ? 'Move to trash' : `${moved} of ${items.length}`}
      isPublic={live > 0}
      isBusy={moved !== null}
      onAction={() => void moveAll()}
      onCancel={onClose}
    >
      <Titles items={items} />
      <p>
        {live > 0 && `${countOf(live, 'is live and stops', 'are live and stop')} being public at once. `}
        For 30 days {items.length === 1 ? 'it' : 'they'} can be restored, as {items.length === 1 ? 'a draft' : 'drafts'}
        .
      </p>
      <DialogProblem error={remove.error} />
    </AlertDialog>
  )
}

/** Which ones: all of a few, the first of many. */
function Titles({ items }: { items: readonly ManagerItem[] }) {
  const shown = items.slice(0, 5)
  return (
    <ul className="mb-3">
      {shown.map(({ id, title }) => (
        <li key={id} className="t-row truncate border-t border-line py-1">
          {title}
        </li>
      ))}
      {items.length > shown.length && (
        <li className="border-t border-line py-1 text-muted">and {items.length - shown.length} more</li>
      )}
    </ul>
  )
}
