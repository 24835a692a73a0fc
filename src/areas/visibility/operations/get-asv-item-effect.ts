import { z } from 'zod'

import { findItem } from '#areas/items/index.ts'
import { readBrands } from '#areas/visibility/brands.ts'
import { bases, basisOf, modes } from '#areas/visibility/engines.ts'
import { effectOf } from '#areas/visibility/metrics/effect.ts'
import { metric } from '#areas/visibility/metrics/figures.ts'
import { textsOf } from '#areas/visibility/prompts.ts'
import { Refusal } from '#kernel/errors.ts'
import { storedId } from '#kernel/ids.ts'
import { operation } from '#kernel/operation.ts'
import { id, iso, timestamp } from '#kernel/schema.ts'
import { visibleText } from '#std/visible-text.ts'

const side = metric.omit({ tooFewSamples: true })
const perMetric = <S extends z.ZodType>(schema: S) =>
  z.object({ visibility: schema, citationRate: schema, itemCitedRate: schema })

export const getAsvItemEffect = operation({
  name: 'getAsvItemEffect',
  title: 'Show how answers changed around a publication',
  summary:
    'Compares answers to the prompts of an item before and after it was published, next to all other prompts. It proves no cause.',
  scope: 'asv:read',
  risk: 'read',
  errors: ['not_found', 'invalid_transition'],
  examples: [{ title: 'Four weeks on each side', input: { itemId: 'itm_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ itemId: id('item'), windowDays: z.int().min(7).max(90).default(28) }),
  output: z.object({
    itemId: id('item'),
    title: z.string(),
    publishedAt: timestamp(),
    windowDays: z.int(),
    mode: z.enum(modes),
    basis: z.enum(bases),
    prompts: z.array(id('prompt')),
    untrusted: z.object({ prompts: z.array(z.string()) }).describe('Their texts'),
    before: perMetric(side),
    after: perMetric(side),
    change: perMetric(z.number().nullable()).describe('Percentage points'),
    control: perMetric(z.object({ change: z.number().nullable(), prompts: z.int() })).describe('All other prompts'),
    adjusted: perMetric(
      z.object({ value: z.number().nullable(), ci95: z.array(z.number()).nullable().describe('[low, high]') }),
    ),
    verdict: z.enum(['improved', 'declined', 'no_evidence', 'too_few']),
  }),

  async handle({ db, access }, { itemId, windowDays }) {
    const item = await findItem(db, { id: itemId })
    const publishedAt = item.effective_status === 'published' ? item.publish_at : item.first_published_at
    if (publishedAt === null)
      throw new Refusal('invalid_transition', 'This item was never published: there is no before and after.', {
        state: item.effective_status,
        allowed: ['published'],
      })
    const brands = await readBrands(db, access.organization)
    const { promptIds, mode, figures, verdict } = await effectOf(db, {
      itemId: item.id,
      publishedAt,
      windowDays,
      brands,
    })
    const texts = await textsOf(db, promptIds)

    return {
      itemId: storedId('item', item.id),
      title: item.title,
      publishedAt: iso(publishedAt),
      windowDays,
      mode,
      basis: basisOf(mode),
      prompts: promptIds.map((one) => storedId('prompt', one)),
      untrusted: { prompts: promptIds.map((one) => visibleText(texts.get(one) ?? '')) },
      before: figures.before,
      after: figures.after,
      change: figures.change,
      control: figures.control,
      adjusted: figures.adjusted,
      verdict,
    }
  },
})
