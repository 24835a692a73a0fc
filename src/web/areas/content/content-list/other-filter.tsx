import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

import type { ContentSearch } from '#web/areas/content/content-list/content-search.ts'
import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import { toast } from '#web/parts/toast.tsx'

export type FilterKind = 'collection' | 'author' | 'category' | 'tag'
type Named = { id: string; name: string }
type Props = { kind: FilterKind; asked: ContentSearch; onName(named: Named): void }

/**
 * What the list is narrowed by and nobody has chosen here: its name is looked for in all of its kind. One that does not
 * exist falls out of the address, and the person reads why the list shows more.
 */
export default function OtherFilter({ kind, asked, onName }: Props) {
  const { [kind]: id, collection } = asked
  const pageOf = usePages(kind)
  const navigate = useNavigate()
  useEffect(() => {
    let isWanted = true
    const settle = (found: Named | undefined) => {
      if (!isWanted) return
      if (found) return onName(found)
      void navigate({ to: '.', search: (now) => ({ ...now, [kind]: undefined }), replace: true })
      toast(`The ${kind} that the list was filtered by no longer exists: the list is shown without it.`)
    }
    // Where it cannot be read, the filter stays as it is.
    find(pageOf, collection, id).then(settle, () => undefined)
    return () => void (isWanted = false)
  }, [kind, id, collection])
  return null
}

type PageOf = (page: number, collection: string | undefined) => Promise<{ items: readonly Named[]; hasMore: boolean }>

async function find(pageOf: PageOf, collection: string | undefined, id: string | undefined) {
  for (let page = 1; ; page++) {
    const { items, hasMore } = await pageOf(page, collection)
    const found = items.find((one) => one.id === id)
    if (found || !hasMore) return found
  }
}

/** Reads records of a kind, a hundred at a time; authors are those of one collection, or of all of them as one page. */
function usePages(kind: FilterKind): PageOf {
  const { call } = useClient()
  const organizationId = useOrganization().id
  const userId = usePersonId()
  const options = { organizationId, userId, read: true } as const
  const collectionsAt = async (page: number) =>
    (await call('listCollections', { page, pageSize, includeDisabled: true }, options)).result
  const authorsAt = async (page: number, collection: string) =>
    (await call('listAuthors', { page, pageSize, collection }, options)).result

  return async (page, collection) => {
    if (kind === 'collection') return collectionsAt(page)
    if (kind !== 'author') return (await call('listTaxonomyTerms', { page, pageSize, taxonomy: kind }, options)).result
    if (collection !== undefined) return authorsAt(page, collection)
    const { items } = await collectionsAt(1)
    const lists = await Promise.all(items.map((one) => authorsAt(page, one.id)))
    return { items: lists.flatMap((list) => list.items), hasMore: lists.some(({ hasMore }) => hasMore) }
  }
}

const pageSize = 100
