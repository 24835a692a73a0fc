import { z } from 'zod'

import { brandOutput, describeBrand, readBrands } from '#areas/visibility/brands.ts'
import { discoveredDomains } from '#areas/visibility/metrics/discovered.ts'
import { brandMetrics, lastMetricsOutput } from '#areas/visibility/metrics/last-metrics.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf } from '#kernel/schema.ts'
import { searchTerm } from '#std/text.ts'

export const listAsvCompetitors = operation({
  name: 'listAsvCompetitors',
  title: 'List competitors',
  summary:
    'Lists tracked brands by name with the figures of the last 28 days; includeDiscovered: sources of nobody tracked.',
  scope: 'asv:read',
  risk: 'read',
  examples: [{ title: 'With the own brand', input: { includeOwn: true } }],
  input: z.strictObject({
    ...listInput,
    includeOwn: z.boolean().default(false),
    includeDiscovered: z.boolean().default(false),
  }),
  output: listOutput(brandOutput.extend({ metrics: lastMetricsOutput })).extend({
    discovered: z.array(z.object({ domain: z.string(), answers: z.int() })).optional(),
  }),

  async handle({ db, access, now }, { search, includeOwn, includeDiscovered, page, pageSize }) {
    const brands = await readBrands(db, access.organization)
    const term = searchTerm(search ?? '')
    const found = brands.all.filter(
      ({ isOwn, name, aliases }) =>
        (includeOwn || !isOwn) && [name, ...aliases].some((one) => searchTerm(one).includes(term)),
    )
    const shown = found.slice((page - 1) * pageSize, page * pageSize)
    const metrics = await brandMetrics(db, { brands, now })
    const items = shown.map((brand) => ({ ...describeBrand(brand), metrics: metrics.get(brand.id) ?? [] }))
    const discovered = includeDiscovered ? { discovered: await discoveredDomains(db, now) } : {}
    return { ...pageOf(items, found.length, { page, pageSize }), ...discovered }
  },
})
