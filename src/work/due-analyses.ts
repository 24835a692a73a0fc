import { findOrganization } from '#areas/account/index.ts'
import { dueAnalyses, noteFailedStart, readStaleAnswers, startDueAnalysis } from '#areas/visibility/index.ts'
import { Refusal } from '#kernel/errors.ts'
import type { OrganizationId } from '#kernel/ids.ts'
import type { Models } from '#kernel/model.ts'
import { type Notify, notifyNobody } from '#kernel/notify.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { startedBySystem } from './started-by-system.ts'

type Parts = { database: TenantDatabase; models: Models; notify?: Notify }

/** Starts what AI search visibility has due in an organization: scheduled runs, and answers to be read again. */
export async function startDueVisibility(
  organizationId: OrganizationId,
  { database, models, notify = notifyNobody }: Parts,
  now = new Date(),
): Promise<void> {
  const inside = { organizationId }
  const organization = await database.forOrganization(inside, 'write', ({ db }) => findOrganization(db, organizationId))
  if (organization === undefined) return
  await database.forOrganization(inside, 'write', ({ db }) => readStaleAnswers(db, organization, startedBySystem(db)))
  const due = await database.forOrganization(inside, 'write', ({ db }) => dueAnalyses(db, now))
  for (const analysisId of due) {
    try {
      await database.forOrganization(inside, 'write', ({ db }) =>
        startDueAnalysis(db, { analysisId, organization, now, models, start: startedBySystem(db) }),
      )
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await database.forOrganization(inside, 'write', ({ db }) =>
        noteFailedStart(
          db,
          { analysisId, now, notify: (notice) => notify(db, notice, { start: startedBySystem(db) }) },
          error,
        ),
      )
    }
  }
}
