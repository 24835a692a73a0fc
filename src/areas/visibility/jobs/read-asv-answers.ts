import { z } from 'zod'

import { getSettings } from '#areas/organizations/index.ts'
import { readBrands } from '#areas/visibility/brands.ts'
import { readStoredAgain } from '#areas/visibility/read-answers.ts'
import { job } from '#kernel/job.ts'

const slice = 100

/**
 * Reads stored answers again after names have changed (visibility.md#answers-are-read-again). Each answer says which names it
 * was read with, so that a restart, or another change meanwhile, leaves none behind.
 */
export const readAsvAnswersJob = job({
  name: 'readAsvAnswers',
  queue: 'bulk',
  scope: 'asv:write',
  input: z.strictObject({}),

  async work(ctx) {
    let answers = 0
    for (;;) {
      const done = await ctx.write(async ({ db }) => {
        const brands = await readBrands(db, ctx.access.organization)
        const { siteUrl } = await getSettings(db)
        const site = { siteUrl, baseUrl: ctx.baseUrl, organizationId: ctx.access.organization.id }
        return readStoredAgain(db, slice, { brands, site })
      })
      answers += done
      if (done < slice) return { result: { answers } }
    }
  },
})
