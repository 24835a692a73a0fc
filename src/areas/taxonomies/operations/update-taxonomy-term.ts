import { z } from 'zod'

import { changeTerm } from '#areas/taxonomies/change-term.ts'
import { isGuarded } from '#areas/taxonomies/remove-term.ts'
import { taxonomies, taxonomyFields } from '#areas/taxonomies/term-fields.ts'
import { describeTerm, termOutput } from '#areas/taxonomies/term-output.ts'
import { countPosts, lockTerm } from '#areas/taxonomies/terms.ts'
import { isId } from '#kernel/ids.ts'
import { operation } from '#kernel/operation.ts'
import { changes, id, ifVersion } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'
import { pluck } from '#std/pluck.ts'

export const updateTaxonomyTerm = operation({
  name: 'updateTaxonomyTerm',
  title: 'Change a category or tag',
  summary: 'Changes a category or tag. Its items keep it; a new name does not change the slug.',
  scope: 'content:write',
  risk: 'write',
  // The addresses of its items may contain the slug of a category (content.md#url-templates).
  changesPublic: {
    when: ({ termId, slug }) => slug !== undefined && isId('category', termId),
    whenStored: (db, { termId }) => isGuarded(db, termId),
  },
  errors: ['not_found', 'slug_taken'],
  examples: [{ title: 'Another name', input: { termId: 'tag_01k9x8f0000000000000000000', name: 'CRM' } }],
  input: changes(
    {
      termId: id('category', 'tag').describe('Id of the category or tag: cat_... or tag_...'),
      ...pluck(taxonomyFields, 'change'),
      ifVersion,
    },
    'termId',
  ),
  output: z.object({ term: termOutput }),

  async handle(ctx, { termId, ifVersion: expected, ...change }) {
    const { db } = ctx
    const stored = await lockTerm(db, taxonomies, termId)
    requireVersion(stored.version, expected)

    const term = await changeTerm(ctx, stored, change)

    return { term: describeTerm(term, await countPosts(db, term)) }
  },
})
