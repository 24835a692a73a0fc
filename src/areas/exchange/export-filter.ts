import { z } from 'zod'

import type { ItemFilter } from '#areas/content/index.ts'
import { statuses } from '#areas/items/index.ts'
import { id, moment, text } from '#kernel/schema.ts'

/** Which items are exported: those that match everything given; without a filter all but the trash. */
export const exportFilter = z.strictObject({
  collectionId: id('collection').optional(),
  status: z.array(z.enum(statuses)).max(3).optional(),
  search: text(2048).optional(),
  updatedSince: moment().optional(),
  ids: z.array(id('item')).max(1000).optional(),
})

export function filterOf({
  collectionId,
  status,
  search,
  updatedSince,
  ids,
}: z.output<typeof exportFilter>): ItemFilter {
  return {
    search,
    collectionId,
    statuses: status,
    updatedFrom: updatedSince === undefined ? undefined : new Date(updatedSince),
    ids,
  }
}
