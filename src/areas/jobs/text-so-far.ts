import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'
import type { JobState } from '#kernel/job.ts'
import type { Scope } from '#kernel/scope.ts'

import { mayRead } from './jobs.ts'

/** How much of the text of a job somebody has seen: of which beginning, in characters as PostgreSQL counts them. */
export type SeenText = { round: number; characters: number }

/** How a job stands, and what was written since; `text` is null where nothing is shown of it. */
type TextNews = { state: JobState; round: number; text: string | null }

/** What came of the text of a job since somebody looked; undefined: there is no such job for these scopes. */
export async function textSince(
  db: Reader,
  { jobId, scopes, seen }: { jobId: string; scopes: readonly Scope[]; seen: SeenText },
): Promise<TextNews | undefined> {
  const row = await db
    .selectFrom('job')
    .select(['state', 'scope', 'text_round as round'])
    .select(
      sql<string | null>`case when text_round = ${seen.round}::integer
        then substr(text_so_far, ${seen.characters + 1}::integer) else text_so_far end`.as('text'),
    )
    .where('id', '=', jobId)
    .executeTakeFirst()
  return row === undefined || !mayRead(row.scope, scopes) ? undefined : row
}
