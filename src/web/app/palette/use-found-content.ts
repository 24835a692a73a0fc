import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'

import type { Choice } from '#web/app/palette/choices.ts'
import { useOrganization } from '#web/context.ts'
import { isTitled, titledFirst } from '#web/parts/titled-first.ts'
import { useOperation } from '#web/use-operation.ts'

const [searched, shown] = [24, 6]

/** Content by title, slug, address or id; nothing for less than two letters. */
export function useFoundContent(text: string): Choice[] {
  const search = useDeferredValue(text.trim())
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const isAsked = search.length >= 2
  const { data } = useOperation(
    'listManagerItems',
    { search, pageSize: searched, fields: ['title', 'slug', 'status'] },
    { enabled: isAsked, staleTime: 30_000 },
  )
  if (!isAsked || !data) return []
  return titledFirst(data.items, search)
    .slice(0, shown)
    .map(({ id, title, slug: itemSlug }) => ({
      id,
      group: 'Content',
      label: title,
      hint: isTitled({ title }, search) || itemSlug.includes(search) ? itemSlug : `${itemSlug}, in its text`,
      isContent: true,
      run: () => void navigate({ to: '/o/$orgSlug/content/$itemId', params: { orgSlug: slug, itemId: id } }),
    }))
}
