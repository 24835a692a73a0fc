import type { ItemStatus, ManagerQuery } from '#web/operations.ts'

/** The state of the content list, all of it in the address. */
export type ContentSearch = {
  tab?: Tab
  search?: string
  order?: Order
  page?: number
  collection?: string
  author?: string
  category?: string
  tag?: string
  copy?: Copy
  checks?: (typeof checkStates)[number]
  /** Days. */
  since?: (typeof spans)[number]
  /** The item beside the list. */
  peek?: string
}
export type Order = NonNullable<ManagerQuery['orderBy']>
export type Tab = ItemStatus | 'review' | 'trash'
export type Copy = NonNullable<ManagerQuery['externalState']>

export const tabs = ['all', 'draft', 'review', 'scheduled', 'published', 'trash'] as const
export const checkStates = ['open', 'none'] as const
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

/** What an address says about the list; what is not valid is left out. */
export function contentSearch(given: Record<string, unknown>): ContentSearch {
  const page = Number(given['page'])
  const tab = oneOf(tabs, given['tab'])
  const order = oneOf(
    orders.map(([name]) => name),
    given['order'],
  )
  // A number in the address was typed as text.
  const search = String(given['search'] ?? '')
    .trim()
    .slice(0, 2048)
  return present({
    tab: tab === 'all' ? undefined : tab,
    search: search || undefined,
    order: order === orders[0][0] ? undefined : order,
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    collection: idOf('col', given['collection']),
    author: idOf('aut', given['author']),
    category: idOf('cat', given['category']),
    tag: idOf('tag', given['tag']),
    copy: oneOf(copies, given['copy']),
    checks: oneOf(checkStates, given['checks']),
    since: oneOf(spans, Number(given['since'])),
    peek: idOf('itm', given['peek']),
  })
}

/** The input of `listManagerItems` for a state of the list. `since` counts whole days, in UTC. */
export function managerQuery(asked: ContentSearch, now = Date.now()): ManagerQuery {
  const { tab, search, order, page, collection, author, category, tag, copy, checks, since } = asked
  const day = 86_400_000
  return {
    page: page ?? 1,
    pageSize,
    ...present({
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
      from: since === undefined ? undefined : new Date((Math.floor(now / day) - since) * day).toISOString(),
    }),
  }
}

/** The same list without its filters: the tab, the search and the order stay. */
export function unfiltered({ tab, search, order }: ContentSearch): ContentSearch {
  return present({ tab, search, order })
}

/** Whether something narrows the list besides its tab. */
export function isNarrowed(asked: ContentSearch): boolean {
  const { tab: _tab, order: _order, page: _page, peek: _peek, ...filters } = asked
  return Object.values(filters).some((value) => value !== undefined)
}

function oneOf<T>(allowed: readonly T[], given: unknown): T | undefined {
  return allowed.find((one) => one === given)
}

function idOf(kind: string, given: unknown): string | undefined {
  return typeof given === 'string' && new RegExp(`^${kind}_\\w{26}$`).test(given) ? given : undefined
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** A record without its undefined fields. */
function present<T extends object>(record: T): Present<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Present<T>
}
