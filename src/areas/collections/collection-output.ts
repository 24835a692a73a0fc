import { z } from 'zod'

import { iso } from '#kernel/schema.ts'
import { pluck } from '#std/pluck.ts'

import { collectionFields } from './collection-fields.ts'
import { type Collection, defaultsOf } from './collections.ts'

const counts = z.object({ total: z.int(), published: z.int(), scheduled: z.int(), draft: z.int() })

const { version, createdAt, updatedAt, ...others } = pluck(collectionFields, 'output')

/** A collection in an answer. */
export const collectionOutput = z.object({
  ...others,
  counts,
  version,
  createdAt,
  updatedAt,
})

const none = { total: 0, published: 0, scheduled: 0, draft: 0 }

/** A collection with its counts of items, as every answer shows it. */
export function describeCollection(
  collection: Collection,
  count: z.output<typeof counts> | undefined,
): z.input<typeof collectionOutput> {
  // What addresses are made with and the public sees, and no fields of the collection.
  const { timezone: _, isOpen: __, ...fields } = collection
  return {
    ...fields,
    defaults: defaultsOf(collection),
    counts: count ?? none,
    createdAt: iso(collection.createdAt),
    updatedAt: iso(collection.updatedAt),
  }
}
