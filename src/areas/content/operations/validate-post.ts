import { z } from 'zod'

import { editableFields, type ItemChanges } from '#areas/content/item-fields.ts'
import { patchedRow } from '#areas/content/item-patch.ts'
import { bodyOf, findItem } from '#areas/content/items.ts'
import { type PreparedBody, renderChanged } from '#areas/content/rendering.ts'
import { featuresOf } from '#areas/content/similarity/item-similarity.ts'
import { checkCheckable } from '#areas/content/warnings/check-item.ts'
import { publishingWarning } from '#areas/content/warnings/warning.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const validatePost = operation({
  name: 'validatePost',
  title: 'Check an item before publishing',
  summary: 'Gives the publishing warnings of an item and changes nothing. draftPatch: checked as if it were saved.',
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
    draftPatch: z.strictObject(editableFields).optional().describe('Unsaved changes: fields of updateItem'),
  }),
  output: z.object({
    publishingWarnings: z.array(publishingWarning),
    summary: z.object({ errors: z.int(), warnings: z.int(), notices: z.int() }),
    score: z.int().describe('0 to 100'),
  }),

  prepare: (ctx, { id: itemId, draftPatch = {} }) => renderChanged(ctx, itemId, draftPatch),

  async handle(ctx, { id: itemId, draftPatch = {} }, prepared: PreparedBody | undefined) {
    const row = await findItem(ctx.db, { id: itemId })
    const stored = await bodyOf(ctx.db, row.id)
    const body =
      prepared === undefined
        ? stored
        : {
            content: prepared.content,
            contentFormat: prepared.format,
            contentHtml: prepared.rendered.html,
            features: featuresOf(prepared.rendered),
          }

    const changes: ItemChanges = draftPatch
    const { warnings, summary, score } = await checkCheckable(ctx, { row: patchedRow(row, changes), ...body })
    return { publishingWarnings: warnings, summary, score }
  },
})
