import { z } from 'zod'

import { editableFields, itemFieldTable, statuses } from '#areas/items/index.ts'
import { moment } from '#kernel/schema.ts'
import { pickNames, pluck } from '#std/pluck.ts'

const { authorIds, categoryIds, tagIds, ...others } = pickNames(editableFields, pluck(itemFieldTable, 'isBulk'))

/** What `bulkUpdateItems` does to each of its items. */
export const bulkPatch = z
  .strictObject({
    status: z.enum(statuses).optional(),
    publishAt: moment().optional().describe('With status scheduled or published'),
    authorIds,
    categoryIds,
    tagIds,
    addTagIds: tagIds.describe('Added to the tags of each item'),
    ...others,
  })
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), 'Give at least one field to change')
  .refine(({ tagIds: all, addTagIds: more }) => all === undefined || more === undefined, {
    path: ['addTagIds'],
    message: 'Give tagIds or addTagIds, not both',
  })
  .refine(({ status, publishAt }) => publishAt === undefined || (status !== undefined && status !== 'draft'), {
    path: ['publishAt'],
    message: 'publishAt is accepted only together with status “scheduled” or “published”',
  })

export type BulkPatch = z.output<typeof bulkPatch>
