import { sql } from 'kysely'
import { z } from 'zod'

import { collectionFields } from '#areas/collections/collection-fields.ts'
import { collectionOutput, describeCollection } from '#areas/collections/collection-output.ts'
import { collectionRecords, getCollection } from '#areas/collections/collections.ts'
import { newId } from '#kernel/ids.ts'
import { operation } from '#kernel/operation.ts'
import { requireRoom } from '#kernel/require-room.ts'
import { orSlugTaken } from '#kernel/slug-taken.ts'
import { pluck } from '#std/pluck.ts'

const { name, ...others } = pluck(collectionFields, 'create')

const collectionRoom = {
  what: 'collections',
  most: 200,
  path: '/input/slug',
  remedy: 'Use one that exists: listCollections names them, updateCollection changes and enables them.',
} as const

// A statement sees what was there before it: the count costs no message of its own.
const earlierCollections =
  sql<number>`(select count(*)::integer from app.collection where organization_id = app.org())`.as('earlier')

export const createCollection = operation({
  name: 'createCollection',
  title: 'Create a collection',
  summary: 'Creates an enabled collection. Needs the authority plan. updateCollection enables a preset.',
  scope: 'content:write',
  risk: 'write',
  requires: 'nonArticleCollections',
  errors: ['slug_taken'],
  examples: [
    { title: 'A collection of customer stories', input: { name: 'Customer stories', slug: 'stories', kind: 'custom' } },
  ],
  input: z.strictObject({ name, ...others }),
  output: z.object({ collection: collectionOutput }),

  async handle({ db }, input) {
    const collectionId = newId('collection')
    const { urlTemplate = `/${input.slug}/{slug}`, ...given } = input
    const row = collectionRecords.write({ ...given, urlTemplate, id: collectionId, enabled: true })
    const made = db.insertInto('collection').values(row).returning(earlierCollections)
    const { earlier } = await orSlugTaken(made.executeTakeFirstOrThrow(), input.slug)
    requireRoom(earlier, collectionRoom)

    return { collection: describeCollection(await getCollection(db, collectionId), undefined) }
  },
})
