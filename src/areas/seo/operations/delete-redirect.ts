import { z } from 'zod'

import { removeRedirect } from '#areas/addresses/index.ts'
import { tellRedirect } from '#areas/seo/tell-redirect.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const deleteRedirect = operation({
  name: 'deleteRedirect',
  title: 'Delete a redirect',
  summary:
    'Deletes a redirect: its path answers 404 until an item or another redirect has it. listRedirects lists ids.',
  scope: 'content:delete',
  risk: 'destructive',
  changesPublic: true,
  errors: ['not_found'],
  examples: [{ title: 'Delete', input: { redirectId: 'red_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ redirectId: id('redirect') }),
  output: z.object({ deleted: z.literal(true), id: id('redirect') }),

  async handle(ctx, { redirectId }) {
    const removed = await removeRedirect(ctx, redirectId)
    await tellRedirect(ctx, removed, 'gone')
    return { deleted: true as const, id: redirectId }
  },
})
