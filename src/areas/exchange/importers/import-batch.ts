import { pathOf } from '#areas/addresses/index.ts'
import { type Edit, type RenderCtx, renderNew } from '#areas/content/index.ts'
import { readSurroundings, type Surroundings } from '#areas/items/index.ts'
import { Refusal } from '#kernel/errors.ts'
import { bodiesAtOnce, type Rendered } from '#kernel/render.ts'
import { slice } from '#kernel/slices.ts'
import { inOrder } from '#std/in-order.ts'
import { foreignPath } from '#std/site-paths.ts'

import { announceWritten } from './announce-imported.ts'
import { type ItemPlan, type ItemResult, needsBody, slugKey, writeItem } from './import-items.ts'
import { planItems } from './import-references.ts'
import { type ImportRun, type WantedRedirect, inTransaction } from './import-run.ts'
import { countNote, countUnwritten } from './import-summary.ts'
import { noteOldAddress } from './old-addresses.ts'
import { type ImportRecord, notesOf } from './record.ts'

/** A batch that has been planned and rendered. */
export type PreparedBatch = { plans: ItemPlan[]; bodies: Body[] }

/** Plans a batch of records and renders the bodies that it needs. */
export async function prepareBatch(run: ImportRun, records: readonly ImportRecord[]): Promise<PreparedBatch> {
  const plans = await planItems(run, records)
  return { plans, bodies: await renderBodies(run, plans) }
}

/** Writes the items of a batch in short transactions (turns.md#background-work-in-slices), each after a savepoint of its own. */
export async function writeBatch(run: ImportRun, { plans, bodies }: PreparedBatch): Promise<void> {
  const pairs = plans.flatMap((plan, i) => (bodies[i] === undefined ? [] : [{ plan, body: bodies[i] }]))
  for (let left = pairs; left.length > 0;) {
    const results = await writeSlice(run, left)
    for (const [i, { plan }] of left.slice(0, results.length).entries()) {
      const result = results[i]
      if (result !== undefined) count(run, plan, result)
    }
    left = left.slice(results.length)
  }
}

/** Writes the first of them, as many as its time allows. */
function writeSlice(run: ImportRun, pairs: readonly { plan: ItemPlan; body: Body }[]): Promise<ItemResult[]> {
  return inTransaction(run, async (tx) => {
    const isOver = slice()
    const place = { run, surroundings: await readSurroundings(tx.db) }
    const written: ItemResult[] = []
    for (const { plan, body } of pairs) {
      if ('failed' in body) written.push(failure(body.failed, body.reason))
      else if (plan.step === 'none') written.push(await writeItem(tx, place, plan, undefined))
      else written.push(await tx.savepoint(() => writeItem(tx, place, plan, body.rendered)).catch(asFailure))
      if (isOver()) break
    }
    await announceWritten(run, tx.db, editsOf(pairs, written, place.surroundings))
    return written
  })
}

function editsOf(
  pairs: readonly { plan: ItemPlan }[],
  written: readonly ItemResult[],
  { settings }: Surroundings,
): Edit[] {
  return written.flatMap(({ outcome, row: after }, at) => {
    const plan = pairs[at]?.plan
    if (plan === undefined || after === null || (outcome !== 'created' && outcome !== 'updated')) return []
    return [{ before: plan.existing?.row, after, collection: plan.collection, settings }]
  })
}

type Body = { rendered: Rendered | undefined } | { failed: 'skipped' | 'failed'; reason: string }

/** Renders what must be rendered: some at once, then again by itself what the others made too slow. */
async function renderBodies(run: ImportRun, plans: readonly ItemPlan[]): Promise<Body[]> {
  const bodies: Body[] = []
  for await (const body of inOrder(plans, bodiesAtOnce, (plan) => renderBody(run, plan))) bodies.push(body)
  for (const [i, plan] of plans.entries()) {
    const body = bodies[i]
    if (body !== undefined && 'failed' in body && body.failed === 'failed') bodies[i] = await renderBody(run, plan)
  }
  return bodies
}

async function renderBody({ parts }: ImportRun, plan: ItemPlan): Promise<Body> {
  if (!needsBody(plan)) return { rendered: undefined }
  const { content, contentFormat } = plan.item
  try {
    const { render, checks, transaction, dryRun } = parts
    const read: RenderCtx['read'] = (work) => transaction(({ db }) => work(db))
    const rendered = await renderNew({ render, checks, read }, { content, contentFormat })
    // What is rolled back is not searched, and the index of a text takes as long as all else that is written.
    return { rendered: dryRun ? { ...rendered, text: '' } : rendered }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'validation_failed') throw error
    // Too slow says something about the machine right now, not about the text: the next run may succeed.
    const isSlow = Array.isArray(error.details) && error.details.some(({ code }) => code === 'too_slow')
    return { failed: isSlow ? 'failed' : 'skipped', reason: error.message }
  }
}

/** What the rules or the database's constraints refuse is the entry's own failure; everything else ends the import. */
function asFailure(error: unknown): ItemResult {
  if (error instanceof Refusal && error.status < 500) return failure('failed', error.message)
  const state = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof Error && /^(22|23|54)[0-9A-Z]{3}$/.test(state))
    return failure('failed', isMadeTwice(error) ? madeTwice : (refusedByDatabase[state.slice(0, 2)] ?? ''))
  throw error
}

/** By class of SQLSTATE, in our words: no name of a table is for the person who imports. */
const refusedByDatabase: Record<string, string> = {
  '22': 'A value cannot be stored: a character or number that the database does not take',
  '23': 'It names or repeats a record in a way that the stored ones do not allow',
  '54': 'It is larger than the database stores',
}

const madeTwice =
  'An item of this source has just been created: by another import, or because the source names it twice'

function isMadeTwice(error: Error): boolean {
  return 'constraint' in error && error.constraint === 'item_source'
}

const failure = (outcome: 'skipped' | 'failed', reason: string): ItemResult => ({
  outcome,
  reason,
  row: null,
})

function count(run: ImportRun, plan: ItemPlan, { outcome, reason, row }: ItemResult): void {
  const { item, collection } = plan
  const { sourceLabel } = item
  run.summary.items[outcome]++
  if (outcome === 'left' || outcome === 'trashed' || outcome === 'skipped' || outcome === 'failed')
    return countUnwritten(run.summary, { outcome, what: item.type, reason: reason ?? '', sourceLabel })

  for (const note of notesOf(sourceLabel, plan.remarks)) countNote(run.summary, note)
  if (row === null) return
  run.redirects.push(...redirectsOf(plan, row))
  noteOldAddress(run, plan, row)
  if (!run.parts.dryRun || outcome === 'unchanged') return
  run.imagined.slugs.add(slugKey(collection, row.slug))
  if (row.status === 'published') run.imagined.livePaths.add(pathOf(collection, row))
}

/** The redirects that an entry asks for: its aliases, and the path under which it was published. */
function redirectsOf({ item, collection }: ItemPlan, row: NonNullable<ItemResult['row']>): WantedRedirect[] {
  const ownPath = pathOf(collection, row)
  const { status, sourcePath } = item
  const old = status === 'published' && sourcePath !== null && sourcePath !== ownPath ? [sourcePath] : []
  const paths = new Set([...item.aliases, ...old].map(foreignPath))
  const isPublic = row.status === 'published'
  return Array.from(paths, (from) => ({ from, itemId: row.id, ownPath, isPublic, sourceLabel: item.sourceLabel }))
}
