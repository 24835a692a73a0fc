import { askedAs } from '#kernel/asked.ts'

import { prepareBatch, writeBatch } from './import-batch.ts'
import { importRedirects } from './import-redirects.ts'
import { type ImportParts, type ImportRun, newRun } from './import-run.ts'
import { type ImportSummary, countNote, countUnwritten } from './import-summary.ts'
import { templateProposals } from './old-addresses.ts'
import type { ImportRecord } from './record.ts'
import { withPictures } from './take-pictures.ts'

/**
 * Writes the records of an importer, in batches: references and what is already stored in one transaction, then bodies are
 * rendered, then items in short ones. What an earlier run wrote is found again by its source key; an entry that fails costs
 * only itself. Calls go before all of it. When it throws, the batches before it stay, and a second run continues.
 */
export function importRecords(records: AsyncIterable<ImportRecord>, parts: ImportParts): Promise<ImportSummary> {
  return askedAs({ rank: 'background' }, () => importAll(records, parts))
}

async function importAll(records: AsyncIterable<ImportRecord>, parts: ImportParts): Promise<ImportSummary> {
  const run = await newRun(parts)
  let entries = 0
  for await (const { batch, prepared } of preparedBatches(run, withPictures(run, records))) {
    parts.signal?.throwIfAborted()
    await writeBatch(run, prepared)
    for (const record of batch) entries += entriesOf(record)
    await parts.onProgress?.(entries)
  }
  await importRedirects(run)
  return { ...run.summary, templates: templateProposals(run) }
}

/** Each batch, prepared while the previous one is written: rendering takes as long as writing and needs other threads. */
async function* preparedBatches(run: ImportRun, records: AsyncIterable<ImportRecord>) {
  let ahead: ReturnType<typeof prepare> | undefined
  try {
    for await (const batch of batchesOf(records)) {
      const present = await ahead
      ahead = prepare(run, batch)
      // It may fail before anybody waits for it; the one that does gets the error.
      ahead.catch(() => undefined)
      if (present !== undefined) yield present
    }
    if (ahead !== undefined) yield await ahead
  } finally {
    await ahead?.catch(() => undefined)
  }
}

async function prepare(run: ImportRun, batch: readonly ImportRecord[]) {
  for (const record of batch) {
    if (record.kind === 'note') countNote(run.summary, record)
    if (record.kind === 'known') run.summary.items.unchanged += record.count
    if (record.kind === 'skipped') countUnwritten(run.summary, { outcome: 'skipped', ...skippedOf(record) })
  }
  return { batch, prepared: await prepareBatch(run, batch) }
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
  if (record.kind === 'skipped' || record.kind === 'known') return record.count
  return record.kind === 'item' || record.kind === 'media' ? 1 : 0
}
