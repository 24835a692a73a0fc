import { z } from 'zod'

import { collectionFields, stored } from '#areas/collections/collection-input.ts'
import { collectionOutput, describeCollection } from '#areas/collections/collection-output.ts'
import { getCollection } from '#areas/collections/collections.ts'
import { collectionKinds } from '#areas/collections/presets.ts'
import { newId } from '#kernel/ids.ts'
import { operation } from '#kernel/operation.ts'
import { slug } from '#kernel/schema.ts'
import { orSlugTaken } from '#kernel/slug-taken.ts'

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
  input: z.strictObject({
    name: collectionFields.name,
    slug: slug().describe('Slug, unique among the collections; it never changes'),
    kind: z.enum(collectionKinds).describe('What the items are'),
    urlTemplate: collectionFields.urlTemplate.optional(),
    fieldsSchema: collectionFields.fieldsSchema.optional(),
  }),
  output: z.object({ collection: collectionOutput }),

  async handle({ db }, { name, slug: given, kind, urlTemplate, fieldsSchema }) {
    const collectionId = newId('collection')
    const row = {
      id: collectionId,
      slug: given,
      name,
      kind,
      enabled: true,
      url_template: urlTemplate ?? `/${given}/{slug}`,
      fields_schema: stored(fieldsSchema),
    }
    await orSlugTaken(db.insertInto('collection').values(row).execute(), given)

    return { collection: describeCollection(await getCollection(db, collectionId), undefined) }
  },
})
