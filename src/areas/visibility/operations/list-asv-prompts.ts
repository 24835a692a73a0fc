import { z } from 'zod'

import { readBrands } from '#areas/visibility/brands.ts'
import { engineFigures, enginesOfFigures, enginesOutput } from '#areas/visibility/metrics/engine-figures.ts'
import { lastMetrics, lastMetricsOutput } from '#areas/visibility/metrics/last-metrics.ts'
import { describePrompt, intents, listPromptRows, promptOutput, promptStates } from '#areas/visibility/prompts.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf, text } from '#kernel/schema.ts'

export const listAsvPrompts = operation({
  name: 'listAsvPrompts',
  title: 'List prompts',
  summary: 'Lists the prompts that AI engines are asked, newest first, with the figures of the last 28 days.',
  scope: 'asv:read',
  risk: 'read',
  examples: [{ title: 'Active prompts', input: { state: 'active' } }],
  input: z.strictObject({
    ...listInput,
    state: z.enum(promptStates).optional(),
    tag: text(80).optional(),
    intent: z.enum(intents).optional(),
    byEngine: z.boolean().default(false).describe('Add the own visibility at each engine'),
  }),
  output: listOutput(
    promptOutput.extend({ metrics: lastMetricsOutput, byEngine: z.array(engineFigures).optional() }),
  ).extend({ engines: enginesOutput.optional() }),

  async handle({ db, access, now }, { search, state, tag, intent, byEngine, page, pageSize }) {
    const brands = await readBrands(db, access.organization)
    const { rows, total } = await listPromptRows(db, { search, state, tag, intent }, { page, pageSize })
    const { metrics, engines } = await lastMetrics(db, rows, { brandId: brands.own.id, now })
    const items = rows.map((row) => ({
      ...describePrompt(row, brands),
      metrics: metrics.get(row.id) ?? [],
      ...(byEngine && { byEngine: engines.get(row.id) ?? [] }),
    }))
    return {
      ...pageOf(items, total, { page, pageSize }),
      ...(byEngine && { engines: await enginesOfFigures(db, [...engines.values()].flat()) }),
    }
  },
})
