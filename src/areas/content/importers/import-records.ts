import { importBatch } from './import-batch.ts'
import { importRedirects } from './import-redirects.ts'
import { type ImportParts, newRun } from './import-run.ts'
import { type ImportSummary, countNote, countUnwritten } from './import-summary.ts'
import type { ImportRecord } from './record.ts'

/**
 * Writes the records of an importer, in batches: references and what is stored already in one transaction, bodies rendered
 * between, items in a second one. What an earlier run wrote is found again by its source key; an entry that fails costs
 * only itself. When it throws, the batches before stay, and a second run continues.
 */
export async function importRecords(records: AsyncIterable<ImportRecord>, parts: ImportParts): Promise<ImportSummary> {
  const run = await newRun(parts)
  let entries = 0
  for await (const batch of batchesOf(records)) {
    parts.signal?.throwIfAborted()
    for (const record of batch) {
      if (record.kind === 'note') countNote(run.summary, record)
      if (record.kind === 'skipped') countUnwritten(run.summary, { outcome: 'skipped', ...skippedOf(record) })
      entries += entriesOf(record)
    }
    await importBatch(run, batch)
    parts.onProgress?.(entries)
  }
  await importRedirects(run)
  return run.summary
}

const itemsOfBatch = 25
const recordsOfBatch = 500

async function* batchesOf(records: AsyncIterable<ImportRecord>): AsyncGenerator<ImportRecord[]> {
  let batch: ImportRecord[] = []
  let items = 0
  for await (const record of records) {
    batch.push(record)
    if (record.kind === 'item') items++
    if (items < itemsOfBatch && batch.length < recordsOfBatch) continue
    yield batch
    batch = []
    items = 0
  }
  if (batch.length > 0) yield batch
}

function skippedOf({ what, reason, sourceLabel, count }: Extract<ImportRecord, { kind: 'skipped' }>) {
  return { what, reason, sourceLabel, count }
}

function entriesOf(record: ImportRecord): number {
  if (record.kind === 'skipped') return record.count
  return record.kind === 'item' || record.kind === 'media' ? 1 : 0
}
