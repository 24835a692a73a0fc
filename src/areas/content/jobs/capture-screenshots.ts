import { z } from 'zod'

import { changeItem } from '#areas/content/changes/change-item.ts'
import { renderChanged } from '#areas/content/changes/rendering.ts'
import { type ComparisonScreenshot, findItem, withScreenshot } from '#areas/items/index.ts'
import { addImage } from '#areas/media/index.ts'
import { Refusal } from '#kernel/errors.ts'
import { job, type JobCtx } from '#kernel/job.ts'
import { id } from '#kernel/schema.ts'
import { joinUrl } from '#std/urls.ts'

const section = z.strictObject({ heading: z.string(), competitorName: z.string(), sourceUrl: z.string() })
type Section = z.output<typeof section>

const putAttempts = 3

/** Takes a picture of each section's page and adds it to the item; what cannot be captured is recorded as failed. */
export const captureScreenshots = job({
  name: 'captureComparisonScreenshots',
  title: 'Take pictures of compared pages',
  queue: 'bulk',
  scope: 'content:write',
  input: z.strictObject({ itemId: id('item'), sections: z.array(section).max(30) }),

  async work(ctx, { itemId, sections }) {
    const taken: ComparisonScreenshot[] = []
    for (const [place, one] of sections.entries()) {
      ctx.signal.throwIfAborted()
      taken.push(await ctx.step(`${place + 1}`, () => take(ctx, one)))
    }
    await put(ctx, itemId, taken)
    const failed = taken.filter(({ status }) => status === 'failed').length
    return { result: { comparisonScreenshots: taken }, state: failed === 0 ? 'succeeded' : 'partial' }
  },
})

async function take(ctx: JobCtx, { heading, competitorName, sourceUrl }: Section): Promise<ComparisonScreenshot> {
  const entry = { sectionHeading: heading, competitorName, sourceUrl, capturedAt: ctx.now().toISOString() }
  try {
    const png = await ctx.browser.capture(sourceUrl, ctx.signal)
    const url = await keep(ctx, png, competitorName)
    return { ...entry, screenshotUrl: url, status: 'captured' }
  } catch (error) {
    const isTheirs =
      error instanceof Refusal && ['upstream_failed', 'url_not_allowed', 'unsupported_media'].includes(error.code)
    if (!isTheirs) throw error
    return { ...entry, screenshotUrl: sourceUrl, status: 'failed' }
  }
}

async function keep(ctx: JobCtx, bytes: Buffer, competitorName: string): Promise<string> {
  const { url } = await addImage(ctx, { bytes, source: 'screenshot', filename: null, alt: competitorName })
  return joinUrl(ctx.baseUrl, url)
}

/** Adds the pictures to the current list; tries again if somebody else changes the item meanwhile. */
async function put(ctx: JobCtx, itemId: string, taken: readonly ComparisonScreenshot[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await putOnce(ctx, itemId, taken)
    } catch (error) {
      const isMeanwhile = error instanceof Refusal && ['conflict', 'version_conflict'].includes(error.code)
      if (!isMeanwhile || attempt === putAttempts) throw error
    }
  }
}

async function putOnce(ctx: JobCtx, itemId: string, taken: readonly ComparisonScreenshot[]): Promise<void> {
  const { actor, requestId, access, baseUrl, checks } = ctx
  const row = await ctx.read((db) => findItem(db, { id: itemId }))
  const stored = row.comparison_screenshots
  const comparisonScreenshots = taken.reduce<ComparisonScreenshot[]>(
    (list, one) => withScreenshot(list, keepOld(one, stored)),
    [...stored],
  )
  const changes = { comparisonScreenshots }
  const prepared = await renderChanged(ctx, itemId, changes)

  await ctx.write(({ db, announce }) =>
    changeItem(
      { db, announce, access, baseUrl, checks },
      { id: itemId, changes, prepared, ifVersion: row.version },
      { actor, requestId, now: ctx.now() },
    ),
  )
}

// A page that cannot be captured today does not remove yesterday's picture.
function keepOld(taken: ComparisonScreenshot, stored: readonly ComparisonScreenshot[]): ComparisonScreenshot {
  const old = stored.find(({ sectionHeading }) => sectionHeading === taken.sectionHeading)
  return taken.status === 'failed' && old?.status === 'captured' ? old : taken
}
