import { sql } from 'kysely'

import { isTooLong, publishedAt, storeRedirect } from '#areas/addresses/index.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { sliceSize } from '#kernel/slices.ts'
import { pathKey, spellings } from '#std/site-paths.ts'
import { textHash } from '#std/text-hash.ts'

import { announceRedirects } from './announce-imported.ts'
import { type ImportRun, type WantedRedirect, inTransaction } from './import-run.ts'
import { countUnwritten } from './import-summary.ts'

const most = 100

/** Stores the redirects of a run after its items, so that no order of the source makes one hide a live item. */
export async function importRedirects(run: ImportRun): Promise<void> {
  const collections = [...run.collections.values()]
  const { checks } = run.parts
  const targets = new Map<string, string>()
  const size = sliceSize(most)
  for (let left: readonly WantedRedirect[] = run.redirects; left.length > 0;) {
    run.parts.signal?.throwIfAborted()
    const batch = left.slice(0, size.limit())
    const outcomes = await inTransaction(run, ({ db }) => size.timed(() => writeAll(db, batch)))
    for (const [i, wanted] of batch.entries()) count(run, wanted, outcomes[i] ?? 'created', targets)
    left = left.slice(batch.length)
  }

  async function writeAll(db: Writer, batch: readonly WantedRedirect[]): Promise<Outcome[]> {
    const paths = batch.map(({ from }) => from)
    const [live, stored] = [await publishedAt(db, collections, paths), await storedTargets(db, batch)]
    const seen = new Map([...targets, ...stored])
    const imagined = new Set([...run.imagined.livePaths].map(pathKey))
    const written: Outcome[] = []
    const told: { from: string; to: string }[] = []
    for (const wanted of batch) {
      const outcome = judge(wanted, seen, live.has(wanted.from) || imagined.has(pathKey(wanted.from)))
      written.push(outcome)
      if (outcome !== 'created') continue
      if (wanted.isPublic) told.push({ from: wanted.from, to: wanted.ownPath })
      seen.set(pathKey(wanted.from), wanted.itemId)
      // In a dry run the item no longer exists.
      if (!run.parts.dryRun)
        await storeRedirect({ db, checks }, { fromPath: wanted.from, to: { itemId: wanted.itemId }, reason: 'import' })
    }
    await announceRedirects(run, db, told)
    return written
  }
}

type Outcome = 'created' | 'matched' | { reason: string }

const tooLong = { reason: 'The path is too long: at most 2,048 characters, 200 in its last part' }

function judge({ from, itemId, ownPath }: WantedRedirect, seen: ReadonlyMap<string, string>, isLive: boolean): Outcome {
  if (isTooLong(from)) return tooLong
  if (pathKey(from) === pathKey(ownPath)) return { reason: 'It is the address of the entry itself' }
  if (isLive) return { reason: 'A published item has this address' }
  const target = seen.get(pathKey(from))
  if (target === itemId) return 'matched'
  if (target !== undefined) return { reason: 'Another redirect has this path' }
  return 'created'
}

function count(run: ImportRun, wanted: WantedRedirect, outcome: Outcome, targets: Map<string, string>): void {
  if (typeof outcome === 'string') {
    run.summary.redirects[outcome]++
    targets.set(pathKey(wanted.from), wanted.itemId)
  } else {
    const sourceLabel = `${wanted.sourceLabel}: ${wanted.from}`
    countUnwritten(run.summary, { outcome: 'skipped', what: 'redirect', reason: outcome.reason, sourceLabel })
  }
}

async function storedTargets(db: Reader, wanted: readonly WantedRedirect[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('redirect')
    .select(['from_path', 'to_item_id'])
    .where('from_hash', '=', sql<string>`any(${wanted.flatMap(({ from }) => spellings(from).map(textHash))})`)
    .where('gave_way_to', 'is', null)
    .execute()
  return new Map(rows.map((row) => [pathKey(row.from_path), row.to_item_id ?? '']))
}
