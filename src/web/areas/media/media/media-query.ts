import type { MediaSearch, MediaTab } from '#web/areas/media/media/media-search.ts'
import type { InputOf } from '#web/operations.ts'

/** The input of `listMedia` for a state of the library. */
export function mediaQuery({ tab, search, source, page }: MediaSearch): InputOf<'listMedia'> {
  return {
    kind: 'image',
    page: page ?? 1,
    pageSize: 40,
    ...tabQuery(tab),
    ...(search ? { search } : {}),
    ...(source ? { source } : {}),
  }
}

/** What narrows the list to a tab. */
export function tabQuery(tab: MediaTab | undefined): InputOf<'listMedia'> {
  if (tab === 'no-alt') return { withoutAlt: true }
  return tab === undefined ? {} : { unused: tab === 'unused' }
}
