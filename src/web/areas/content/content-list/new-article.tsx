import { useNavigate } from '@tanstack/react-router'
import { useOrganization } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { useSingleKeys } from '#web/parts/single-keys.ts'
import { toast } from '#web/parts/toast.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

/** Makes a draft in the first collection, and opens it to be written. */
export function NewArticle() {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const make = useAction('createItem')
  const making = useCatalogEntry('createItem')
  const isAllowed = making?.allowed ?? false
  const collections = useOperation('listCollections', { pageSize: 100, includeDisabled: true }, { staleTime: 300_000 })
  const [collection] = collections.data?.items.filter(({ enabled }) => enabled) ?? []

  async function open() {
    if (collection === undefined || make.isPending) return
    const made = await make.run({ collectionId: collection.id, title: 'Untitled article' })
    if (made === null) return toast('The article could not be made. Try again.')
    await navigate({ to: '/o/$orgSlug/content/$itemId', params: { orgSlug: slug, itemId: made.item.id } })
  }

  useSingleKeys(isAllowed ? { c: { label: 'New article', run: () => void open() } } : {})
  // It has its place before anybody knows who may press it.
  if (making && !isAllowed) return null
  return (
    <Button
      look="ink"
      disabled={!isAllowed || collection === undefined}
      isBusy={make.isPending}
      onClick={() => void open()}
    >
      New article
    </Button>
  )
}
