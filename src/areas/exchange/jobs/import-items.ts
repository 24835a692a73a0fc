import { sql } from 'kysely'
import { z } from 'zod'

import { getCollection, requireEnabled } from '#areas/collections/index.ts'
import { importResult, shownPictures } from '#areas/exchange/import-result.ts'
import { atMost, type ImportSourceName, importSources, openImportSource } from '#areas/exchange/import-sources.ts'
import { importActor } from '#areas/exchange/importers/import-actor.ts'
import { itemIdsByKey } from '#areas/exchange/importers/import-existing.ts'
import { importRecords } from '#areas/exchange/importers/import-records.ts'
import type { ImportTransaction } from '#areas/exchange/importers/import-run.ts'
import type { ImportSummary } from '#areas/exchange/importers/import-summary.ts'
import { isMediaId } from '#areas/exchange/open-document.ts'
import { removeDocument } from '#areas/media/index.ts'
import { job, type JobCtx, type JobEnded } from '#kernel/job.ts'

const maxItems = 10_000
/** What one run fetches of the pictures of somebody else's server; a repeat continues. */
const pictureLimits = { pictures: 2000, bytes: 1_000_000_000 }

/**
 * Imports a source as drafts (a preview: exchange.md#a-preview-is-a-job), through the same writer as `masthead import`. What an earlier run created is found by its source
 * address, so a run that was interrupted continues by starting again.
 */
export const importItemsJob = job({
  name: 'importItems',
  title: 'Import articles',
  queue: 'bulk',
  scope: 'content:write',
  attempts: 3,
  input: z.strictObject({
    source: z.enum(importSources),
    urlOrMediaId: z.string(),
    collectionId: z.string(),
    preview: z.boolean().default(false),
  }),

  async work(ctx, input) {
    const outcome = await ctx.step('import', () => importAll(ctx, input))
    // What was uploaded for this is no longer needed (media.md#documents-are-input); it goes once the outcome is stored. A retry of
    // what failed reads it again.
    const { urlOrMediaId: named } = input
    if (isMediaId(named) && !input.preview && outcome.state !== 'partial')
      await ctx.step('tidy', () => ctx.write(({ db }) => removeDocument(db, named, ctx.now())).then(() => null))
    return outcome
  },
})

type Input = { source: ImportSourceName; urlOrMediaId: string; collectionId: string; preview: boolean }

async function importAll(ctx: JobCtx, { source, urlOrMediaId, collectionId, preview }: Input): Promise<JobEnded> {
  const collection = await ctx.read((db) => getCollection(db, collectionId))
  requireEnabled(collection, ctx.access.organization.plan)
  const now = ctx.now()
  const userAgent = `Masthead (+${ctx.baseUrl})`
  const outside = { fetch: ctx.fetch, signal: ctx.signal, now, userAgent }
  const { records, entries } = openImportSource(ctx, outside, { source, urlOrMediaId })

  const summary: ImportSummary = await importRecords(atMost(records, maxItems), {
    transaction: (work) => inTransaction(ctx, work),
    render: ctx.render,
    checks: ctx.checks,
    collection,
    status: 'draft',
    draftsOnly: true,
    dryRun: preview,
    pictures: { place: ctx, baseUrl: ctx.baseUrl, fetch: ctx.fetch, limits: pictureLimits },
    authorship: { actor: importActor(ctx.actor.userId), requestId: ctx.requestId, now },
    onProgress: (done) => progress(ctx, done, entries()),
    signal: ctx.signal,
  })
  const before = ctx.attempt === 1 || preview ? 0 : await madeBefore(ctx, summary)
  const keys = shownPictures(summary).flatMap(({ article }) => article?.sourceKey ?? [])
  const itemIds = preview ? new Map<string, string>() : await ctx.read((db) => itemIdsByKey(db, keys))
  const from = { source, urlOrMediaId, collectionId: collection.id }
  const result = { ...importResult(summary, { before, itemIds }), preview, from }
  return { result, state: summary.items.failed + result.media.failedTotal > 0 ? 'partial' : 'succeeded' }
}

// Without a known end the bar comes closer to it with every entry, and never arrives.
async function progress(ctx: JobCtx, done: number, entries: number | null): Promise<void> {
  await ctx.progress(entries === null ? done / (done + 200) : Math.min(0.99, done / Math.max(1, entries)))
}

/** How many items earlier attempts of this job created: they count as created, not as matched. */
async function madeBefore(ctx: JobCtx, { items }: ImportSummary): Promise<number> {
  const made = await ctx.read((db) =>
    db
      .selectFrom('item_revision')
      .select(sql<number>`count(*)`.as('n'))
      .where('request_id', '=', ctx.requestId)
      .where('n', '=', 1)
      .executeTakeFirstOrThrow(),
  )
  return Math.max(0, Number(made.n) - items.created)
}

/** One transaction of the import; nothing of it stays where the work discards it, as all of a preview does. */
async function inTransaction<T>(ctx: JobCtx, work: (tx: ImportTransaction) => Promise<T>): Promise<T> {
  let discarded: { result: T } | undefined
  try {
    return await ctx.write(async ({ db, savepoint }) => {
      let isDiscarded = false
      const result = await work({ db, savepoint, discard: () => (isDiscarded = true) })
      if (!isDiscarded) return result
      discarded = { result }
      throw rollback
    })
  } catch (error) {
    if (error === rollback && discarded !== undefined) return discarded.result
    throw error
  }
}

const rollback = new Error('a preview keeps nothing')
