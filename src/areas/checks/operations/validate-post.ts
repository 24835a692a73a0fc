import { z } from 'zod'

import { checkItem } from '#areas/checks/check-item.ts'
import { patchedItem, type PreparedBody, renderChanged } from '#areas/content/index.ts'
import { editableFields, worldReader } from '#areas/items/index.ts'
import { joined } from '#kernel/ask.ts'
import { operation } from '#kernel/operation.ts'
import { publishingWarning } from '#kernel/publishing-warning.ts'
import { id } from '#kernel/schema.ts'

export const validatePost = operation({
  name: 'validatePost',
  title: 'Check an item before publishing',
  summary: 'Returns the publishing warnings of an item; changes nothing. draftPatch: checked as if it were saved.',
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [
    { title: 'As it is stored', input: { id: 'itm_01jzz0000000000000000000zz' } },
    {
      title: 'With another title',
      input: { id: 'itm_01jzz0000000000000000000zz', draftPatch: { seoTitle: 'How to choose a CRM in five steps' } },
    },
  ],
  input: z.strictObject({
    id: id('item'),
    draftPatch: z.strictObject(editableFields).optional().describe('Unsaved fields of updateItem'),
  }),
  output: z.object({
    publishingWarnings: z.array(publishingWarning),
    summary: z.object({ errors: z.int(), warnings: z.int(), notices: z.int() }),
    score: z.int().describe('0 to 100'),
    wordCount: z.int().describe('Of the body, without blocks of code and captions'),
  }),

  prepare: (ctx, { id: itemId, draftPatch = {} }) => renderChanged(ctx, itemId, draftPatch),

  async handle({ db }, { id: itemId, draftPatch = {} }, prepared: PreparedBody | undefined) {
    const { world } = await readWorld(db, { id: itemId })
    const { row, body = world.body } = patchedItem(world.row, draftPatch, prepared)
    const { warnings, summary, score } = await checkItem(db, { ...world, row, body })
    const wordCount = prepared?.rendered.wordCount ?? world.row.word_count ?? 0
    return { publishingWarnings: warnings, summary, score, wordCount }
  },
})

const readWorld = worldReader(() => joined({}))
