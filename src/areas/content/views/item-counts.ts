import { sql } from 'kysely'
import { z } from 'zod'

import type { Reader } from '#kernel/database.ts'

import { areCountsKept, type ItemFilter, matchingItems } from './item-lists.ts'

/** What the tabs of a manager show; everything but `trash` is of items that are not in the trash. */
export const itemCounts = z.object({
  all: z.int(),
  draft: z.int(),
  scheduled: z.int(),
  published: z.int(),
  inReview: z.int().describe('Review requested'),
  trash: z.int(),
})
type ItemCounts = z.output<typeof itemCounts>

/** How many items a filter finds in each tab, whatever status, review state or trash it asks for itself. One statement. */
export async function countTabs(db: Reader, filter: ItemFilter): Promise<ItemCounts> {
  const every = { ...filter, statuses: undefined, reviewState: undefined, trashed: false }
  if (areCountsKept(every)) return keptCounts(db, every)
  return matchingItems(db, every)
    .select(({ fn }) => {
      const all = () => fn.countAll<number>()
      return [
        all().as('all'),
        all().filterWhere('item.effective_status', '=', 'draft').as('draft'),
        all().filterWhere('item.effective_status', '=', 'scheduled').as('scheduled'),
        all().filterWhere('item.effective_status', '=', 'published').as('published'),
        all().filterWhere('item.review_state', '=', 'requested').as('inReview'),
        matchingItems(db, { ...every, trashed: true })
          .select(all().as('trash'))
          .$asScalar()
          .$notNull()
          .as('trash'),
      ]
    })
    .executeTakeFirstOrThrow()
}

/** The same from the kept numbers; those in review are few. */
async function keptCounts(db: Reader, every: ItemFilter): Promise<ItemCounts> {
  const { collectionId } = every
  const sum = (statuses: readonly string[]) =>
    sql<number>`coalesce(sum(item_count.n) filter (where item_count.status = any(${[...statuses]})), 0)::int8`
  return db
    .selectFrom('item_count')
    .select(({ fn }) => [
      sum(['draft', 'scheduled', 'published']).as('all'),
      sum(['draft']).as('draft'),
      sum(['scheduled']).as('scheduled'),
      sum(['published']).as('published'),
      matchingItems(db, { ...every, reviewState: 'requested' })
        .select(fn.countAll<number>().as('inReview'))
        .$asScalar()
        .$notNull()
        .as('inReview'),
      sum(['trash']).as('trash'),
    ])
    .$if(collectionId !== undefined, (query) => query.where('collection_id', '=', collectionId ?? ''))
    .executeTakeFirstOrThrow()
}

/** The number of items that the filter itself finds, where one of the counts says it. */
export function totalIn(counts: ItemCounts, { statuses, reviewState, trashed }: ItemFilter): number | undefined {
  if (trashed === true) return statuses === undefined && reviewState === undefined ? counts.trash : undefined
  if (reviewState !== undefined) return undefined
  return statuses === undefined ? counts.all : [...new Set(statuses)].reduce((sum, name) => sum + counts[name], 0)
}
