import { useEffect, useRef, useState } from 'react'

import { countOf } from '#web/areas/content/item-words.tsx'
import { withChosen } from '#web/areas/taxonomies/with-chosen.ts'
import type { OperationError } from '#web/operation-error.ts'
import type { ListOf } from '#web/operations.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'

export type Uses = { all: number; live: number; trash: number }

type Other = { id: string; name: string }

type Props = {
  id: string
  /** A category, a tag or an author, by its name. */
  name: string
  /** What it is: "tag". */
  noun: string
  isMerge: boolean
  /** What has it; undefined while that is not known. */
  uses: Uses | undefined
  /** What could take its place, itself among it, as far as the search finds it. */
  others: ListOf<Other> | undefined
  search: string
  onSearch(text: string): void
  isPending: boolean
  error: OperationError | null
  /** Deletes it; its items get the other one. Returns the number of items affected, null where it was refused. */
  run(reassignToId: string | undefined, options: { dryRun?: true; confirm?: true }): Promise<number | null>
  onClose(): void
  onDone(): void
}

/** Asks before a term goes: one that articles have is deleted only where another one takes its place. Rehearsed first. */
export function ReplaceDialog(props: Props) {
  const { id, name, noun, isMerge, uses, others, search, onSearch, isPending, error, run, onClose, onDone } = props
  const [into, setInto] = useState<Other | null>(null)
  const target = into?.id ?? ''
  const [affected, setAffected] = useState<number | null>(null)
  const needsTarget = isMerge || (uses !== undefined && uses.all + uses.trash > 0)
  const offered =
    others &&
    withChosen(
      into,
      others.items.filter((one) => one.id !== id),
    )
  const isReady = uses !== undefined && (!needsTarget || target !== '')
  const rehearsed = useRef<string | null>(null)
  useEffect(() => {
    if (!isReady || rehearsed.current === target) return
    rehearsed.current = target
    setAffected(null)
    void run(target || undefined, { dryRun: true }).then(setAffected)
  })

  async function confirm() {
    if ((await run(target || undefined, { confirm: true })) !== null) onDone()
  }

  return (
    <AlertDialog
      title={isMerge ? `Merge “${name}” into another ${noun}?` : `Delete “${name}”?`}
      action={needsTarget ? `Merge ${noun}` : `Delete ${noun}`}
      isPublic={(uses?.live ?? 0) > 0}
      disabled={!isReady || affected === null}
      isBusy={isPending && affected !== null}
      onAction={() => void confirm()}
      onCancel={onClose}
    >
      <div className="flex flex-col gap-4">
        {uses ? <p>{sentenceOf(uses, noun)}</p> : <Skeleton className="h-5" />}
        {needsTarget && (search !== '' || (others !== undefined && others.hasMore)) && (
          <SearchBox label={`Search for another ${noun}`} hint="Name or slug" value={search} onSearch={onSearch} />
        )}
        {needsTarget && search === '' && offered?.length === 0 && (
          <p>There is no other {noun} that could take its place. Make one first.</p>
        )}
        {needsTarget && offered && (search !== '' || offered.length > 0) && (
          <LabelledSelect
            label="Takes its place"
            value={target}
            options={[['', 'Choose one'], ...offered.map((one) => [one.id, one.name] as const)]}
            onChange={(chosen) => setInto(offered.find((one) => one.id === chosen) ?? null)}
          />
        )}
        {affected !== null && into && (
          <p role="status">
            {affected === 0
              ? `“${name}” is deleted; no article changes.`
              : `${countOf(affected, 'article gets', 'articles get')} “${into.name}” instead, and “${name}” is deleted.`}
          </p>
        )}
      </div>
      <DialogProblem error={error} />
    </AlertDialog>
  )
}

function sentenceOf({ all, live, trash }: Uses, noun: string): string {
  if (all + trash === 0) return `No article has this ${noun}.`
  const where = [
    live > 0 && `${live.toLocaleString('en')} live`,
    trash > 0 && `${trash.toLocaleString('en')} in the trash`,
  ]
  const also = where.filter(Boolean).join(', ')
  return `${countOf(all + trash, 'article has', 'articles have')} this ${noun}${also ? ` (${also})` : ''}.`
}
