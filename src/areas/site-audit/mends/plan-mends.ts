import { z } from 'zod'

import type { PrepareCtx } from '#kernel/context.ts'
import { storedId } from '#kernel/ids.ts'
import { id } from '#kernel/schema.ts'

import { byItem, type Choice, chooseIssues, readFixes } from './choose-issues.ts'
import { mendsOfItem } from './item-mends.ts'

/** The most issues whose changes a rehearsal shows. */
export const mostPlanned = 50

/** What the fix of an issue writes. */
export const plannedMend = z.object({
  issueId: id('auditIssue'),
  ruleCode: z.string(),
  url: z.string(),
  itemId: id('item'),
  title: z.string(),
  live: z.boolean().describe('The public sees it'),
  places: z.int().nullable().describe('Links and images that get another address; 0: nothing is left to correct'),
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
})

type Reading = Pick<PrepareCtx, 'access' | 'baseUrl' | 'read'>

/** What would be written for the first issues of a choice. Nothing is stored. */
export async function planMends(ctx: Reading, choice: Choice): Promise<z.input<typeof plannedMend>[]> {
  const { looked, known } = await ctx.read(async (db) => {
    const { chosen } = await chooseIssues(db, choice)
    const first = chosen.slice(0, mostPlanned)
    return { looked: first, known: await readFixes(db, first) }
  })
  const planned = new Map<string, z.input<typeof plannedMend>>()
  for (const { itemId, issues } of byItem(looked)) {
    const fixes = issues.flatMap(({ id: issueId }) => {
      const fix = known.get(issueId)?.fix
      return fix === undefined ? [] : [{ id: issueId, fix }]
    })
    const { row, mends } = await ctx.read((db) => mendsOfItem(db, ctx, { itemId, fixes }))
    for (const { id: issueId, places, changes } of mends)
      planned.set(issueId, {
        issueId: storedId('auditIssue', issueId),
        ruleCode: known.get(issueId)?.ruleCode ?? '',
        url: known.get(issueId)?.url ?? '',
        itemId: row.id,
        title: row.title,
        live: row.status === 'published',
        places,
        changes,
      })
  }
  return looked.flatMap(({ id: issueId }) => planned.get(issueId) ?? [])
}
