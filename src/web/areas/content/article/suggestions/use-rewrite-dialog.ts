import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

import { articleSearch } from '#web/areas/content/article/article-search.ts'
import type { OutputOf } from '#web/operations.ts'

/** The dialog in which a model rewrites the article of this page: it is in the address, so that a reload shows it again. */
export function useRewriteDialog() {
  const { rewrite = false } = useSearch({ from: '/o/$orgSlug/content/$itemId' })
  const navigate = useNavigate({ from: '/o/$orgSlug/content/$itemId' })
  const show = useCallback(
    (isOpen: boolean) =>
      void navigate({
        search: (now) => articleSearch({ ...now, rewrite: isOpen }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return { isOpen: rewrite, open: useCallback(() => show(true), [show]), close: useCallback(() => show(false), [show]) }
}

/** Whether a rewrite of an article may be under way; it may have ended badly, too. */
export const isBeingRewritten = ({ generationState }: OutputOf<'getItem'>['item']): boolean =>
  generationState === 'queued' || generationState === 'running'
