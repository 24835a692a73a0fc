import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'
import type { OrganizationId } from '#kernel/ids.ts'
import { openJobStates } from '#kernel/job.ts'
import type { Installation } from '#main/installation.ts'
import { startNight } from '#work/night.ts'
import { startedBySystem } from '#work/started-by-system.ts'

/** What came of the night of an organization. */
export type Night = { organization: string; state: string }

/**
 * Starts the nightly jobs of every organization, whatever the hour, and waits until the workers of this process have ended them, or
 * they wait for a person to renew a credential (`auth_expired`).
 */
export async function nightOf({ database }: Pick<Installation, 'database'>): Promise<Night[]> {
  const organizations = await database.asSystem((db) =>
    db
      .selectFrom('auth.organizations')
      .select(['id', 'slug'])
      .where('deleted_at', 'is', null)
      .orderBy('slug')
      .execute(),
  )
  const started: { organizationId: OrganizationId; slug: string; jobId: string }[] = []
  for (const { id, slug } of organizations) {
    const organizationId = id as OrganizationId
    const day = new Date().toISOString().slice(0, 10)
    const jobIds = await database.forOrganization({ organizationId }, 'write', ({ db }) =>
      startNight(db, { day, start: startedBySystem(db) }),
    )
    started.push(...jobIds.map((jobId) => ({ organizationId, slug, jobId })))
  }
  const outcome: Night[] = []
  for (const { organizationId, slug, jobId } of started) {
    let state = 'queued'
    while (isOpenState(state)) {
      await pause(500)
      state = await database.forOrganization({ organizationId }, 'read', ({ db }) => stateOf(db, jobId))
    }
    outcome.push({ organization: slug, state })
  }
  return outcome
}

const isOpenState = (state: string): boolean => openJobStates.some((open) => open === state)

async function stateOf(db: Reader, jobId: string): Promise<string> {
  const row = await db
    .selectFrom('job')
    .leftJoin('integration', (join) =>
      join
        .on('integration.id', '=', sql<string>`job.input ->> 'integrationId'`)
        .on('integration.state', '=', 'auth_expired'),
    )
    .select(['job.state', 'integration.state as waits_for'])
    .where('job.id', '=', jobId)
    .executeTakeFirstOrThrow()
  return row.state === 'queued' && row.waits_for !== null ? row.waits_for : row.state
}
