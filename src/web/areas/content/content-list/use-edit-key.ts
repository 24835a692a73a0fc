import { useNavigate } from '@tanstack/react-router'

import { useOrganization } from '#web/context.ts'
import { useSingleKeys } from '#web/parts/single-keys.ts'

/** `e` opens the article of the row that has the focus, otherwise the one that is peeked at. */
export function useEditKey(peeked: string | undefined): void {
  const { slug: orgSlug } = useOrganization()
  const navigate = useNavigate()
  const edit = () => {
    const row = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row']
    const itemId = row ?? peeked
    if (itemId !== undefined) void navigate({ to: '/o/$orgSlug/content/$itemId', params: { orgSlug, itemId } })
  }
  useSingleKeys({ e: { label: 'Edit the chosen article', run: edit } })
}
