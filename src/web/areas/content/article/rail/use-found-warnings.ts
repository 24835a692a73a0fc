import { useEffect, useState } from 'react'

import type { InputOf, OutputOf } from '#web/operations.ts'
import { useOperation } from '#web/use-operation.ts'

type Warnings = NonNullable<OutputOf<'getItem'>['publishingWarnings']>

/** How long nothing must be typed before the checks read the text, in ms. */
const pause = 700

/** What the checks find in the article as it is being written; while nothing is unsaved, what they found in what is stored. */
export function useFoundWarnings({ item, publishingWarnings = [] }: OutputOf<'getItem'>, patch: object): Warnings {
  const settled = useSettled(JSON.stringify(patch))
  const input = { id: item.id, draftPatch: JSON.parse(settled) } as InputOf<'validatePost'>
  const checked = useOperation('validatePost', input, { enabled: settled !== '{}' && item.deletedAt === null })
  return settled === '{}' ? publishingWarnings : (checked.data?.publishingWarnings ?? publishingWarnings)
}

/** How many words the body has, as the checks count them; of unsaved changes only where they do not save themselves. */
export function useWordCount({ item }: OutputOf<'getItem'>, patch: { content?: unknown }): number {
  const settled = useSettled(JSON.stringify(patch))
  const enabled = item.status === 'published' && 'content' in patch && settled !== '{}'
  const input = { id: item.id, draftPatch: JSON.parse(settled) } as InputOf<'validatePost'>
  const checked = useOperation('validatePost', input, { enabled })
  return (enabled ? checked.data?.wordCount : undefined) ?? item.wordCount ?? 0
}

/** A text once it has stopped changing. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
