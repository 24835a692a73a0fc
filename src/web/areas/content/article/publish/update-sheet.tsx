import { useState } from 'react'

import { valuesOf } from '#web/areas/content/article/draft.ts'
import { changedFields } from '#web/areas/content/article/publish/changed-fields.ts'
import { FoundWarnings } from '#web/areas/content/article/publish/found-warnings.tsx'
import { useLiveUpdate } from '#web/areas/content/article/publish/use-live-update.ts'
import { WhatFollows } from '#web/areas/content/article/publish/what-follows.tsx'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Sheet } from '#web/parts/sheet.tsx'
import { TextDiff } from '#web/parts/text-diff.tsx'
import { toast } from '#web/parts/toast.tsx'

type Props = { item: OutputOf<'getItem'>['item']; writing: Writing; onClose(): void }

/** What an update changes for the public, what the checks say to it, what happens; then the button that does it. */
export default function UpdateSheet({ item, writing, onClose }: Props) {
  const [note, setNote] = useState('')
  const [isRefused, setRefused] = useState(false)
  const { effects, error, update } = useLiveUpdate(item, writing)
  const diff = changedFields(writing.draft, valuesOf(item))
  const isClashing = writing.clashing.length > 0
  const hasMoved = isRefused && (writing.error === null || writing.error.code === 'version_conflict')

  async function press() {
    setRefused(false)
    if (!(await update(note))) return setRefused(true)
    onClose()
    toast('The live article is updated.')
  }

  return (
    <Sheet
      title={item.title}
      lead="Update live article"
      onClose={onClose}
      footer={
        <>
          <span className="flex-1" />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="press"
            disabled={effects === null || diff === '' || isClashing}
            isBusy={writing.isSaving}
            onClick={() => void press()}
          >
            Update live article
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
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
                `Everybody reads it at ${effects.item.url} at once.`,
                ...(writing.draft.slug === undefined ? [] : [`The address before, ${item.url}, leads to the new one.`]),
                'The Content API, the feed and llms.txt have it from then on.',
              ]}
              wayBack="You can take it back: History restores what the article says now."
            />
          </>
        )}
        <TextField
          label="Note"
          isOptional
          maxLength={200}
          hint="For the history: what changed, and why."
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      <DialogProblem error={error ?? (isRefused && !hasMoved ? writing.error : null)} />
    </Sheet>
  )
}
