import type { ContentSearch } from '#web/areas/content/content-list/content-search.ts'
import type { InputOf } from '#web/operations.ts'

type Filter = NonNullable<InputOf<'exportItems'>['filter']>

/** What the content list shows as the filter of an export; undefined where it shows everything, or something that an export cannot ask for. */
export function exportFilter(asked: ContentSearch): Filter | undefined {
  const { tab, search, collection, order: _order, page: _page, peek: _peek, ...others } = asked
  if (tab === 'trash' || tab === 'review' || Object.keys(others).length > 0) return undefined
  const filter = {
    ...(tab ? { status: [tab] } : {}),
    ...(search ? { search } : {}),
    ...(collection ? { collectionId: collection } : {}),
  }
  return Object.keys(filter).length > 0 ? filter : undefined
}
