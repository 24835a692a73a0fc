import { z } from 'zod'

import { changeItem, demandOf, itemSummary, renderChanged, summaryIn } from '#areas/content/index.ts'
import { bodyOf, findItem, lockUntrashed } from '#areas/items/index.ts'
import { linkedBody, withOtherLinks } from '#areas/seo/linked-body.ts'
import { Refusal } from '#kernel/errors.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { publishingWarning } from '#kernel/publishing-warning.ts'
import { id, ifVersion, url } from '#kernel/schema.ts'

export const replaceItemLinks = operation({
  name: 'replaceItemLinks',
  title: 'Replace links of an item',
  summary:
    'Gives links and images of an item other addresses, never in code. to null removes a link and keeps its text.',
  scope: 'content:write',
  risk: 'write',
  startsJob: true,
  confirm: {
    when: () => false,
    whenStored: (db, { id: itemId }, access) => demandOf(db, { ids: [itemId], status: undefined, access }),
    rule: 'Required for a published item if the organization asks for it.',
    alsoNeeds: 'content:publish',
  },
  errors: ['not_found', 'invalid_transition', 'collection_disabled', 'plan_required', 'conflict'],
  examples: [
    {
      title: 'A page that moved',
      input: {
        id: 'itm_01jzz0000000000000000000zz',
        links: [{ from: 'https://www.example.com/old', to: 'https://www.example.com/new' }],
      },
    },
  ],
  input: z.strictObject({
    id: id('item'),
    links: z
      .array(z.strictObject({ from: url(), to: url().nullable() }))
      .min(1)
      .max(50),
    ifVersion,
    note,
  }),
  output: z.object({
    item: itemSummary,
    replaced: z.int(),
    publishingWarnings: z.array(publishingWarning).optional().describe('Of a published item'),
    jobId: id('job').nullable(),
  }),

  async prepare(ctx, { id: itemId, links }) {
    const place = { baseUrl: ctx.baseUrl, organizationId: ctx.access.organization.id }
    const stored = await ctx.read(async (db) => linkedBody(db, await findItem(db, { id: itemId }), place))
    const { content, replaced } = withOtherLinks(stored, links)
    const changes = content === stored.content ? {} : { content }
    return { changes, replaced, stored: stored.content, body: await renderChanged(ctx, itemId, changes) }
  },

  async handle(ctx, { id: itemId, ifVersion: version }, { changes, replaced, stored, body }) {
    const { actor, requestId, now, db } = ctx
    await lockUntrashed(db, { id: itemId, ifVersion: version, to: 'edited' })
    if ((await bodyOf(db, itemId)).content !== stored)
      throw new Refusal(
        'conflict',
        'Another call changed the body at the same time. Repeat the call with a new idempotency key.',
      )

    const {
      after,
      changed: _,
      ...found
    } = await changeItem(ctx, { id: itemId, changes, prepared: body }, { actor, requestId, now, isSave: false })
    return { item: summaryIn(after, ctx), replaced, ...found, jobId: ctx.carriedBy() }
  },
})
