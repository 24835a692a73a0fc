import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'
import { openJobStates } from '#kernel/job.ts'

/** How long a run waits until it looks again whether its engines are free. */
export const lookAgainMs = 5000

/** Whether an earlier run is asking an engine of this one (visibility.md#engines-have-turns). */
export async function areEnginesTaken(db: Reader, runId: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (
      select from app.asv_run own
        join app.asv_run other on other.organization_id = own.organization_id and other.id < own.id
          and other.state = any(${openJobStates})
        join app.job on job.organization_id = other.organization_id and job.id = other.job_id and job.state = 'running'
        cross join lateral jsonb_array_elements(own.engine_snapshots) as mine
        join lateral jsonb_array_elements(other.engine_snapshots) as theirs on theirs->>'engineId' = mine->>'engineId'
      where own.organization_id = app.org() and own.id = ${runId}) as taken`.execute(db)
  return rows[0]?.taken === true
}
