import { z } from 'zod'

import { siteOf } from '#areas/addresses/index.ts'
import { getCollection } from '#areas/collections/index.ts'
import { findItem } from '#areas/items/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { candidateOf, incoming, outgoing } from '#areas/seo/suggest-links.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const suggestInternalLinks = operation({
  name: 'suggestInternalLinks',
  title: 'Suggest internal links',
  summary:
    'Finds phrases of an item that could link to other published items (out), or of others that could link to it (in).',
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'Links from other items', input: { id: 'itm_01jzz0000000000000000000zz', direction: 'in' } }],
  input: z.strictObject({
    id: id('item'),
    limit: z.int().min(1).max(20).default(10),
    direction: z.enum(['out', 'in']).default('out'),
  }),
  output: z.object({
    suggestions: z.array(
      z.object({
        anchor: z.string(),
        offset: z.int().describe("Offset of the anchor in the source's content, in UTF-16 units"),
        sourceItemId: id('item'),
        targetItemId: id('item'),
        score: z.number(),
      }),
    ),
    deterministic: z.literal(true).describe('The same texts give the same suggestions'),
  }),

  async handle({ db, access, baseUrl }, { id: itemId, limit, direction }) {
    const row = await findItem(db, { id: itemId })
    if (row.trashed_at !== null)
      throw new Refusal('not_found', 'The item is in the trash. Restore it with restoreItem.', { id: itemId })
    const site = await siteOf({ db, baseUrl, organizationId: access.organization.id })
    const { locale } = await getSettings(db)
    const found =
      direction === 'out'
        ? await outgoing(db, { site, locale }, row)
        : await incoming(db, { site, locale }, candidateOf(row, await getCollection(db, row.collection_id)))
    return { suggestions: found.slice(0, limit), deterministic: true as const }
  },
})
