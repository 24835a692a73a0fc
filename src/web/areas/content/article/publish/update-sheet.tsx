import { useState } from 'react'

import { readableAddress } from '#std/readable-address.ts'
import { valuesOf } from '#web/areas/content/article/draft.ts'
import { changedFields } from '#web/areas/content/article/publish/changed-fields.ts'
import { FoundWarnings } from '#web/areas/content/article/publish/found-warnings.tsx'
import { PublicSheet } from '#web/areas/content/article/publish/public-sheet.tsx'
import { useLiveUpdate } from '#web/areas/content/article/publish/use-live-update.ts'
import { WhatFollows } from '#web/areas/content/article/publish/what-follows.tsx'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import type { OutputOf } from '#web/operations.ts'
import { Notice } from '#web/parts/notice.tsx'
import { TextDiff } from '#web/parts/text-diff.tsx'
import { toast } from '#web/parts/toast.tsx'

type Props = { item: OutputOf<'getItem'>['item']; writing: Writing; onClose(): void; onDone(): void }

/** What an update changes for the public, what the checks say to it, what happens; then the button that does it. */
export default function UpdateSheet({ item, writing, onClose, onDone }: Props) {
  const [note, setNote] = useState('')
  const [isRefused, setRefused] = useState(false)
  const { effects, error, update } = useLiveUpdate(item, writing)
  const diff = changedFields(writing.draft, valuesOf(item))
  const isClashing = writing.clashing.length > 0
  const hasMoved = isRefused && (writing.error === null || writing.error.code === 'version_conflict')

  async function press() {
    setRefused(false)
    if (!(await update(note))) return setRefused(true)
    onDone()
    toast('The live article is updated.')
  }

  return (
    <PublicSheet
      title={item.title}
      lead="Update live article"
      verb="Update live article"
      isReady={effects !== null && diff !== '' && !isClashing}
      isBusy={writing.isSaving}
      onPress={press}
      onClose={onClose}
      note={note}
      onNote={setNote}
      error={error ?? (isRefused && !hasMoved ? writing.error : null)}
    >
      {hasMoved && (
        <Notice tone="warn" role="alert">
          {isClashing
            ? 'Somebody else changed the same words meanwhile. Close this, and choose whose words stay.'
            : 'Somebody else changed this article meanwhile. Nothing was updated: look at what would change now.'}
        </Notice>
      )}
      <section>
        <h3 className="t-head mb-1">What changes</h3>
        {diff === '' ? (
          <p className="text-muted">Nothing: the live article says this already.</p>
        ) : (
          <TextDiff diff={diff} />
        )}
      </section>
      {effects !== null && (
        <>
          <FoundWarnings warnings={effects.publishingWarnings ?? []} />
          <WhatFollows
            sentences={[
              `Everybody reads it at ${readableAddress(effects.item.url)} at once.`,
              ...(writing.draft.slug === undefined
                ? []
                : [`The address before, ${readableAddress(item.url)}, leads to the new one.`]),
              'The Content API, the feed and llms.txt have it from then on.',
            ]}
            wayBack="You can take it back: History restores what the article says now."
          />
        </>
      )}
    </PublicSheet>
  )
}
