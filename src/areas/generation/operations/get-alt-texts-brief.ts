import { z } from 'zod'

import { altTextMaterial, altTextRules, altTextsForm, mostImages } from '#areas/generation/alt-texts.ts'
import { absoluteUrl } from '#kernel/feed.ts'
import { operation } from '#kernel/operation.ts'
import { id, iso, jsonObject, timestamp } from '#kernel/schema.ts'

export const getAltTextsBrief = operation({
  name: 'getAltTextsBrief',
  title: 'Get a brief for alt texts',
  summary: 'Returns what your own model needs to describe images: rules, addresses, schema. Then updateMedia for each.',
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found', 'unsupported_media'],
  examples: [{ title: 'One image', input: { mediaIds: ['med_01k9x8f0000000000000000000'] } }],
  input: z.strictObject({ mediaIds: z.array(id('media')).min(1).max(mostImages) }),
  output: z.object({
    instructions: z.array(z.string()),
    locale: z.string(),
    images: z.array(z.object({ image: z.int(), mediaId: id('media'), url: z.string().nullable() })),
    untrusted: z.object({ source: z.string(), fetchedAt: timestamp(), images: z.array(jsonObject()) }),
    schema: jsonObject().describe('JSON Schema of what the model fills in'),
    handIn: z.object({ operation: z.string() }),
  }),

  async handle({ db, baseUrl, now }, { mediaIds }) {
    const { rows, asked } = await altTextMaterial(db, [...new Set(mediaIds)])
    return {
      instructions: altTextRules,
      locale: asked.locale,
      images: rows.map(({ id: mediaId, url }, at) => ({ image: at + 1, mediaId, url: absoluteUrl(url, baseUrl) })),
      untrusted: { source: 'organization', fetchedAt: iso(now), images: asked.images },
      schema: { ...z.toJSONSchema(altTextsForm, { io: 'input', reused: 'inline' }) },
      handIn: { operation: 'updateMedia' },
    }
  },
})
