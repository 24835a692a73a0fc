import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import type { beginArticle } from '#web/areas/content/article/begin-article.ts'
import type { Draft } from '#web/areas/content/article/draft.ts'
import { itemRead } from '#web/areas/content/article/item-read.ts'
import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import type { OperationError } from '#web/operation-error.ts'
import type { OutputOf } from '#web/operations.ts'
import { patiently } from '#web/parts/late.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

type Found = OutputOf<'getItem'>
type Item = Found['item']

/** In the place of an id: an article that is made with its first letter. */
export const newArticle = 'new'
export const isUnmade = ({ id }: Pick<Item, 'id'>): boolean => (id as string) === ''

/**
 * Makes an article of its first letters; undefined if that was refused. `sent` is what it was made of: where an earlier attempt had no
 * answer, what that one sent.
 */
export type Making = {
  beginning: string | undefined
  run(draft: Draft): Promise<{ item: Item; sent: Draft } | undefined>
  error: OperationError | null
}

type Begun = {
  n: number
  at: string
  start: ReturnType<typeof beginArticle> | null
  born: Found | null
}

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
  const [begun, setBegun] = useState<Begun>({ n: 0, at: itemId, start: null, born: null })
  const { n, start, born } = begun
  const collections = useOperation(
    'listCollections',
    { pageSize: 100, includeDisabled: true },
    { staleTime: 300_000, enabled: isNew },
  )
  const collection = collections.data?.items.find(({ enabled }) => enabled)

  // Another new article is another page.
  if (begun.at !== itemId)
    setBegun(isNew ? { n: n + 1, at: itemId, start: null, born: null } : { ...begun, at: itemId })
  const isWanted = isNew && start === null && collection !== undefined
  useEffect(() => {
    if (!isWanted) return
    const owner = { userId, organizationId: organization.id, itemId: newArticle }
    void patiently(() => import('#web/areas/content/article/begin-article.ts')).then((late) =>
      setBegun((now) =>
        now.n === n && now.start === null ? { ...now, start: late.beginArticle(owner, collection) } : now,
      ),
    )
  }, [isWanted, n])

  const isOwn = isNew || born?.item.id === itemId
  const key = isOwn ? `new ${n}` : itemId
  const shown = useShown(key)

  async function run(draft: Draft): Promise<{ item: Item; sent: Draft } | undefined> {
    const made = await start?.make(draft, create.run)
    if (made === undefined) return undefined
    const input = itemRead(made.id)
    const read = call('getItem', input, { organizationId: organization.id, userId, read: true })
    const result = (await read.catch(() => undefined))?.result
    if (result === undefined) return undefined
    queries.setQueryData([organization.id, 'getItem', input], result)
    // Who has gone elsewhere stays there.
    if (shown.current === key) {
      // The page shows it before anything else is done with what was written.
      flushSync(() => setBegun((now) => ({ ...now, born: result })))
      void navigate({
        to: '/o/$orgSlug/content/$itemId',
        params: { orgSlug: organization.slug, itemId: result.item.id },
        replace: true,
      })
    }
    return { item: result.item, sent: made.sent }
  }

  return {
    key,
    found: isNew ? (born ?? (start ? ({ item: start.empty, external: null } as Found) : undefined)) : undefined,
    error: isNew ? collections.error : null,
    making: { beginning: start?.beginning, run, error: create.error } satisfies Making,
  }
}

/** Which editor the page shows; none once it has been left. */
function useShown(key: string) {
  const shown = useRef<string | null>(key)
  useEffect(() => {
    shown.current = key
    return () => void (shown.current = null)
  }, [key])
  return shown
}
