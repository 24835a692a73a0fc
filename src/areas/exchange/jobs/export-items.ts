import { z } from 'zod'

import { countItems, itemBatch, type WholeItem } from '#areas/content/index.ts'
import { beginExport, chunkBytes, finishExport, storeChunk } from '#areas/exchange/export-files.ts'
import { exportFilter, filterOf } from '#areas/exchange/export-filter.ts'
import { csv } from '#areas/exchange/formats/csv.ts'
import { type ExportFormat, exportFormats, type WriteExport } from '#areas/exchange/formats/format.ts'
import { jsonl } from '#areas/exchange/formats/jsonl.ts'
import { markdownZip } from '#areas/exchange/formats/markdown.ts'
import { wxr } from '#areas/exchange/formats/wxr.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { Refusal } from '#kernel/errors.ts'
import { job, type JobCtx } from '#kernel/job.ts'
import { sliceSize } from '#kernel/slices.ts'

const formats: Record<ExportFormat, { write: WriteExport; ending: string; mediaType: string }> = {
  markdown_zip: { write: markdownZip, ending: 'zip', mediaType: 'application/zip' },
  jsonl: { write: jsonl, ending: 'jsonl', mediaType: 'application/x-ndjson; charset=utf-8' },
  csv: { write: csv, ending: 'csv', mediaType: 'text/csv; charset=utf-8' },
  wxr: { write: wxr, ending: 'xml', mediaType: 'application/xml; charset=utf-8' },
}

/** Items that are read at once: a hundred of the largest bodies take 40 MB. */
const most = 100
const maxBytes = 512 * 1024 * 1024

/** Writes items into a file in the database, part by part, and returns an address that leads to it for an hour. */
export const exportItemsJob = job({
  name: 'exportItems',
  title: 'Export articles',
  queue: 'bulk',
  scope: 'content:read',
  attempts: 3,
  input: z.strictObject({ format: z.enum(exportFormats), filter: exportFilter }),

  async work(ctx, { format, filter }) {
    const { write, ending, mediaType } = formats[format]
    const [total, siteUrl] = await ctx.read(
      async (db) => [await countItems(db, filterOf(filter)), (await getSettings(db)).siteUrl] as const,
    )
    const id = ctx.jobId
    const day = ctx.now().toISOString().slice(0, 10)
    const name = `${ctx.access.organization.slug}-${day}.${ending}`
    await ctx.write(({ db }) => beginExport(db, { id, name, mediaType }, ctx.now()))

    const place = { siteUrl: siteUrl ?? ctx.baseUrl, organizationName: ctx.access.organization.name, now: ctx.now() }
    const items = itemsOf(ctx, filter, total)
    const bytes = await store(ctx, id, write(items, place))
    const { token, expiresAt } = await ctx.write(({ db }) => finishExport(db, { id, bytes }, ctx.now()))
    const url = `${ctx.baseUrl}/exports/${ctx.access.organization.id}/${token}`
    return { result: { url, expiresAt: expiresAt.toISOString(), items: items.count(), bytes } }
  },
})

/** The items of a filter in the order of their ids. Each batch is a query of its own: what changes meanwhile may be in it or not. */
function itemsOf(ctx: JobCtx, filter: z.output<typeof exportFilter>, total: number) {
  let done = 0
  async function* batches(): AsyncGenerator<WholeItem> {
    let after = ''
    const size = sliceSize(most)
    for (;;) {
      ctx.signal.throwIfAborted()
      const limit = size.limit()
      const batch = await ctx.read((db) =>
        size.timed(() => itemBatch({ ...ctx, db }, filterOf(filter), { after, limit })),
      )
      yield* batch
      done += batch.length
      await ctx.progress(Math.min(0.99, done / Math.max(1, total)))
      const last = batch.at(-1)
      if (last === undefined || batch.length < limit) return
      after = last.id
    }
  }
  return { [Symbol.asyncIterator]: batches, count: () => done }
}

async function store(ctx: JobCtx, id: string, pieces: AsyncIterable<Buffer | string>): Promise<number> {
  let [bytes, n, size] = [0, 0, 0]
  let waiting: Buffer[] = []
  // Stores whole parts, and the rest where `least` allows it.
  const flush = async (least: number) => {
    const content = Buffer.concat(waiting)
    let at = 0
    while (content.length - at >= least) {
      const chunk = content.subarray(at, at + chunkBytes)
      await ctx.write(({ db }) => storeChunk(db, id, n, chunk))
      n++
      at += chunk.length
    }
    waiting = [content.subarray(at)]
    size = content.length - at
  }
  for await (const piece of pieces) {
    const part = typeof piece === 'string' ? Buffer.from(piece) : piece
    waiting.push(part)
    size += part.length
    bytes += part.length
    if (bytes > maxBytes) {
      const message = `The export is larger than ${maxBytes} bytes. Narrow it with a filter and export in parts.`
      throw new Refusal('too_large', message)
    }
    if (size >= chunkBytes) await flush(chunkBytes)
  }
  await flush(1)
  return bytes
}
