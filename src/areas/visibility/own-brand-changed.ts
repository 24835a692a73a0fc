import type { OrganizationFacts } from '#kernel/access.ts'
import type { BrandChanged } from '#kernel/brand.ts'
import type { Writer } from '#kernel/database.ts'
import { openJobStates, type Start } from '#kernel/job.ts'

import { hasStaleAnswers, readBrands, requireUnused } from './brands.ts'
import { readAsvAnswersJob } from './jobs/read-asv-answers.ts'

/**
 * Refuses settings whose own brand has a name or a domain of a competitor (visibility.md#names-belong-to-one-brand), and has stored
 * answers read with what it is called now. A job under way is not relied on: it may look for the last time before this commits.
 */
export const ownBrandChanged: BrandChanged = async (db, organization, start) => {
  const brands = await readBrands(db, organization)
  requireUnused(brands, brands.own, brands.own.id)
  if (await hasStaleAnswers(db, brands.terms)) await start(readAsvAnswersJob, {})
}

/** Starts reading answers again that were read by former rules, unless a job does so already (visibility.md#answers-are-read-again). */
export async function readStaleAnswers(db: Writer, organization: OrganizationFacts, start: Start): Promise<void> {
  const { terms } = await readBrands(db, organization)
  if (!(await hasStaleAnswers(db, terms))) return
  const active = await db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', readAsvAnswersJob.name)
    .where('state', 'in', openJobStates)
    .executeTakeFirst()
  if (active === undefined) await start(readAsvAnswersJob, {})
}
