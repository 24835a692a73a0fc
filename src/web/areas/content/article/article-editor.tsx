import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

import { ArticleAddress } from '#web/areas/content/article/article-address.tsx'
import { ArticleBar } from '#web/areas/content/article/article-bar.tsx'
import { BodyEditor } from '#web/areas/content/article/body/body-editor.tsx'
import { untitled, valuesOf } from '#web/areas/content/article/draft.ts'
import { focusField } from '#web/areas/content/article/field-places.ts'
import { FieldsAbove } from '#web/areas/content/article/fields/fields-above.tsx'
import { FieldsBelow } from '#web/areas/content/article/fields/fields-below.tsx'
import { InTrash } from '#web/areas/content/article/in-trash.tsx'
import { isUnmade, type Making } from '#web/areas/content/article/new-article.ts'
import { ArticleRail } from '#web/areas/content/article/rail/article-rail.tsx'
import { useAsking } from '#web/areas/content/article/requests/use-asking.ts'
import { ReviewState } from '#web/areas/content/article/review/review-state.tsx'
import { isBeingRewritten, useRewriteDialog } from '#web/areas/content/article/suggestions/use-rewrite-dialog.ts'
import { useSuggestions } from '#web/areas/content/article/suggestions/use-suggestions.ts'
import { useArticleKeys } from '#web/areas/content/article/use-article-keys.ts'
import { useAutosave } from '#web/areas/content/article/use-autosave.ts'
import { useDraft, type Writing } from '#web/areas/content/article/use-draft.ts'
import { useEditors } from '#web/areas/content/article/use-editors.ts'
import { useOthersChanges } from '#web/areas/content/article/use-others-changes.ts'
import { useWantedField } from '#web/areas/content/article/use-wanted-field.ts'
import { WrittenTitle } from '#web/areas/content/article/written-title.tsx'
import { usePersonId } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { late } from '#web/parts/late.ts'
import { Notice } from '#web/parts/notice.tsx'
import { usePageHeading } from '#web/parts/page.tsx'
import { saidOf } from '#web/parts/plain-words.ts'
import { Sheet } from '#web/parts/sheet.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useWide } from '#web/parts/use-wide.ts'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { usePreload } from '#web/use-preload.ts'

const Clashes = late(() => import('#web/areas/content/article/clashes.tsx'))
const ArticleCopy = late(() => import('#web/areas/content/article/article-copy.tsx'))
const WhoIsHere = late(() => import('#web/areas/content/article/who-is-here.tsx'))
const AskingInText = late(() => import('#web/areas/content/article/requests/asking-in-text.tsx'))
const PublishSheet = late(() => import('#web/areas/content/article/publish/publish-sheet.tsx'))
const UpdateSheet = late(() => import('#web/areas/content/article/publish/update-sheet.tsx'))
const SuggestionsBar = late(async () => ({
  default: (await import('#web/areas/content/article/suggestions/suggestions-bar.tsx')).SuggestionsBar,
}))
const RewriteUnderWay = late(async () => ({
  default: (await import('#web/areas/content/article/suggestions/rewrite-under-way.tsx')).RewriteUnderWay,
}))

type Found = OutputOf<'getItem'>
type Props = { found: Found; making: Making; readAgain(): Promise<Found['item'] | undefined> }

/** The article as it is written: its text between what stands above and below it, and the rail beside it. */
export function ArticleEditor({ found, making, readAgain }: Props) {
  const { item } = found
  const isNew = isUnmade(item)
  const heading = usePageHeading(item.title || 'New article')
  const writing = useDraft(item, readAgain, making)
  const suggestions = useSuggestions(item, writing)
  const rewrite = useRewriteDialog()
  const asking = useAsking(found, { isNew })
  const isWide = useWide(1280)
  useTitleFirst(isNew)
  const [open, setOpen] = useState<'publish' | 'update' | 'rail' | null>(useWantedField(isWide) ? 'rail' : null)
  const mayChange = (useCatalogEntry('updateItem')?.allowed ?? false) && item.deletedAt === null
  const mayPublish = (useCatalogEntry('publishItem')?.allowed ?? false) && item.deletedAt === null && !isNew
  const close = () => setOpen(null)
  const goTo = (field: string) => focusBehind(close, field)

  // What is live changes only when somebody says so.
  const isLive = item.status === 'published'
  const isAuto = mayChange && !isLive
  usePreload(isLive ? UpdateSheet : PublishSheet)
  useAutosave(writing, { isWanted: isAuto, isNew })
  const { others, isKept } = useEditors(item.id, { writing, isLive })
  useOthersChanges(found, { userId: usePersonId(), hasChanges: writing.hasChanges })
  const openUpdate = () => {
    if (mayChange && !isAway() && writing.hasChanges && writing.clashing.length === 0) setOpen('update')
  }
  // What is published is what is stored.
  const openPublish = async () => {
    if (isLive) openUpdate()
    else if (mayPublish && !isAway() && (await writing.save())) setOpen('publish')
  }
  useArticleKeys({ save: () => (isLive ? openUpdate() : void writing.save()), publish: () => void openPublish() })
  const rail = isNew ? (
    <p className="pt-4 text-muted">Checks, search texts, links and history are here with the first words.</p>
  ) : (
    <ArticleRail {...{ found, writing, mayChange, asking }} onText={goTo} onBehind={(show) => doBehind(close, show)} />
  )

  return (
    <div className="flex min-w-0 items-start">
      <div className="min-w-0 flex-1 px-4 pb-24 md:px-8">
        <h1 ref={heading} tabIndex={-1} className="sr-only">
          {item.title || 'New article'}
        </h1>
        <ArticleBar
          item={item}
          writing={writing}
          isKept={isKept}
          mayChange={mayChange}
          mayPublish={mayPublish}
          onUpdate={openUpdate}
          onPublish={() => void openPublish()}
          onRail={isWide ? undefined : () => setOpen('rail')}
        />
        <div className="mx-auto max-w-[664px]">
          <Notices
            item={item}
            writing={writing}
            others={others}
            isAuto={isAuto}
            rewrite={rewrite}
            suggestions={mayChange ? suggestions : null}
          />
          <Written {...{ found, writing, mayChange, suggestions, asking }} />
        </div>
      </div>
      {isWide && <Beside>{rail}</Beside>}
      {open === 'rail' && (
        <Sheet title="About this article" onClose={close}>
          {rail}
        </Sheet>
      )}
      <Overlays {...{ item, writing, asking, open }} onClose={close} onDone={() => goTo('content')} />
    </div>
  )
}

type OverlaysProps = {
  item: Found['item']
  writing: Writing
  asking: ReturnType<typeof useAsking>
  open: 'publish' | 'update' | 'rail' | null
  onClose(): void
  /** Called when the live article was updated. */
  onDone(): void
}

/** What lies over the article when it is wanted, and what is marked in its text. */
function Overlays({ item, writing, asking, open, onClose, onDone }: OverlaysProps) {
  return (
    <>
      <Suspense>{asking.isShown && <AskingInText {...{ item, asking, writing }} />}</Suspense>
      <Suspense>
        {open === 'publish' && <PublishSheet item={item} onClose={onClose} />}
        {open === 'update' && <UpdateSheet item={item} writing={writing} onClose={onClose} onDone={onDone} />}
      </Suspense>
    </>
  )
}

type NoticesProps = {
  item: Found['item']
  writing: Writing
  others: ReturnType<typeof useEditors>['others']
  isAuto: boolean
  rewrite: ReturnType<typeof useRewriteDialog>
  /** Null for those who may not decide about them. */
  suggestions: ReturnType<typeof useSuggestions> | null
}

/** What concerns the whole article: who else has it open, its state, and what waits for a decision. */
function Notices({ item, writing, others, isAuto, rewrite, suggestions }: NoticesProps) {
  const { error } = writing
  return (
    <>
      {others.length > 0 && (
        <Suspense>
          <WhoIsHere others={others} />
        </Suspense>
      )}
      {item.deletedAt !== null && <InTrash item={item} />}
      {item.review !== null && <ReviewState item={item} review={item.review} />}
      {error && error.code !== 'version_conflict' && !(isAuto && error.isPassing) && (
        // It does not take the focus: the person may be writing on (web.md#drafts-save-themselves).
        <Notice tone="bad" role="alert">
          {saidOf(error)}
        </Notice>
      )}
      {isBeingRewritten(item) && !rewrite.isOpen && (
        <Suspense>
          <RewriteUnderWay itemId={item.id} onWatch={rewrite.open} />
        </Suspense>
      )}
      {suggestions?.isWaiting && (
        <Suspense>
          <SuggestionsBar suggestions={suggestions} />
        </Suspense>
      )}
    </>
  )
}

type WrittenProps = {
  found: Found
  writing: Writing
  mayChange: boolean
  suggestions: ReturnType<typeof useSuggestions>
  asking: ReturnType<typeof useAsking>
}

/** What a person writes, from the address down. */
function Written({ found, writing, mayChange, suggestions, asking }: WrittenProps) {
  const { item } = found
  return (
    <>
      <Suspense>
        {writing.clashing.length > 0 && <Clashes itemId={item.id} writing={writing} stored={valuesOf(item)} />}
      </Suspense>
      <ArticleAddress found={found} writing={writing} />
      {(item.externalState !== 'none' || found.external !== null) && (
        <Suspense>
          <ArticleCopy item={item} external={found.external} />
        </Suspense>
      )}
      <WrittenTitle isUntitled={item.title === untitled} writing={writing} mayChange={mayChange} />
      <FieldsAbove item={item} writing={writing} mayChange={mayChange} />
      <BodyEditor
        // One that was converted is opened again, as text.
        key={item.contentFormat}
        item={item}
        writing={writing}
        mayChange={mayChange}
        suggestions={suggestions}
        asking={asking}
      />
      <FieldsBelow item={item} writing={writing} mayChange={mayChange} />
    </>
  )
}

function Beside({ children }: { children: ReactNode }) {
  return (
    <aside
      aria-label="About this article"
      className="sticky top-12 h-[calc(100dvh-48px)] w-87 shrink-0 overflow-y-auto border-l border-line bg-surface px-5 pt-1 pb-8"
    >
      {children}
    </aside>
  )
}

/** Closes a sheet, which gives the focus back, and then leads to a field that it covered. */
function focusBehind(close: () => void, field: string): void {
  doBehind(close, () => focusField(field))
}

function doBehind(close: () => void, then: () => void): void {
  flushSync(close)
  then()
}

/** Whether the network is away, which is said then: a sheet that comes with it, long after the press, is no longer expected. */
function isAway(): boolean {
  if (!navigator.onLine) toast('You are offline. Nothing was published; press again when the network is back.')
  return !navigator.onLine
}

/** A new article begins with its title. */
function useTitleFirst(isNew: boolean): void {
  useEffect(() => {
    if (isNew) focusField('title')
  }, [])
}
