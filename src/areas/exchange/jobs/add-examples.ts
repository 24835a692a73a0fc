import { z } from 'zod'

import { getCollection, requireEnabled } from '#areas/collections/index.ts'
import { changedItem, requirePublishable } from '#areas/content/index.ts'
import { exampleRecords } from '#areas/exchange/examples.ts'
import { importResult } from '#areas/exchange/import-result.ts'
import { importActor } from '#areas/exchange/importers/import-actor.ts'
import { importRecords } from '#areas/exchange/importers/import-records.ts'
import { findItems, type ItemRow } from '#areas/items/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import type { Reader } from '#kernel/database.ts'
import { job } from '#kernel/job.ts'

/** Writes the example articles of the package, as an import does: what is there already is found and not made again. */
export const addExamplesJob = job({
  name: 'addExamples',
  title: 'Add the example content',
  queue: 'bulk',
  scope: 'content:publish',
  attempts: 3,
  input: z.strictObject({}),

  async work(ctx) {
    const { collection, settings } = await ctx.read(async (db) => ({
      collection: await getCollection(db, 'articles'),
      settings: await getSettings(db),
    }))
    requireEnabled(collection, ctx.access.organization.plan)
    requirePublishable(settings, undefined)
    const now = ctx.now()
    const summary = await importRecords(exampleRecords(now), {
      transaction: (work) => ctx.write(({ db, savepoint }) => work({ db, savepoint, discard: () => {} })),
      render: ctx.render,
      checks: ctx.checks,
      collection,
      dryRun: false,
      authorship: { actor: importActor(ctx.actor.userId), requestId: ctx.requestId, now },
      signal: ctx.signal,
    })
    await ctx.once('told', async ({ db, announce }) => {
      const items = await publishedBy(db, ctx.requestId)
      if (items.length === 0) return null
      const told = items.map((after) => changedItem(ctx, { after, collection, settings }))
      await announce({ reason: 'published', items: told })
      return null
    })
    return { result: importResult(summary, {}), state: summary.items.failed > 0 ? 'partial' : 'succeeded' }
  },
})

/** What this job published, in any of its attempts. */
async function publishedBy(db: Reader, requestId: string): Promise<ItemRow[]> {
  const made = await db
    .selectFrom('item_revision')
    .select('item_id')
    .where('request_id', '=', requestId)
    .where('n', '=', 1)
    .execute()
  const rows = await findItems(
    db,
    made.map((row) => row.item_id),
  )
  return [...rows.values()].filter((row) => row.status === 'published')
}
