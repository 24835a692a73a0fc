import { sql } from 'kysely'

import { findOrganization } from '#areas/account/index.ts'
import { rescheduleAudit, startDueAudit } from '#areas/site-audit/index.ts'
import { dueAnalyses, noteFailedStart, rescheduleAnalyses, startDueAnalysis } from '#areas/visibility/index.ts'
import { Refusal } from '#kernel/errors.ts'
import type { OrganizationId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { Models } from '#kernel/model.ts'
import type { Notify } from '#kernel/notify.ts'
import type { ZoneChanged } from '#kernel/zone-changed.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { startedBySystem } from './started-by-system.ts'
import type { Due } from './workshop.ts'

/** Between two rounds, in ms: what cannot be started is not tried all the time. */
const pause = 20_000

type Parts = {
  database: TenantDatabase
  models: Models
  notify: Notify
  baseUrl: () => string
  log: Log
}

/** A table of schedules, each row with its `next_run_at`, and what starts those of an organization. */
type Scheduled = {
  name: string
  table: 'asv_analysis' | 'site_audit_setting'
  start: (organizationId: OrganizationId, parts: Parts, now: Date) => Promise<void>
}

/** One line each. */
const all: readonly Scheduled[] = [
  { name: 'analyses', table: 'asv_analysis', start: startDueRuns },
  { name: 'audits', table: 'site_audit_setting', start: startAudit },
]

/**
 * Starts what organizations have scheduled, when its time comes; times that were missed are made up for once. Every worker looks, the
 * row's lock decides which one starts it (jobs.md#one-look-for-everything).
 */
export function schedules(parts: Parts): Due[] {
  return all.map(({ name, table, start }) => ({
    name,
    next: sql`select min(s.next_run_at) from ${ofOpenOrganizations(table)}`,
    pauseMs: pause,
    async round(stopping) {
      for (const organizationId of await organizationsDue(parts.database, table)) {
        if (stopping.aborted) break
        await start(organizationId, parts, new Date()).catch((error: unknown) =>
          parts.log.error({ organizationId, schedule: name, err: error }, 'what is scheduled could not be started'),
        )
      }
      return 'idle'
    },
  }))
}

/** Moves what is scheduled to the same day and hour by other clocks. */
export const rescheduled: ZoneChanged = async (db, change) => {
  await rescheduleAnalyses(db, change)
  await rescheduleAudit(db, change)
}

/** Starts the scheduled runs of AI search visibility that an organization has due. */
export async function startDueRuns(
  organizationId: OrganizationId,
  { database, models, notify }: Pick<Parts, 'database' | 'models' | 'notify'>,
  now: Date,
): Promise<void> {
  const inside = { organizationId }
  const organization = await database.forOrganization(inside, 'write', ({ db }) => findOrganization(db, organizationId))
  if (organization === undefined) return
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

async function startAudit(organizationId: OrganizationId, { database, baseUrl }: Parts, at: Date): Promise<void> {
  await database.forOrganization({ organizationId }, 'write', ({ db }) =>
    startDueAudit(db, { at, baseUrl, start: startedBySystem(db) }),
  )
}

const ofOpenOrganizations = (table: Scheduled['table']) => sql`${sql.table(`app.${table}`)} s
  join auth.organizations o on o.id = s.organization_id and o.suspended_at is null and o.deleted_at is null`

async function organizationsDue(database: TenantDatabase, table: Scheduled['table']): Promise<OrganizationId[]> {
  const { rows } = await database.asSystem((db) =>
    sql<{ id: OrganizationId }>`select distinct o.id from ${ofOpenOrganizations(table)}
      where s.next_run_at <= clock_timestamp()`.execute(db),
  )
  return rows.map(({ id }) => id)
}
