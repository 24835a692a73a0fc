import { z } from 'zod'

import { jsonObject } from '#kernel/schema.ts'
import { truncate } from '#std/text.ts'

import type { OpportunityKind } from './opportunities.ts'

/** The call that answers a finding; `complete`: one call with exactly this input does it. */
export const actionOutput = z
  .object({ operation: z.string(), input: jsonObject(), complete: z.boolean() })
  .nullable()
  .describe('The call that answers it; without complete, input lacks what the caller decides')
export type Action = z.input<typeof actionOutput>

type About = { itemId: string | undefined; query: string | undefined; impressions: number; position: number | null }

/** What to do about an opportunity, where an item is known or a new topic is what it needs. */
export function actionOf(kind: OpportunityKind, { itemId, query = '', impressions, position }: About): Action {
  if (kind === 'no_page') {
    const rank = position === null ? '' : ` at position ${position.toFixed(1)}`
    const angle = `People saw the website ${impressions} times in 28 days for “${truncate(query, 200)}”${rank}, and no article is about it.`
    return {
      operation: 'createBlogTopic',
      input: {
        topic: truncate(query, 300),
        primaryKeyword: truncate(query, 120),
        angle,
        collectionPresetId: 'articles',
      },
      complete: true,
    }
  }
  if (itemId === undefined) return null
  if (kind === 'ctr_gap')
    return {
      operation: 'generateItemMetadata',
      input: { id: itemId, fields: ['seoTitle', 'metaDescription'] },
      complete: false,
    }
  if (kind === 'striking_distance')
    return { operation: 'suggestInternalLinks', input: { id: itemId, direction: 'in' }, complete: false }
  return { operation: 'getWritingBrief', input: { itemId }, complete: false }
}
