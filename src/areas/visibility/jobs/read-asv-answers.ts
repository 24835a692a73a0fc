import { z } from 'zod'

import { getSettings } from '#areas/organizations/index.ts'
import { readBrands } from '#areas/visibility/brands.ts'
import { extractMentions } from '#areas/visibility/extraction/extract-mentions.ts'
import { findStale, storeAgain } from '#areas/visibility/read-answers.ts'
import { breather, breathing } from '#kernel/breathe.ts'
import type { Reader } from '#kernel/database.ts'
import { job, type JobCtx } from '#kernel/job.ts'
import { sliceSize } from '#kernel/slices.ts'

const mostAtOnce = 100

/**
 * Reads stored answers again after names have changed (visibility.md#answers-are-read-again). Each answer says which names it
 * was read with, so that a restart, or another change meanwhile, leaves none behind.
 */
export const readAsvAnswersJob = job({
  name: 'readAsvAnswers',
  title: 'Read AI answers again',
  queue: 'bulk',
  scope: 'asv:write',
  input: z.strictObject({}),

  async work(ctx) {
    let answers = 0
    // What changes behind the place that was reached is found by the next round.
    for (;;) {
      const done = await readAll(ctx)
      if (done === 0) return { result: { answers } }
      answers += done
    }
  },
})

/** Reads every answer once that is stale when its turn comes, in the order of ids: nothing is looked through twice. */
async function readAll(ctx: JobCtx): Promise<number> {
  const breathe = breather(ctx.signal)
  const size = sliceSize(mostAtOnce)
  let done = 0
  for (let after = ''; ;) {
    const { rows, brands, site } = await ctx.read((db) => nextSlice(ctx, db, after))
    const last = rows.at(-1)
    if (last === undefined) return done
    const readings = await breathing(rows, breathe, ({ id, text }) => ({
      answerId: id,
      mentions: extractMentions(text, brands.terms),
    }))
    for (let from = 0; from < readings.length;) {
      const some = readings.slice(from, from + size.limit())
      await ctx.write(({ db }) => size.timed(() => storeAgain(db, some, { brands, site })))
      from += some.length
    }
    after = last.id
    done += rows.length
  }
}

async function nextSlice({ access, baseUrl }: JobCtx, db: Reader, after: string) {
  const brands = await readBrands(db, access.organization)
  const { siteUrl } = await getSettings(db)
  const site = { siteUrl, baseUrl, organizationId: access.organization.id }
  return { rows: await findStale(db, brands.terms, after, mostAtOnce), brands, site }
}
