import { z } from 'zod'

import { getCollection, requireEnabled } from '#areas/collections/index.ts'
import { authorFields } from '#areas/taxonomies/author-input.ts'
import { createTerm } from '#areas/taxonomies/make-term.ts'
import { authorOutput, describeAuthor } from '#areas/taxonomies/term-output.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

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
  input: z.strictObject({
    collectionId: id('collection').describe('Id of the collection: col_... (its slug works too)'),
    name: authorFields.name,
    slug: authorFields.slug.optional(),
    bio: authorFields.bio.optional(),
    socialLinks: authorFields.socialLinks.optional(),
    autoAssignDescription: authorFields.autoAssignDescription.optional(),
  }),
  output: z.object({ author: authorOutput }),

  async handle({ db, access }, { collectionId, bio, ...fields }) {
    const collection = await getCollection(db, collectionId)
    requireEnabled(collection, access.organization.plan)

    const author = await createTerm(db, { kind: 'author', collectionId: collection.id, description: bio, ...fields })

    return { author: describeAuthor(author, { postCount: 0, avatarUrl: null }) }
  },
})
