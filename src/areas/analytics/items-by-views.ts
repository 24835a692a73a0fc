import { sql } from 'kysely'

import { searched } from '#areas/content/index.ts'
import type { Reader } from '#kernel/database.ts'
import { listPage } from '#kernel/list-page.ts'

import { countedViews, type Days } from './view-counters.ts'

type Asked = {
  days: Days
  itemIds?: readonly string[] | undefined
  search?: string | undefined
  page: number
  pageSize: number
}

/** One page of the items outside the trash, those with most views in these days first, and their number. */
export async function itemsByViews(db: Reader, { days, itemIds, search, page, pageSize }: Asked) {
  const hits = searched(search)
  const items = db
    .selectFrom('item as i')
    .where('i.trashed_at', 'is', null)
    .$if(itemIds !== undefined, (query) => query.where('i.id', '=', sql<never>`any(${[...(itemIds ?? [])]})`))
    .$if(hits !== undefined, (query) => query.where(sql<boolean>`i.id in ${hits}`))
  return listPage(items, { page, pageSize }, (all) =>
    all
      .leftJoin(
        sql<{
          item_id: string
          views: number
        }>`(select item_id, sum(n) as views from ${countedViews(days)} as c group by item_id)`.as('v'),
        'v.item_id',
        'i.id',
      )
      .select(['i.id', 'i.title', 'i.slug', 'i.category_slug', 'i.publish_at', 'i.canonical_url', 'i.collection_id'])
      .orderBy(sql`coalesce(v.views, 0)`, 'desc')
      .orderBy('i.id'),
  )
}
