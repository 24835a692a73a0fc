import { z } from 'zod'

import { actionOf, actionOutput } from '#areas/search-console/actions.ts'
import { itemsMovedFrom, itemsOfSearches } from '#areas/search-console/items-of-pages.ts'
import {
  ctrGap,
  decay,
  type Opportunity,
  type OpportunityKind,
  opportunityKinds,
  queriesByWorth,
  strikingDistance,
} from '#areas/search-console/opportunities.ts'
import { requireProperty } from '#areas/search-console/property.ts'
import { named } from '#areas/search-console/searched-queries.ts'
import { unanswered } from '#areas/search-console/unanswered-queries.ts'
import type { Reader } from '#kernel/database.ts'
import { operation } from '#kernel/operation.ts'
import { id, listInput, listOutput, pageOf } from '#kernel/schema.ts'
import { defined } from '#std/objects.ts'

const finders = { striking_distance: strikingDistance, ctr_gap: ctrGap, decay, no_page: queriesByWorth }

export const listSearchOpportunities = operation({
  name: 'listSearchOpportunities',
  title: 'List search opportunities',
  summary: 'Where more people could be reached: almost on top, seldom clicked, fading, without an article.',
  scope: 'analytics:read',
  risk: 'read',
  errors: ['not_connected'],
  examples: [
    { title: 'Almost on the first places', input: { kind: 'striking_distance' } },
    { title: 'Queries without an article', input: { kind: 'no_page' } },
  ],
  input: z.strictObject({
    ...listInput,
    kind: z
      .enum(opportunityKinds)
      .describe('Of 28 days, shown 100 times: position 5-20; ctr below half of the median; 30 % lost; no keyword'),
  }),
  output: listOutput(
    z.object({
      itemId: id('item').optional(),
      query: z.string().optional(),
      page: z.string().optional(),
      clicks: z.int(),
      impressions: z.int(),
      position: z.number().nullable(),
      expectedClicks: z.int().describe('In 28 days'),
      rule: z.enum(opportunityKinds),
      action: actionOutput,
    }),
  ).extend({ dataThrough: z.string().nullable() }),

  async handle({ db }, { kind, search, page, pageSize }) {
    const property = await requireProperty(db)
    const found = await chosenOf(db, await finders[kind](db, property), { kind, search })
    const shown = await named(db, found.slice((page - 1) * pageSize, page * pageSize))
    const items = await itemsOfSearches(
      db,
      shown.flatMap((one) => one.page ?? []),
    )
    const entries = shown.map(({ pageId: _page, queryId: _query, ...one }) => {
      const itemId = items.get(one.page ?? '')
      const { page: address, query, ...figures } = one
      return {
        ...defined({ itemId, query, page: address }),
        ...figures,
        rule: kind,
        action: actionOf(kind, { itemId, query, ...figures }),
      }
    })
    return { ...pageOf(entries, found.length, { page, pageSize }), dataThrough: property.dataThrough }
  },
})

type Asked = { kind: OpportunityKind; search: string | undefined }

/** Those that are meant: queries without an article, and what a search finds. Texts are read for all of them only where they decide. */
async function chosenOf(
  db: Reader,
  found: readonly Opportunity[],
  { kind, search }: Asked,
): Promise<readonly Opportunity[]> {
  const term = (search ?? '').trim().toLowerCase()
  if (kind !== 'no_page' && kind !== 'decay' && term === '') return found
  const texts = await named(db, found)
  const open =
    kind === 'no_page' ? await unanswered(db, texts) : kind === 'decay' ? await withoutMoved(db, texts) : texts
  return open.filter(({ query = '', page = '' }) => `${query} ${page}`.toLowerCase().includes(term))
}

/** Without pages whose clicks went with their item to another address (analytics.md#searches-move-with-the-item). */
async function withoutMoved<T extends { page?: string | undefined }>(db: Reader, pages: readonly T[]): Promise<T[]> {
  const moved = await itemsMovedFrom(
    db,
    pages.flatMap(({ page }) => page ?? []),
  )
  return pages.filter(({ page }) => !moved.has(page ?? ''))
}
