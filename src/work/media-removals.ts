import { sql } from 'kysely'

import { sweepMedia } from '#areas/media/index.ts'
import { type Files, filesBelow } from '#kernel/files.ts'
import type { OrganizationId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import type { Due } from './workshop.ts'

/** Between two rounds, in ms: raw bytes are gone within a minute, and a store that is away is not asked all the time. */
const pause = 20_000
const batch = 25

type Parts = { database: TenantDatabase; files: Files; log: Log }

/** Removes the files that are due (media.md#raw-bytes-go-soon); housekeeping does the same once an hour. */
export function mediaRemovals({ database, files, log }: Parts): Due {
  return {
    name: 'media removals',
    next: sql`select min(due_at) from app.media_removal`,
    pauseMs: pause,
    async round(stopping) {
      for (const organizationId of await organizationsDue(database)) {
        if (stopping.aborted) break
        const parts = { database, files, organizationId }
        await sweep(parts, stopping).catch((error: unknown) =>
          log.error({ organizationId, err: error }, 'files could not be removed'),
        )
      }
      return 'idle'
    },
  }
}

type Sweep = Omit<Parts, 'log'> & { organizationId: OrganizationId }

async function sweep({ database, files, organizationId }: Sweep, stopping: AbortSignal): Promise<void> {
  const removed = () =>
    sweepMedia({
      transaction: (work) => database.forOrganization({ organizationId }, 'write', ({ db }) => work(db)),
      files: filesBelow(files, organizationId),
      limit: batch,
    })
  while (!stopping.aborted && (await removed()) === batch);
}

async function organizationsDue(database: TenantDatabase): Promise<OrganizationId[]> {
  const rows = await database.asSystem((db) =>
    db
      .selectFrom('media_removal')
      .select('organization_id')
      .where('due_at', '<=', sql<Date>`clock_timestamp()`)
      .distinct()
      .execute(),
  )
  return rows.map((row) => row.organization_id as OrganizationId)
}
