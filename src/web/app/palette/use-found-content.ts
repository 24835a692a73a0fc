import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'

import type { Choice } from '#web/app/palette/choices.ts'
import { useOrganization } from '#web/context.ts'
import { useOperation } from '#web/use-operation.ts'

/** Content by title, slug, address or id; nothing for less than two letters. */
export function useFoundContent(text: string): Choice[] {
  const search = useDeferredValue(text.trim())
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const isAsked = search.length >= 2
  const { data } = useOperation(
    'listManagerItems',
    { search, pageSize: 6, fields: ['title', 'slug', 'status'] },
    { enabled: isAsked, staleTime: 30_000 },
  )
  if (!isAsked || !data) return []
  return data.items.map(({ id, title, slug: itemSlug }) => ({
    id,
    group: 'Content',
    label: title,
    hint: itemSlug,
    isContent: true,
    run: () => void navigate({ to: '/o/$orgSlug/content/$itemId', params: { orgSlug: slug, itemId: id } }),
  }))
}
