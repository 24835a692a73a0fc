import { useEffect, useRef } from 'react'

import { type BegunField, keepBeginning, keptBeginning } from '#web/areas/content/article/kept-draft.ts'
import { newArticle } from '#web/areas/content/article/new-article.ts'
import { useOrganization, usePersonId } from '#web/context.ts'

export type KeptBeginning = ReturnType<typeof useKeptBeginning>

/**
 * What is begun in a field and cannot be part of the draft yet, such as half of a JSON text, kept as the draft is: over another tab and
 * a reload. `begun` is what was kept before; undefined: nothing.
 */
export function useKeptBeginning(field: BegunField, itemId: string) {
  const owner = { userId: usePersonId(), organizationId: useOrganization().id, itemId: itemId || newArticle }
  const kept = useRef({ owner, text: undefined as string | undefined })
  const begun = keptBeginning(owner, field)

  const keep = (text: string | undefined) => {
    kept.current.text = text
    keepBeginning(kept.current.owner, field, text)
  }
  // What was begun in a new article is that of the one that was made of it.
  useEffect(() => {
    const { owner: before, text } = kept.current
    if (before.itemId === owner.itemId) return
    keepBeginning(before, field, undefined)
    kept.current.owner = owner
    if (text !== undefined) keepBeginning(owner, field, text)
  }, [owner.itemId])

  return { begun, keep }
}
