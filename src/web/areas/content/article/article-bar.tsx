import { clsx } from 'clsx'
import { useLayoutEffect, useRef, type RefObject } from 'react'

import { MoreActions } from '#web/areas/content/article/more-actions.tsx'
import { isUnmade } from '#web/areas/content/article/new-article.ts'
import { ArticlePreview } from '#web/areas/content/article/preview/article-preview.tsx'
import { LeavePublic } from '#web/areas/content/article/publish/leave-public.tsx'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import { ItemState } from '#web/areas/content/item-words.tsx'
import type { OutputOf } from '#web/operations.ts'
import { ActionBar } from '#web/parts/action-bar.tsx'
import { Button } from '#web/parts/button.tsx'
import { Kbd } from '#web/parts/kbd.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'

type Props = {
  item: OutputOf<'getItem'>['item']
  writing: Writing
  /** Whether the server has what is not public yet, for the person to go on with anywhere. */
  isKept: boolean
  mayChange: boolean
  mayPublish: boolean
  /** Shows what an update would change for the public. */
  onUpdate(): void
  onPublish(): void
  /** Opens the rail where there is no room beside the text. */
  onRail: (() => void) | undefined
}

/** What the public sees of the article, whether everything is saved, and what can be done with it. */
export function ArticleBar({ item, writing, isKept, mayChange, mayPublish, onUpdate, onPublish, onRail }: Props) {
  // Until it is known what the person may do, the last button keeps its place, and the others theirs.
  const isKnown = useCatalogEntry('publishItem') !== undefined
  const isLive = item.status === 'published'
  const mayDiscard = writing.hasChanges && (isLive || isStuck(writing))
  return (
    <div
      ref={useKnownHeight('--article-bar')}
      className="sticky top-12 z-10 -mx-4 mb-5 flex print:hidden items-center gap-x-3 gap-y-2 border-b border-line bg-paper px-4 py-2 max-md:gap-x-1 md:-mx-8 flex-wrap md:px-8"
    >
      <div className="min-w-0 flex-1 md:contents">
        <ItemState item={item} />
        <p role="status" className="min-w-0 flex-1 text-sm text-muted md:text-right">
          {saidOf(writing, { isNew: isUnmade(item), isKept })}
        </p>
      </div>
      {mayDiscard && (
        <Button look="quiet" onClick={() => writing.discard()}>
          Discard changes
        </Button>
      )}
      {mayPublish && (
        <span className={clsx(mayDiscard && 'max-md:hidden')}>
          <LeavePublic item={item} />
        </span>
      )}
      {!isUnmade(item) && <MoreActions item={item} />}
      <ActionBar>
        {onRail && (
          <Button onClick={onRail}>
            <span>
              Checks<span className="max-md:sr-only"> and more</span>
            </span>
          </Button>
        )}
        {!isUnmade(item) && <ArticlePreview item={item} writing={writing} />}
        {(mayChange || !isKnown) && isLive && (
          <Button
            look="to-press"
            disabled={!mayChange || !writing.hasChanges || writing.clashing.length > 0}
            isBusy={writing.isSaving}
            onClick={onUpdate}
            aria-keyshortcuts="Control+S Meta+S"
          >
            Update live article
          </Button>
        )}
        {(mayPublish || (!isKnown && !isUnmade(item))) && !isLive && (
          <Button
            look="to-press"
            disabled={!mayPublish || writing.clashing.length > 0}
            onClick={onPublish}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            Publish… <Kbd>Ctrl Enter</Kbd>
          </Button>
        )}
      </ActionBar>
    </div>
  )
}

/** Says how high an element is, in pixels, as a property of the page: what sticks below it keeps clear of it. */
function useKnownHeight(property: `--${string}`): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty(property, `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`)
    })
    if (ref.current !== null) observer.observe(ref.current)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }, [property])
  return ref
}

/** Whether a person has to decide before the rest is saved. */
const isStuck = ({ clashing, error }: Writing) =>
  clashing.length > 0 || (error !== null && !error.isPassing && error.code !== 'version_conflict')

function saidOf(
  { isSaving, hasChanges, savedAt, error }: Writing,
  { isNew, isKept }: { isNew: boolean; isKept: boolean },
): string {
  // Without a network a save waits until it is back.
  if (error?.isPassing || (isSaving && !navigator.onLine)) return 'No connection; kept in this browser'
  if (isSaving) return 'Saving…'
  if (isKept) return 'Your changes are saved, not public yet'
  if (hasChanges) return 'Not saved yet; kept in this browser'
  if (savedAt === null && isNew) return 'Nothing written yet'
  return savedAt === null ? 'Saved' : `Saved at ${clock.format(savedAt)}`
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
