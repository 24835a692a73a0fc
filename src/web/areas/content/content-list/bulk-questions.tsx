import { useState } from 'react'

import { BulkQuestion } from '#web/areas/content/content-list/bulk-question.tsx'
import { useBulkChange } from '#web/areas/content/content-list/use-bulk-change.ts'
import { useBulkRehearsal } from '#web/areas/content/content-list/use-bulk-rehearsal.ts'
import { useRestore } from '#web/areas/content/content-list/use-restore.ts'
import { countOf } from '#web/areas/content/item-words.tsx'
import type { OperationError } from '#web/operation-error.ts'
import type { ManagerItem } from '#web/operations.ts'
import { saidOf } from '#web/parts/plain-words.ts'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

export type BulkDialogProps = { items: readonly ManagerItem[]; onClose(): void; onDone(): void }

const patches = { publish: { status: 'published' }, unpublish: { status: 'draft' } } as const

/** Asks before articles become public, or stop being it. */
export function PublicDialog({ items, what, onClose, onDone }: BulkDialogProps & { what: 'publish' | 'unpublish' }) {
  const { start, ...bulk } = useBulkChange(items, patches[what], onDone)
  const articles = countOf(items.length, 'article')
  const words = {
    publish: {
      verb: `Publish ${articles}`,
      becomes: 'can be published',
      doing: `Publishing ${articles}`,
      done: `${articles} ${items.length === 1 ? 'is' : 'are'} live.`,
    },
    unpublish: {
      verb: `Unpublish ${articles}`,
      becomes: 'can be unpublished',
      doing: `Unpublishing ${articles}`,
      done: `${articles} ${items.length === 1 ? 'is a draft' : 'are drafts'} again.`,
    },
  } as const
  const { verb, becomes, ...said } = words[what]
  const errors = items.filter(({ checks }) => checks.errors > 0).length
  return (
    <BulkQuestion
      {...{ items, verb, becomes, onClose }}
      {...bulk}
      title={`${verb}?`}
      isPublic
      onPress={() => void start(said)}
    >
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
    </BulkQuestion>
  )
}

/** Asks before articles go to the trash, one after the other; those that are live stop being public. */
export function TrashDialog({ items, onClose, onDone }: BulkDialogProps) {
  const remove = useAction('deleteItem')
  const restore = useRestore()
  const [gone, setGone] = useState<number | null>(null)
  const rehearsal = useBulkRehearsal(items, 'trash', { isMade: gone !== null })
  const live = items.filter(({ status }) => status === 'published').length
  const due = items.filter(({ status }) => status === 'scheduled').length
  const articles = countOf(items.length, 'article')

  async function moveAll() {
    const moved: ManagerItem[] = []
    const refused: OperationError[] = []
    for (const [index, item] of items.entries()) {
      setGone(index)
      if (await remove.run({ id: item.id }, { confirm: true, onRefused: (error) => refused.push(error) }))
        moved.push(item)
    }
    if (moved.length === 0) return setGone(null)
    const [first] = refused
    toast(
      `${countOf(moved.length, 'article')} moved to the trash.` +
        (first ? ` ${items.length - moved.length} stayed: ${saidOf(first)}` : ''),
      { label: 'Undo', run: () => void restore(moved) },
    )
    onDone()
  }

  return (
    <BulkQuestion
      {...{ items, rehearsal, onClose }}
      title={`Move ${articles} to the trash?`}
      verb={gone === null ? 'Move to trash' : `${gone} of ${items.length}`}
      becomes="can be moved to the trash"
      isPublic={live > 0}
      isBusy={gone !== null}
      error={remove.error}
      onPress={() => void moveAll()}
    >
      <p>
        {live > 0 && `${countOf(live, 'is live and stops', 'are live and stop')} being public at once. `}
        {due > 0 && `${countOf(due, 'is scheduled and does', 'are scheduled and do')} not appear. `}
        For 30 days {items.length === 1 ? 'it' : 'they'} can be restored, as {items.length === 1 ? 'a draft' : 'drafts'}
        .
      </p>
    </BulkQuestion>
  )
}
