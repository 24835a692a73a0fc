import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'

import { slugify } from '#std/slugs.ts'
import { changesIn, type Draft, untitled } from '#web/areas/content/article/draft.ts'
import { itemRead } from '#web/areas/content/article/item-read.ts'
import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import type { OperationError } from '#web/operation-error.ts'
import type { OutputOf } from '#web/operations.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

type Found = OutputOf<'getItem'>
type Item = Found['item']

/** In the place of an id: an article that is made with its first letter. */
export const newArticle = 'new'
export const isUnmade = ({ id }: Pick<Item, 'id'>): boolean => (id as string) === ''

/** Makes an article of its first letters; undefined if that was refused. */
export type Making = { run(draft: Draft): Promise<Item | undefined>; error: OperationError | null }

/**
 * The article that a page begins: empty until something is written, then the one that was made. The page stays the same one, so that
 * no letter is lost between the two.
 */
export function useNewArticle(itemId: string) {
  const organization = useOrganization()
  const userId = usePersonId()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { call } = useClient()
  const create = useAction('createItem')
  const isNew = itemId === newArticle
  const [begun, setBegun] = useState<{ n: number; at: string; empty: Found | null; born: Found | null }>({
    n: 0,
    at: itemId,
    empty: null,
    born: null,
  })
  const collections = useOperation(
    'listCollections',
    { pageSize: 100, includeDisabled: true },
    { staleTime: 300_000, enabled: isNew },
  )
  const collection = collections.data?.items.find(({ enabled }) => enabled)

  // Another new article is another page.
  if (begun.at !== itemId)
    setBegun(isNew ? { n: begun.n + 1, at: itemId, empty: null, born: null } : { ...begun, at: itemId })
  else if (isNew && begun.empty === null && collection !== undefined)
    setBegun({ ...begun, empty: { item: emptyItem(collection), external: null } as Found })

  async function run(draft: Draft): Promise<Item | undefined> {
    if (collection === undefined) return undefined
    const { slug, ...fields } = changesIn(draft)
    const title = draft.title?.mine.trim() || untitled
    const made = await create.run({
      ...fields,
      ...(slug === undefined || slug === slugify(title) ? {} : { slug: String(slug) }),
      collectionId: collection.id,
      title,
    })
    if (made === null) return undefined
    const input = itemRead(made.item.id)
    const { result } = await call('getItem', input, { organizationId: organization.id, userId, read: true })
    queries.setQueryData([organization.id, 'getItem', input], result)
    // The page shows it before anything else is done with what was written.
    flushSync(() => setBegun((now) => ({ ...now, born: result })))
    void navigate({
      to: '/o/$orgSlug/content/$itemId',
      params: { orgSlug: organization.slug, itemId: result.item.id },
      replace: true,
    })
    return result.item
  }

  const isOwn = isNew || begun.born?.item.id === itemId
  return {
    key: isOwn ? `new ${begun.n}` : itemId,
    found: isNew ? (begun.born ?? begun.empty ?? undefined) : undefined,
    error: isNew ? collections.error : null,
    making: { run, error: create.error } satisfies Making,
  }
}

/** What an article says before it is made: the page reads these members and no others of it. */
function emptyItem({ id, slug }: OutputOf<'listCollections'>['items'][number]): Item {
  return {
    id: '',
    version: 0,
    collectionId: id,
    collectionSlug: slug,
    status: 'draft',
    contentFormat: 'markdown',
    title: '',
    content: '',
    slug: '',
    url: '',
    authors: [],
    categories: [],
    tags: [],
    faq: [],
    robots: { noindex: false, nofollow: false },
    customFields: {},
    featuredImageId: null,
    review: null,
    reviewState: 'none',
    externalState: 'none',
    deletedAt: null,
    publishAt: null,
    publishError: null,
    pendingRevision: null,
    generationState: null,
    firstPublishedAt: null,
  } as unknown as Item
}
