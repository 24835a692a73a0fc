import { useEffect, useRef } from 'react'
import { ArticleFields } from '#web/areas/content/article/article-fields.tsx'
import { ArticleRecord } from '#web/areas/content/article/article-record.tsx'
import { Clashes } from '#web/areas/content/article/clashes.tsx'
import { PublicState } from '#web/areas/content/article/public-state.tsx'
import { useDraft } from '#web/areas/content/article/use-draft.ts'
import { useCatalogEntry } from '#web/use-catalog.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { usePageHeading } from '#web/parts/page.tsx'

type Found = OutputOf<'getItem'>
type Props = { found: Found; readAgain(): Promise<Found['item'] | undefined> }

/** The article as it is written: its texts, and beside them what belongs to it. */
export function ArticleEditor({ found, readAgain }: Props) {
  const { item } = found
  const heading = usePageHeading(item.title)
  const writing = useDraft(item, readAgain)
  const changing = useCatalogEntry('updateItem')
  const mayChange = (changing?.allowed ?? false) && item.deletedAt === null
  const save = () => void (writing.hasChanges && !writing.isSaving && writing.save())
  useSaveKey(save)

  return (
    <div className="w-full px-4 pt-5 pb-24 md:px-8">
      <h1 ref={heading} tabIndex={-1} className="sr-only">
        {item.title}
      </h1>
      <div className="sticky top-12 z-10 -mx-4 mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-paper px-4 py-2 md:-mx-8 md:px-8">
        <PublicState item={item} warnings={found.publishingWarnings ?? []} hasChanges={writing.hasChanges} />
        <span className="flex-1" />
        <span role="status" className="text-sm text-muted">
          {saidOf(writing)}
        </span>
        {writing.hasChanges && (
          <Button look="quiet" onClick={() => writing.discard()}>
            Discard changes
          </Button>
        )}
        {mayChange && (
          <Button
            look={item.status === 'published' ? 'press' : 'ink'}
            disabled={!writing.hasChanges || writing.clashing.length > 0}
            isBusy={writing.isSaving}
            onClick={save}
            aria-keyshortcuts="Control+S Meta+S"
          >
            {item.status === 'published' ? 'Update live article' : 'Save'}
          </Button>
        )}
      </div>
      {writing.error?.code !== 'conflict' && <FormProblem error={writing.error} />}
      <Clashes writing={writing} item={item} />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,44rem)_minmax(16rem,1fr)]">
        <ArticleFields writing={writing} format={item.contentFormat} mayChange={mayChange} />
        <ArticleRecord found={found} />
      </div>
    </div>
  )
}

function saidOf({ isSaving, hasChanges }: ReturnType<typeof useDraft>): string {
  if (isSaving) return 'Saving…'
  return hasChanges ? 'Not saved yet; kept in this browser' : 'Saved'
}

/** Ctrl+S or Cmd+S saves, wherever the focus is. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}
