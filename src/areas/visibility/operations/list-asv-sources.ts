import { z } from 'zod'

import { getSettings } from '#areas/organizations/index.ts'
import { readBrands } from '#areas/visibility/brands.ts'
import { ownerships } from '#areas/visibility/extraction/read-citations.ts'
import { periodInput, periodOf } from '#areas/visibility/metrics/periods.ts'
import { listSources, sourceOutput } from '#areas/visibility/metrics/sources.ts'
import { brandedPromptIds } from '#areas/visibility/prompts.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listAsvSources = operation({
  name: 'listAsvSources',
  title: 'List sources of AI answers',
  summary:
    'Lists the sites or pages that answers are based on: first those that name competitors without you, then the most used.',
  scope: 'asv:read',
  risk: 'read',
  examples: [{ title: 'Domains of the last 28 days', input: { level: 'domain' } }],
  input: z.strictObject({
    ...listInput,
    ...periodInput,
    level: z.enum(['domain', 'url']).default('domain'),
    ownership: z.enum(ownerships).optional(),
  }),
  output: listOutput(sourceOutput),

  async handle({ db, access, now }, { level, ownership, search, page, pageSize, ...range }) {
    const { timezone } = await getSettings(db)
    const { from, until } = periodOf(range, { timezone, now })
    const brands = await readBrands(db, access.organization)
    const selected = { from, until, exceptPromptIds: await brandedPromptIds(db, brands) }
    const { items, total } = await listSources(db, {
      selected,
      level,
      ownership,
      search,
      ownId: brands.own.id,
      page,
      pageSize,
    })
    return pageOf(items, total, { page, pageSize })
  },
})
