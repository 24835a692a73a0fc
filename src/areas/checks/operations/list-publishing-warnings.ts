import { z } from 'zod'

import { type FreshChecks, freshChecks } from '#areas/checks/fresh-checks.ts'
import { countWarnings, listWarnings } from '#areas/checks/warning-lists.ts'
import { statuses } from '#areas/items/index.ts'
import { operation } from '#kernel/operation.ts'
import { publishingWarning, severities } from '#kernel/publishing-warning.ts'
import { id, listInput, listOutput, pageOf, text } from '#kernel/schema.ts'

export const listPublishingWarnings = operation({
  name: 'listPublishingWarnings',
  title: 'List publishing warnings',
  summary: 'Lists the publishing warnings of items and of the organization itself, errors first.',
  scope: 'content:read',
  risk: 'read',
  examples: [{ title: 'Errors of published items', input: { severity: 'error', status: 'published' } }],
  input: z.strictObject({
    ...listInput,
    code: z.array(text(60)).min(1).max(60).optional().describe('Any of these codes'),
    severity: z.enum(severities).optional(),
    status: z.enum(statuses).optional().describe('Of the item'),
    countKinds: z.boolean().default(false),
  }),
  output: listOutput(
    publishingWarning.extend({
      itemId: id('item').nullable().describe('null: of the organization itself'),
      title: z.string().nullable(),
    }),
  ).extend({
    unchecked: z.int().describe('Items whose warnings are being looked at again; call again in a minute'),
    kinds: z
      .array(z.object({ code: z.string(), severity: z.enum(severities), count: z.int(), live: z.int() }))
      .optional()
      .describe(
        'With countKinds: how many there are of each code, whichever codes are asked for, and how many of live items',
      ),
  }),

  prepare: (ctx) => freshChecks(ctx),

  async handle({ db }, { page, pageSize, search, code, severity, status, countKinds }, fresh: FreshChecks) {
    const { items, total } = await listWarnings(
      db,
      fresh,
      { codes: code, severity, status, search },
      { page, pageSize },
    )
    const kinds = countKinds ? await countWarnings(db, fresh, { severity, status, search }) : undefined
    return {
      ...pageOf(items, total, { page, pageSize }),
      unchecked: fresh.unchecked,
      ...(kinds === undefined ? {} : { kinds }),
    }
  },
})
