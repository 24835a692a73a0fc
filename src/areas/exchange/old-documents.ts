import { sql } from 'kysely'

import { removeDocument } from '#areas/media/index.ts'
import type { Writer } from '#kernel/database.ts'
import { openJobStates } from '#kernel/job.ts'

/**
 * Removes documents that no import has taken within a day: those of jobs that failed or were canceled, of previews, and those that
 * nobody used. Returns how many, at most `limit`.
 */
export async function removeOldDocuments(db: Writer, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('media')
    .select('media.id')
    .where('media.kind', '=', 'document')
    .where('media.source', '=', 'upload')
    .where('media.created_at', '<', sql<Date>`now() - interval '1 day'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('job')
            .select('job.id')
            .where('job.kind', '=', 'importItems')
            .where('job.state', 'in', openJobStates)
            .where(sql<boolean>`job.input ->> 'urlOrMediaId' = media.id`),
        ),
      ),
    )
    .limit(limit)
    .execute()
  for (const { id } of rows) await removeDocument(db, id, new Date())
  return rows.length
}
