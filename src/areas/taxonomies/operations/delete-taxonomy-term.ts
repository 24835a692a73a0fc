import { z } from 'zod'

import { isGuarded, removeTerm, replacementOutput } from '#areas/taxonomies/remove-term.ts'
import { taxonomies } from '#areas/taxonomies/term-fields.ts'
import { isId } from '#kernel/ids.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const deleteTaxonomyTerm = operation({
  name: 'deleteTaxonomyTerm',
  title: 'Delete or merge a category or tag',
  titleOf: ({ reassignToId }) =>
    reassignToId === undefined ? 'Delete a category or tag' : 'Merge a category or tag into another one',
  summary: 'Deletes a category or tag. One with items needs reassignToId: the term that replaces it in them.',
  scope: 'content:delete',
  risk: 'destructive',
  // The items of a category move to the addresses of the other one.
  changesPublic: {
    when: ({ termId, reassignToId }) => reassignToId !== undefined && isId('category', termId),
    whenStored: (db, { termId }) => isGuarded(db, termId),
  },
  errors: ['not_found', 'in_use'],
  examples: [
    {
      title: 'Merge one tag into another',
      input: { termId: 'tag_01k9x8f0000000000000000000', reassignToId: 'tag_01k9x8f0000000000000000001' },
    },
  ],
  input: z
    .strictObject({
      termId: id('category', 'tag').describe('Id of the category or tag: cat_... or tag_...'),
      reassignToId: id('category', 'tag').optional().describe('The term that replaces it, of the same kind'),
    })
    .refine(({ termId, reassignToId }) => termId !== reassignToId, {
      path: ['reassignToId'],
      message: 'Must be another term',
    }),
  output: z.object({
    affectedItems: z.int().describe('Items that had the term, including those in the trash'),
    reassignedTo: replacementOutput,
  }),

  async handle(ctx, { termId, reassignToId }) {
    const { affectedItems, reassignedTo } = await removeTerm(ctx, taxonomies, { id: termId, reassignToId })

    return { affectedItems, reassignedTo }
  },
})
