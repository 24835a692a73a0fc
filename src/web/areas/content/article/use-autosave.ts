import { useEffect, useRef } from 'react'

import type { Draft } from '#web/areas/content/article/draft.ts'
import type { Writing } from '#web/areas/content/article/use-draft.ts'

const afterTyping = 800
const tryAgain = 3000

/**
 * Saves by itself where `isWanted`: shortly after the last key, when a field, the window or the page is left, and again after a
 * while if the server could not be reached. What was refused, or clashes with what somebody else wrote, waits for the person.
 */
export function useAutosave(writing: Writing, { isWanted, isNew }: { isWanted: boolean; isNew: boolean }): void {
  const { draft, hasChanges, clashing, isSaving, error } = writing
  const tried = useRef<Draft | null>(null)
  const isRefused = error !== null && !error.isPassing && error.code !== 'version_conflict'
  const isDue = isWanted && hasChanges && clashing.length === 0
  const flush = useRef(() => {})
  useEffect(() => {
    flush.current = () => {
      if (!isDue || (tried.current === draft && isRefused)) return
      tried.current = draft
      void writing.save({ isAuto: true })
    }
  })

  useEffect(() => {
    if (!isDue || isSaving || (tried.current === draft && isRefused)) return
    const timer = setTimeout(() => flush.current(), tried.current === draft ? tryAgain : isNew ? 0 : afterTyping)
    return () => clearTimeout(timer)
  }, [draft, isDue, isSaving, isRefused, isNew])

  useEffect(() => {
    const now = () => flush.current()
    for (const event of ['blur', 'focusout', 'online']) addEventListener(event, now)
    document.addEventListener('visibilitychange', now)
    return () => {
      for (const event of ['blur', 'focusout', 'online']) removeEventListener(event, now)
      document.removeEventListener('visibilitychange', now)
      now()
    }
  }, [])
}
