import { sql } from 'kysely'

import type { ContentRevision } from '#kernel/content-revision.ts'
import type { Log } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { listenOn } from '#platform/jobs/listening.ts'
import { createLoop } from '#platform/jobs/loop.ts'

/** What is told about the public content of organizations. Times are of `performance.now()`. */
export type ContentFollower = {
  heard(organizationId: string, revision: ContentRevision): void
  /** Everything that was committed before `at` has been heard. */
  confirmed(at: number): void
  /** Something may have been missed. */
  lost(): void
  /** Whether anybody asked since the last time: otherwise nothing is looked up. */
  wasAsked(): boolean
}

const channel = 'masthead_content'
/** Between two looks at what changed, in ms: other nodes' changes are known within a second even where no notice arrives. */
const everyMs = 500
/** How far a look reaches back behind the one before: a transaction is committed later than it is dated. In s. */
const overlap = 10

/**
 * Follows the changes of public content that other processes commit: by NOTIFY, and by looking, because a notice can be lost
 * (content-api.md#content-has-revisions). On the embedded database there are no others.
 */
export function followContent(
  { database, log }: { database: TenantDatabase; log: Log },
  follower: ContentFollower,
): { start(): void; stop(): Promise<void> } {
  const { kind, listening: pool } = database.backend
  let since: Date | undefined
  const looking = createLoop({ name: 'content revisions', everyMs, round: look, log })
  const listening = listenOn({ pool, log }, channel, {
    heard(payload) {
      const [organizationId = '', collectionId = '', revision = ''] = payload.split(':')
      follower.heard(organizationId, { collectionId, revision: Number(revision) })
    },
    listens() {
      follower.lost()
      looking.wake()
    },
  })

  async function look(): Promise<'idle'> {
    if (!follower.wasAsked()) return 'idle'
    const at = performance.now()
    const { rows, now } = await changesSince(database, since)
    for (const { organization_id: organizationId, collection_id: collectionId, revision } of rows)
      follower.heard(organizationId, { collectionId, revision: Number(revision) })
    since = now
    follower.confirmed(at)
    return 'idle'
  }

  const isShared = kind === 'postgres'
  return {
    start() {
      if (!isShared) return
      listening.start()
      looking.start()
    },
    async stop() {
      if (isShared) await Promise.all([listening.stop(), looking.stop()])
    },
  }
}

// The database's clock dates both the changes and the looks.
function changesSince(database: TenantDatabase, since: Date | undefined) {
  return database.asSystem(async (db) => {
    const from = since === undefined ? sql`clock_timestamp()` : sql`${since}::timestamptz`
    const [clock, rows] = await Promise.all([
      db.selectNoFrom(sql<Date>`clock_timestamp()`.as('now')).executeTakeFirstOrThrow(),
      db
        .selectFrom('content_revision')
        .select(['organization_id', 'collection_id', 'revision'])
        .where('changed_at', '>', sql<Date>`${from} - make_interval(secs => ${overlap})`)
        .execute(),
    ])
    return { now: clock.now, rows }
  })
}
