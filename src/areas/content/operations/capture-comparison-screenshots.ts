import { z } from 'zod'

import { ownHosts } from '#areas/addresses/index.ts'
import { captureScreenshots } from '#areas/content/jobs/capture-screenshots.ts'
import { bodyOf, comparedSections, lockUntrashed } from '#areas/items/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { bindForJob } from '#kernel/bind-records.ts'
import { browserNotAvailable } from '#kernel/browser.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id, startedJob, text } from '#kernel/schema.ts'

export const captureComparisonScreenshots = operation({
  name: 'captureComparisonScreenshots',
  title: 'Capture screenshots',
  summary: "Takes pictures of the competitors' pages of a comparison and puts each below its heading.",
  scope: 'content:write',
  risk: 'external',
  startsJob: true,
  // A published or scheduled item shows the pictures without another call.
  changesPublic: true,
  errors: ['not_found', 'invalid_transition', 'browser_not_available', 'url_not_allowed'],
  examples: [{ title: 'All sections', input: { itemId: 'itm_01jzz0000000000000000000zz' } }],
  input: z.strictObject({
    itemId: id('item'),
    headings: z.array(text(300)).min(1).max(30).optional().describe('Sections; left out: all that name a page'),
  }),
  output: startedJob(),

  prepare: requireBrowser,

  async handle(ctx, { itemId, headings }, checkUrl) {
    const { db } = ctx
    const row = await lockUntrashed(db, { id: itemId, to: 'changed' })
    const sections = comparedSections(
      (await bodyOf(db, row.id)).contentHtml,
      row.comparison_screenshots,
      ownHosts(await getSettings(db)),
    )
    const wanted = headings === undefined ? sections : sections.filter(({ heading }) => headings.includes(heading))
    requireAll(headings, sections)
    for (const { sourceUrl } of wanted) checkUrl(sourceUrl)
    await bindForJob(db, 'item', [itemId])
    return ctx.start(captureScreenshots, { itemId, sections: wanted.slice(0, 30) })
  },
})

async function requireBrowser({ browser, checkUrl }: PrepareCtx): Promise<PrepareCtx['checkUrl']> {
  if (await browser.isAvailable()) return checkUrl
  throw browserNotAvailable()
}

function requireAll(headings: readonly string[] | undefined, sections: readonly { heading: string }[]): void {
  const known = sections.map(({ heading }) => heading)
  const missing = headings?.findIndex((heading) => !known.includes(heading)) ?? -1
  if (missing < 0 && sections.length > 0) return
  const message =
    known.length === 0
      ? 'No section of the item names a page: link the page of the competitor below its h2, or set comparisonScreenshots.'
      : `This section names no page. Those that do: ${known.join(', ')}.`
  const path = missing < 0 ? '/input/itemId' : `/input/headings/${missing}`
  throw new Refusal('validation_failed', message, [{ path, message, code: 'invalid_value' }])
}
