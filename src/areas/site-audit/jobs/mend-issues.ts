import { z } from 'zod'

import { changeItem, demandOf, renderChanged } from '#areas/content/index.ts'
import { bodyOf } from '#areas/items/index.ts'
import { readFixes } from '#areas/site-audit/mends/choose-issues.ts'
import { mendsOfItem } from '#areas/site-audit/mends/item-mends.ts'
import { confirmations, requireConfirmed } from '#kernel/confirmed.ts'
import { Refusal } from '#kernel/errors.ts'
import { failureOfOne } from '#kernel/failure-of-one.ts'
import { job, type JobCtx, type JobError } from '#kernel/job.ts'
import { id } from '#kernel/schema.ts'

const input = z.strictObject({
  items: z.array(
    z.strictObject({
      itemId: id('item'),
      issues: z.array(z.strictObject({ id: id('auditIssue'), version: z.int() })),
    }),
  ),
  /** Issues that the call named and that were refused at once, as results show them. */
  refused: z.array(z.strictObject({ id: z.string(), code: z.string(), message: z.string() })),
  confirmed: z.enum(confirmations),
  bound: z.record(z.string(), z.int()).optional(),
})
type Input = z.output<typeof input>
type Item = Input['items'][number]
type Agreed = { confirmed: Input['confirmed']; version: number | undefined }

type Result = { id: string; ok: boolean; error?: { code: string; message: string } }
/** What became of the issues of one item. `unchanged`: nothing was left to correct. */
type Part = { results: Result[]; unchanged: number }

/** Makes the fixes of audit issues item by item: each in a transaction of its own, which also stores its results (site-audit.md#one-call-mends-a-kind). */
export const mendIssues = job({
  name: 'mendSiteAuditIssues',
  title: 'Fix what an audit found',
  queue: 'bulk',
  scope: 'content:write',
  input,

  async work(ctx, { items, refused, confirmed, bound }) {
    const results: Result[] = refused.map(({ id: issueId, ...error }) => ({ id: issueId, ok: false, error }))
    let unchanged = 0
    for (const [at, item] of items.entries()) {
      ctx.signal.throwIfAborted()
      const part = await mended(ctx, item, { confirmed, version: bound?.[item.itemId] })
      results.push(...part.results)
      unchanged += part.unchanged
      if (at % 10 === 9) await ctx.progress((at + 1) / items.length)
    }
    const failed = results.filter(({ ok }) => !ok).length
    const counts = { mended: results.length - failed - unchanged, unchanged, failed }
    return { result: { ...counts, results }, state: failed === 0 ? 'succeeded' : 'partial' }
  },
})

async function mended(ctx: JobCtx, item: Item, agreed: Agreed): Promise<Part> {
  try {
    return await mend(ctx, item, agreed)
  } catch (error) {
    const failure = failureOfOne(ctx, error, item.itemId)
    return ctx.once<Part>(item.itemId, async () => ({ results: failedWith(item.issues, failure), unchanged: 0 }))
  }
}

async function mend(ctx: JobCtx, { itemId, issues }: Item, { confirmed, version }: Agreed): Promise<Part> {
  const { actor, requestId, access, baseUrl, checks } = ctx
  const found = await ctx.read(async (db) => {
    const known = await readFixes(db, issues)
    const fixes = issues.flatMap(({ id: issueId }) => {
      const fix = known.get(issueId)?.fix
      return fix === undefined ? [] : [{ id: issueId, fix }]
    })
    return { known, ...(await mendsOfItem(db, { access, baseUrl }, { itemId, fixes })) }
  })
  const { known, changes, stored, mends } = found
  const prepared = await renderChanged(ctx, itemId, changes)
  const outdated = issues.filter(({ id: issueId }) => !known.has(issueId))
  const results = [...mends.map((one) => ({ id: one.id, ok: true })), ...failedWith(outdated, changedSince)]
  const unchanged = mends.filter((one) => one.places === 0 || one.changes.length === 0).length

  return ctx.once<Part>(itemId, async ({ db, announce }) => {
    if (Object.keys(changes).length === 0) return { results, unchanged }
    requireConfirmed(await demandOf(db, { ids: [itemId], status: undefined, access }), confirmed)
    if (stored !== undefined && (await bodyOf(db, itemId)).content !== stored)
      throw new Refusal('conflict', 'Somebody changed the text at the same time. Correct this issue again.')
    await changeItem(
      { db, announce, access, baseUrl, checks },
      { id: itemId, changes, ifVersion: version, prepared },
      { actor, requestId, now: ctx.now() },
    )
    return { results, unchanged }
  })
}

const changedSince: JobError = {
  code: 'version_conflict',
  message: 'The issue changed since the call: a later audit saw it, or somebody set it aside. Look at it again.',
}

const failedWith = (issues: Item['issues'], { code, message }: JobError): Result[] =>
  issues.map(({ id: issueId }) => ({ id: issueId, ok: false, error: { code, message } }))
