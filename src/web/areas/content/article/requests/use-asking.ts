import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { flushSync } from 'react-dom'

import type { OutputOf } from '#web/operations.ts'
import { useCatalogEntry } from '#web/use-catalog.ts'

export type EditRequest = NonNullable<OutputOf<'getItem'>['editRequests']>[number]
export type Asking = ReturnType<typeof useAsking>

type Item = OutputOf<'getItem'>

/** Asking agents for edits of an open article: at what is selected in its text, or about the whole of it. */
export function useAsking({ item, editRequests = [] }: Item, { isNew }: { isNew: boolean }) {
  const mayAsk = (useCatalogEntry('requestEdit')?.allowed ?? false) && item.deletedAt === null && !isNew
  const [view, setView] = useState<EditorView | null>(null)
  const [about, setAbout] = useState<'passage' | 'whole' | null>(null)
  return {
    requests: editRequests,
    mayAsk,
    view,
    setView,
    about,
    /** Whether there is something to show over the text or in it. */
    isShown: about !== null || editRequests.length > 0,
    ask: setAbout,
    close() {
      flushSync(() => setAbout(null))
      if (about === 'passage') view?.focus()
    },
  }
}
