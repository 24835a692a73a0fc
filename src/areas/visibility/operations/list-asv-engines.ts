import { z } from 'zod'

import { configuredProviders, describeEngines } from '#areas/visibility/engine-access.ts'
import { engineOutput, listEngineRows } from '#areas/visibility/engines.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listAsvEngines = operation({
  name: 'listAsvEngines',
  title: 'List AI engines',
  summary: 'Lists one engine per provider, and the labels under which answers were imported. search: label and model.',
  scope: 'asv:read',
  risk: 'read',
  examples: [{ title: 'All engines', input: {} }],
  input: z.strictObject(listInput),
  output: listOutput(engineOutput),

  async handle(ctx, { search, page, pageSize }) {
    const { rows, total } = await listEngineRows(ctx.db, search, { page, pageSize })
    const items = await describeEngines(ctx, rows, await configuredProviders(ctx))
    return pageOf(items, total, { page, pageSize })
  },
})
