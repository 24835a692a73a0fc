import { z } from 'zod'

import { replaceDefaultAuthor } from '#areas/organizations/index.ts'
import { isGuarded, removeTerm, replacementOutput } from '#areas/taxonomies/remove-term.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const deleteAuthor = operation({
  name: 'deleteAuthor',
  title: 'Delete an author',
  summary: 'Deletes an author. One with items needs reassignToId: another author of the same collection to replace it.',
  scope: 'content:delete',
  risk: 'destructive',
  changesPublic: { whenStored: (db, { authorId }) => isGuarded(db, authorId) },
  errors: ['not_found', 'in_use'],
  examples: [
    {
      title: 'Hand the items to another author',
      input: { authorId: 'aut_01k9x8f0000000000000000000', reassignToId: 'aut_01k9x8f0000000000000000001' },
    },
  ],
  input: z
    .strictObject({
      authorId: id('author').describe('Id of the author: aut_...'),
      reassignToId: id('author').optional().describe('The author that replaces it, of the same collection'),
    })
    .refine(({ authorId, reassignToId }) => authorId !== reassignToId, {
      path: ['reassignToId'],
      message: 'Must be another author',
    }),
  output: z.object({
    affectedItems: z.int().describe('Items of the author, including those in the trash'),
    reassignedTo: replacementOutput,
  }),

  async handle(ctx, { authorId, reassignToId }) {
    const { affectedItems, reassignedTo } = await removeTerm(ctx, ['author'], { id: authorId, reassignToId })
    await replaceDefaultAuthor(ctx.db, authorId, reassignToId ?? null)

    return { affectedItems, reassignedTo }
  },
})
