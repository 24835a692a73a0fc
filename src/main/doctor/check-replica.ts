import type { Log } from '#kernel/log.ts'
import { explainDatabaseFault } from '#main/explain-database-fault.ts'
import type { Config } from '#platform/config/config.ts'
import { lookAtServer } from '#platform/database/look.ts'

import { type Check, fine, warning } from './check.ts'

const name = 'replica'
/** Seconds behind the primary from which nobody is served there. */
const patience = 60

/** Whether the replica for reads is one, answers, and keeps up. Reads go on without it. */
export async function checkReplica({ database: { readUrl } }: Config, log: Log): Promise<Check[]> {
  if (readUrl === null) return []
  const url = readUrl.reveal()
  try {
    const found = await lookAtServer(url, log, async (connection) => {
      // What was received and replayed is all there is: without writes the last one may be old.
      const { rows } = await connection.query<{ isReplica: boolean; behind: number }>(
        `select pg_is_in_recovery() as "isReplica", case
          when not pg_is_in_recovery() or pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
          else coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0) end::float8 as behind`,
      )
      return rows[0]
    })
    if (found?.isReplica !== true)
      return [
        warning(
          name,
          'The server of DATABASE_READ_URL is not a replica: it accepts writes of its own.',
          'Name a streaming replica of the server of DATABASE_URL, or remove DATABASE_READ_URL.',
        ),
      ]
    if (found.behind <= patience) return [fine(name, `The replica for reads is ${Math.round(found.behind)} s behind.`)]
    return [
      warning(
        name,
        `The replica for reads is ${Math.round(found.behind)} s behind: reads go to the primary.`,
        'Look for a long query on the replica (max_standby_streaming_delay), a paused replay, or a slow network.',
      ),
    ]
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error))
    return [
      warning(
        name,
        'The replica for reads cannot be reached: reads go to the primary.',
        explainDatabaseFault(cause, url)?.replaceAll('DATABASE_URL', 'DATABASE_READ_URL') ?? cause.message,
      ),
    ]
  }
}
