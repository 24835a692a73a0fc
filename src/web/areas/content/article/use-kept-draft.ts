import { useEffect, useRef, useState } from 'react'

import type { Draft } from '#web/areas/content/article/draft.ts'
import { type DraftOwner, followKept, keepDraft, keptDraft } from '#web/areas/content/article/kept-draft.ts'
import type { OutputOf } from '#web/operations.ts'

type Item = OutputOf<'getItem'>['item']

export type KeptDraft = ReturnType<typeof useKeptDraft>

/**
 * A draft that this browser keeps, beginning with what it kept before. `latest` is what was typed last and what it is about, for what
 * waits for an answer meanwhile.
 */
export function useKeptDraft(owner: DraftOwner, item: Item) {
  const [draft, setDraft] = useState<Draft>(() => keptDraft(owner))
  const latest = useRef({ draft, item })
  useEffect(() => {
    latest.current.item = item
  }, [item])

  // What was kept for a new article is that of the one that was made of it.
  const keptFor = useRef(owner)
  useEffect(() => {
    if (keptFor.current.itemId === owner.itemId) return
    keepDraft(keptFor.current, {})
    keptFor.current = owner
    keepDraft(owner, latest.current.draft)
  }, [owner.itemId])

  // What waits for the update of a live article is one text, whatever page it is written on (web.md#pages-share-what-waits).
  const waits = item.status === 'published'
  useEffect(() => {
    if (!waits) return
    return followKept(owner, (kept) => {
      latest.current.draft = kept
      setDraft(kept)
    })
  }, [waits, owner.itemId])

  // It is kept before the page is drawn again: an answer may come when the page is no longer there.
  function change(next: Draft): void {
    latest.current.draft = next
    keepDraft(keptFor.current, next)
    setDraft(next)
  }

  return { draft, latest, change }
}
