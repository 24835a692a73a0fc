import { rolesOfSessions, type ShownOrganization } from '#areas/account/index.ts'
import { hasEnded, type SeenText, textSince } from '#areas/jobs/index.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { JobState } from '#kernel/job.ts'
import type { Log } from '#kernel/log.ts'
import { ceilingOf, type Role } from '#kernel/scope.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { requireShare } from './require-share.ts'

/** `text`: what was written since the last message, or from its beginning where that is new. `end`: nothing more comes. */
export type TextMessage = { kind: 'text'; isNew: boolean; text: string } | { kind: 'end'; state: JobState }

export type TextViewer = ShownOrganization & {
  role: Role
  jobId: string
  tell(message: TextMessage): void
  /** The viewer may see no more, the job has ended, or the process does. */
  end(): void
}

export type JobTexts = {
  /**
   * Sends a viewer what a job writes, from its beginning. Returns a function to leave. Errors: `not_found`, also where the role
   * may not read what the job is about; `rate_limited` and `unavailable` when too many are already watching.
   */
  open(viewer: TextViewer): Promise<() => void>
  close(): Promise<void>
}

const everyMs = 400
const perSession = 10

type Watching = { viewer: TextViewer; seen: SeenText }
type Parts = { database: TenantDatabase; log: Log; maxViewers: number }

/**
 * Follows the texts that jobs write while somebody watches, on whatever node they run: every 400 ms the sessions of all viewers
 * are looked up again, and one message to the database for each of their organizations asks what came (jobs.md#text-so-far).
 */
export function createJobTexts({ database, log, maxViewers }: Parts): JobTexts {
  const watching = new Set<Watching>()
  let looking: Promise<void> | undefined
  let ticking: NodeJS.Timeout | undefined
  let hasFailed = false

  function leave(one: Watching): void {
    watching.delete(one)
    if (watching.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }

  function dismiss(one: Watching): void {
    leave(one)
    one.viewer.end()
  }

  /** Sends a viewer what is new. Returns false if there is nothing that it may see. */
  async function follow(db: Reader, one: Watching): Promise<boolean> {
    const found = await sendNews(db, one)
    if (found === 'ended') dismiss(one)
    return found !== 'missing'
  }

  async function round(): Promise<void> {
    const now = [...watching]
    const roles = await database.asIdentity((db) =>
      rolesOfSessions(
        db,
        now.map(({ viewer }) => viewer),
        new Date(),
      ),
    )
    now.forEach((one, at) => {
      const role = roles[at]
      if (role === undefined) dismiss(one)
      else one.viewer.role = role
    })
    const left = now.filter((one) => watching.has(one))
    for (const [organizationId, here] of Map.groupBy(left, ({ viewer }) => viewer.organizationId))
      await database.forOrganization({ organizationId }, 'read', ({ db }) =>
        Promise.all(here.map(async (one) => (await follow(db, one)) || dismiss(one))),
      )
  }

  function look(): void {
    looking ??= round()
      .then(() => void (hasFailed = false))
      .catch((err: unknown) => {
        if (!hasFailed) log.warn({ err }, 'texts of jobs wait for the database')
        hasFailed = true
      })
      .finally(() => void (looking = undefined))
  }

  return {
    async open(viewer) {
      requireRoom(watching, viewer, maxViewers)
      const one: Watching = { viewer, seen: { round: -1, characters: 0 } }
      watching.add(one)
      try {
        const { organizationId } = viewer
        const isThere = await database.forOrganization({ organizationId }, 'read', ({ db }) => follow(db, one))
        if (!isThere) throw new Refusal('not_found', 'There is no such job.', { id: viewer.jobId })
      } catch (error) {
        leave(one)
        throw error
      }
      if (watching.size > 0) ticking ??= setInterval(look, everyMs).unref()
      return () => leave(one)
    },
    async close() {
      for (const one of watching) dismiss(one)
      await looking
    },
  }
}

/** Sends a viewer what is new. `missing`: there is no such job, or the viewer may not see it. */
async function sendNews(db: Reader, one: Watching): Promise<'missing' | 'open' | 'ended'> {
  const { viewer, seen } = one
  const news = await textSince(db, { jobId: viewer.jobId, scopes: ceilingOf[viewer.role], seen })
  if (news === undefined) return 'missing'
  const { state, round, text } = news
  const isNew = round !== seen.round
  if (text !== null && text !== '') {
    one.seen = { round, characters: (isNew ? 0 : seen.characters) + Array.from(text).length }
    viewer.tell({ kind: 'text', isNew, text })
  }
  if (!hasEnded(state)) return 'open'
  viewer.tell({ kind: 'end', state })
  return 'ended'
}

function requireRoom(
  watching: ReadonlySet<Watching>,
  { sessionHash, organizationId }: TextViewer,
  maxViewers: number,
): void {
  const viewers = [...watching].map(({ viewer }) => viewer)
  if (viewers.filter((viewer) => viewer.sessionHash.equals(sessionHash)).length >= perSession)
    throw new Refusal('rate_limited', 'Too many texts are watched in this browser. Close some.', undefined, {
      retryAfter: 30,
    })
  requireShare(viewers, { organizationId, maxViewers })
  if (viewers.length >= maxViewers)
    throw new Refusal('unavailable', 'Too many people watch at once. Try again later.', undefined, { retryAfter: 30 })
}
