import { useNavigate } from '@tanstack/react-router'

import { useOrganization } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { useSingleKeys } from '#web/parts/single-keys.ts'
import { useCatalogEntry } from '#web/use-catalog.ts'

/** Opens an empty article: it is made with its first letter. Not ready while it may still move (web.md#pressed-where-it-stays). */
export function NewArticle({ isReady = true }: { isReady?: boolean }) {
  const { slug: orgSlug } = useOrganization()
  const navigate = useNavigate()
  const making = useCatalogEntry('createItem')
  const isAllowed = making?.allowed ?? false
  const open = () => void navigate({ to: '/o/$orgSlug/content/$itemId', params: { orgSlug, itemId: 'new' } })

  useSingleKeys(isAllowed ? { c: { label: 'New article', run: open } } : {})
  // It has its place before anybody knows who may press it.
  if (making && !isAllowed) return null
  return (
    <Button look="ink" disabled={!isAllowed || !isReady} onClick={open}>
      New article
    </Button>
  )
}
