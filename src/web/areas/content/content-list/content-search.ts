import { defined } from '#std/objects.ts'
import { idOf, oneOf, page, searchBy, words } from '#web/address.ts'
import type { ManagerQuery } from '#web/operations.ts'

export type Order = NonNullable<ManagerQuery['orderBy']>
export type Copy = NonNullable<ManagerQuery['externalState']>

export const tabs = ['all', 'draft', 'review', 'scheduled', 'published', 'trash'] as const
export const checkStates = ['open', 'none'] as const
export const requestStates = ['open', 'none'] as const
export const spans = [7, 30, 90, 365] as const
export const copies = ['pending', 'synced', 'failed', 'detached'] as const satisfies readonly Copy[]

/** The orders of the list in plain words; the first one need not be named. */
export const orders = [
  ['-updatedAt', 'Last changed first'],
  ['updatedAt', 'Longest unchanged first'],
  ['-publishAt', 'Latest publish date first'],
  ['publishAt', 'Earliest publish date first'],
  ['title', 'Title, A to Z'],
  ['-title', 'Title, Z to A'],
] as const satisfies readonly (readonly [Order, string])[]

const pageSize = 50

/** The state of the content list, all of it in the address. */
export const contentSearch = searchBy({
  tab: oneOf(tabs, 'all'),
  search: words(2048),
  order: oneOf(
    orders.map(([name]) => name),
    '-updatedAt',
  ),
  page,
  collection: idOf('col'),
  author: idOf('aut'),
  category: idOf('cat'),
  tag: idOf('tag'),
  copy: oneOf(copies),
  checks: oneOf(checkStates),
  /** What is asked of agents. */
  requests: oneOf(requestStates),
  /** Days. */
  since: (given) => oneOf(spans)(Number(given)),
  /** The item beside the list. */
  peek: idOf('itm'),
})
export type ContentSearch = ReturnType<typeof contentSearch>

/** The input of `listManagerItems` for a state of the list. `since` counts whole days, in UTC. */
export function managerQuery(asked: ContentSearch, now = Date.now()): ManagerQuery {
  const { tab, search, order, collection, author, category, tag, copy, checks, requests, since } = asked
  const day = 86_400_000
  return {
    page: asked.page ?? 1,
    pageSize,
    ...defined({
      search,
      orderBy: order,
      trashed: tab === 'trash' ? true : undefined,
      reviewState: tab === 'review' ? ('requested' as const) : undefined,
      status: tab === undefined || tab === 'trash' || tab === 'review' ? undefined : [tab],
      collectionId: collection,
      authorId: author,
      categoryId: category,
      tagId: tag,
      externalState: copy,
      hasWarnings: checks === undefined ? undefined : checks === 'open',
      hasEditRequests: requests === undefined ? undefined : requests === 'open',
      from: since === undefined ? undefined : new Date((Math.floor(now / day) - since) * day).toISOString(),
    }),
  }
}

/** The same list without its filters: the tab, the search and the order stay. */
export function unfiltered({ tab, search, order }: ContentSearch): ContentSearch {
  return defined({ tab, search, order })
}

/** Whether something narrows the list besides its tab. */
export function isNarrowed(asked: ContentSearch): boolean {
  const { tab: _tab, order: _order, page: _, peek: _peek, ...filters } = asked
  return Object.values(filters).some((value) => value !== undefined)
}
