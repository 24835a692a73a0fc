import { z } from 'zod'

import { getCollection, requireEnabled } from '#areas/collections/index.ts'
import { exampleRecords } from '#areas/exchange/examples.ts'
import { importResult } from '#areas/exchange/import-result.ts'
import { importActor } from '#areas/exchange/importers/import-actor.ts'
import { importRecords } from '#areas/exchange/importers/import-records.ts'
import { job } from '#kernel/job.ts'

/** Writes the example articles of the package, as an import does: what is there already is found and not made again. */
export const addExamplesJob = job({
  name: 'addExamples',
  queue: 'bulk',
  scope: 'content:publish',
  attempts: 3,
  input: z.strictObject({}),

  async work(ctx) {
    const collection = await ctx.read((db) => getCollection(db, 'articles'))
    requireEnabled(collection, ctx.access.organization.plan)
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
    return { result: importResult(summary, 0), state: summary.items.failed > 0 ? 'partial' : 'succeeded' }
  },
})
