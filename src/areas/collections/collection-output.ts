import { z } from 'zod'

import { id, iso, jsonObject, timestamp, title } from '#kernel/schema.ts'

import type { Collection } from './collections.ts'
import { collectionKinds } from './presets.ts'

const counts = z.object({ total: z.int(), published: z.int(), scheduled: z.int(), draft: z.int() })

/** A collection in an answer. */
export const collectionOutput = z.object({
  id: id('collection'),
  slug: z.string(),
  name: title(120),
  kind: z.enum(collectionKinds),
  enabled: z.boolean(),
  builtIn: z.boolean(),
  urlTemplate: z.string(),
  fieldsSchema: jsonObject().nullable(),
  defaultAuthorId: id('author').nullable(),
  cmsTargetId: z.string().nullable(),
  counts,
  version: z.int(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

const none = { total: 0, published: 0, scheduled: 0, draft: 0 }

/** A collection with its counts of items, as every answer shows it. */
export function describeCollection(
  collection: Collection,
  count: z.output<typeof counts> | undefined,
): z.input<typeof collectionOutput> {
  return {
    ...collection,
    counts: count ?? none,
    createdAt: iso(collection.createdAt),
    updatedAt: iso(collection.updatedAt),
  }
}
