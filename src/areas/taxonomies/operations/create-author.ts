import { z } from 'zod'

import { getCollection, requireEnabled } from '#areas/collections/index.ts'
import { createTerm } from '#areas/taxonomies/make-term.ts'
import { authorFields } from '#areas/taxonomies/term-fields.ts'
import { authorOutput, describeAuthor } from '#areas/taxonomies/term-output.ts'
import { operation } from '#kernel/operation.ts'
import { pluck } from '#std/pluck.ts'

export const createAuthor = operation({
  name: 'createAuthor',
  title: 'Create an author',
  summary: 'Creates an author of one collection. Without a slug, one is made from the name.',
  scope: 'content:write',
  risk: 'write',
  errors: ['not_found', 'slug_taken', 'collection_disabled', 'plan_required'],
  examples: [
    {
      title: 'An author of articles',
      input: { collectionId: 'col_01k9x8f0000000000000000000', name: 'Editorial team', bio: 'Writes about CRM.' },
    },
  ],
  input: z.strictObject(pluck(authorFields, 'create')),
  output: z.object({ author: authorOutput }),

  async handle({ db, access }, { collectionId, bio, ...fields }) {
    const collection = await getCollection(db, collectionId)
    requireEnabled(collection, access.organization.plan)

    const author = await createTerm(db, { kind: 'author', collectionId: collection.id, description: bio, ...fields })

    return { author: describeAuthor(author, { postCount: 0, avatarUrl: null }) }
  },
})
