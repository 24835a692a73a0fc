import { rolesOfSessions, type ShownOrganization } from '#areas/account/index.ts'
import { Refusal } from '#kernel/errors.ts'
import { earliestId, isId, timeOfId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { isAtLeast, type Role } from '#kernel/scope.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { createLiveLog, type LiveLog } from './live-log.ts'
import { findLiveCalls, type LiveCall, liveCallsSince, recordIdsSince } from './live-records.ts'

/**
 * What a stream is told. `ready`: it stands; unless it is resumed, anything may have changed before. `call`: what those
 * hear who may read the audit log. `change`: what everybody else hears.
 */
export type LiveMessage = { id: string } & (
  | { kind: 'ready'; resumed: boolean }
  | ({ kind: 'call' } & LiveCall)
  | { kind: 'change'; area: string }
)

export type Viewer = ShownOrganization & {
  role: Role
  /** The id of the last message that the viewer has seen. */
  after: string | undefined
  tell(message: LiveMessage): void
  /** The viewer may see no more, or the process ends. */
  end(): void
}

export type LiveCalls = {
  /**
   * Tells a viewer what is called in the organization from now on, or from what it has seen last. Answers how to leave.
   * Refuses with `rate_limited` and `unavailable` where too many watch already.
   */
  open(viewer: Viewer): Promise<() => void>
  /**
   * Wakes somebody when a call of the organization left a record, on whatever node, and once at the beginning. It is not
   * told which, and sees for itself what it may. Answers how to stop.
   */
  watch(organizationId: string, wakeUp: () => void): () => void
  /** A call of an organization left a record: looked at once, without waiting for the next round. */
  recorded(organizationId: string): void
  /** Sessions changed: those of viewers are looked at at once. */
  check(): void
  close(): Promise<void>
}

const second = 1000
/** Between two rounds: what a busy agent does within it is told together. */
const gap = 50
/** Records that become visible this late, or come from a clock this wrong, are still found. */
const overlap = 30 * second
/** After so long nothing is caught up: the viewer reads everything anew. */
const longestPause = 3600 * second
const mostCaughtUp = 500
/** A feed that nobody watched, or that could not be read, for so long is begun anew. */
const coldAfter = 120 * second
const perSession = 20

type Feed = { log: LiveLog; since: string; readAt: number }
type Watching = Viewer & { log: LiveLog; position: number; told: ReadonlySet<string> }

/**
 * Follows the audit records of the organizations that somebody watches, a page or a stream of `/mcp`: one query a second for all of them, whatever
 * node made the records, and one more where there is news. Before anything is told, the sessions and memberships of all
 * viewers are looked up again; who may see no more is sent away (web-app.md 17).
 */
export function createLiveCalls(parts: { database: TenantDatabase; log: Log; maxViewers: number }): LiveCalls {
  const { database, log } = parts
  const viewers = new Set<Viewer>()
  const watching = new Set<Watching>()
  const watchers = new Map<string, Set<() => void>>()
  const feeds = new Map<string, Feed>()
  let ticking: NodeJS.Timeout | undefined
  let isDue = false
  let hasFailed = false
  let last: Promise<unknown> = Promise.resolve()

  // One after the other: two readers at once would take the same record twice.
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work, work)
    last = turn.catch(() => {})
    return turn
  }

  function wake(): void {
    if (isDue || (watching.size === 0 && watchers.size === 0)) return
    isDue = true
    setTimeout(() => void inTurn(round), gap).unref()
  }

  async function round(): Promise<void> {
    isDue = false
    try {
      await read([...[...watching].map(({ organizationId }) => organizationId), ...watchers.keys()])
      await tellAll()
      hasFailed = false
    } catch (err) {
      if (!hasFailed) log.warn({ err }, 'live events wait for the database')
      hasFailed = true
    }
  }

  async function tellAll(): Promise<void> {
    const now = [...watching]
    if (now.length === 0) return
    const roles = await database.asIdentity((db) => rolesOfSessions(db, now, new Date()))
    now.forEach((viewer, at) => {
      const role = roles[at]
      if (role === undefined) return dismiss(viewer)
      viewer.role = role
      tellNews(viewer)
    })
  }

  function tellNews(viewer: Watching): void {
    const feed = feeds.get(viewer.organizationId)
    if (feed === undefined || !watching.has(viewer)) return
    const calls = viewer.log === feed.log ? feed.log.since(viewer.position) : undefined
    viewer.log = feed.log
    viewer.position = feed.log.end()
    if (calls === undefined) return viewer.tell({ id: cursorOf(feed), kind: 'ready', resumed: false })
    for (const call of calls) if (!viewer.told.has(call.id)) tell(viewer, call)
  }

  async function read(organizationIds: readonly string[]): Promise<void> {
    const now = Date.now()
    for (const [organizationId, { readAt }] of feeds) if (now - readAt > coldAfter) feeds.delete(organizationId)
    const wanted = [...new Set(organizationIds)]
    const floor = earliestId('auditRecord', now - overlap)
    const since = wanted.map((id) => feeds.get(id)?.since ?? floor)
    const found = await database.asSystem((db) => recordIdsSince(db, wanted, since.toSorted()[0] ?? floor))
    for (const organizationId of wanted) {
      const feed = feeds.get(organizationId) ?? { log: createLiveLog(), since: floor, readAt: 0 }
      const ids = feed.log.unknown((found.get(organizationId) ?? []).filter((id) => id >= feed.since))
      // Who begins to watch is told of nothing that was there before.
      if (feed.readAt === 0) feed.log.skip(ids)
      else if (ids.length > 0)
        feed.log.append(await database.forOrganization({ organizationId }, 'read', ({ db }) => findLiveCalls(db, ids)))
      feeds.set(organizationId, { log: feed.log, since: floor, readAt: now })
      feed.log.forgetBefore(floor)
      if (feed.readAt === 0 || ids.length > 0) for (const wakeUp of watchers.get(organizationId) ?? []) wakeUp()
    }
  }

  async function begin(viewer: Viewer): Promise<Watching> {
    await read([viewer.organizationId])
    const feed = feeds.get(viewer.organizationId)
    if (feed === undefined) throw new Error('the feed was just read')
    const { after } = viewer
    const position = after === undefined ? undefined : feed.log.after(after)
    const missed = after === undefined || position !== undefined ? undefined : await missedSince(viewer, after)
    const resumed = position !== undefined || missed !== undefined
    const told = new Set(missed?.map(({ id }) => id))
    const begun = Object.assign(viewer, { log: feed.log, position: position ?? feed.log.end(), told })
    begun.tell({ id: resumed && after !== undefined ? after : cursorOf(feed), kind: 'ready', resumed })
    for (const call of missed ?? []) tell(begun, call)
    return begun
  }

  // The viewer watched another process, or this one has forgotten: what came late is told twice rather than not at all.
  async function missedSince({ organizationId }: Viewer, after: string): Promise<LiveCall[] | undefined> {
    if (!isId('auditRecord', after) || Date.now() - timeOfId(after) > longestPause) return undefined
    const since = earliestId('auditRecord', timeOfId(after) - overlap)
    const calls = await database.forOrganization({ organizationId }, 'read', ({ db }) =>
      liveCallsSince(db, since, mostCaughtUp + 1),
    )
    return calls.length > mostCaughtUp ? undefined : calls.filter(({ id }) => id !== after)
  }

  function dismiss(viewer: Watching): void {
    leave(viewer)
    viewer.end()
  }

  function leave(viewer: Viewer): void {
    viewers.delete(viewer)
    watching.delete(viewer as Watching)
    rest()
  }

  function rest(): void {
    if (viewers.size > 0 || watchers.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }

  function requireRoom({ sessionHash }: Viewer): void {
    const own = [...viewers].filter((viewer) => viewer.sessionHash.equals(sessionHash))
    if (own.length >= perSession)
      throw new Refusal('rate_limited', 'Too many tabs are open in this browser. Close some.', undefined, {
        retryAfter: 30,
      })
    if (viewers.size >= parts.maxViewers)
      throw new Refusal('unavailable', 'Too many people watch at once. Try again later.', undefined, { retryAfter: 30 })
  }

  return {
    async open(viewer) {
      requireRoom(viewer)
      viewers.add(viewer)
      try {
        const begun = await inTurn(() => begin(viewer))
        if (viewers.has(viewer)) watching.add(begun)
        tellNews(begun)
      } catch (error) {
        leave(viewer)
        throw error
      }
      ticking ??= setInterval(wake, second).unref()
      return () => leave(viewer)
    },
    watch(organizationId, wakeUp) {
      const here = watchers.get(organizationId) ?? new Set()
      watchers.set(organizationId, here.add(wakeUp))
      ticking ??= setInterval(wake, second).unref()
      wake()
      return () => {
        here.delete(wakeUp)
        if (here.size === 0 && watchers.get(organizationId) === here) watchers.delete(organizationId)
        rest()
      }
    },
    recorded(organizationId) {
      if (feeds.has(organizationId)) wake()
    },
    check: wake,
    async close() {
      watchers.clear()
      for (const viewer of watching) dismiss(viewer)
      rest()
      await last
    },
  }
}

function tell(viewer: Viewer, call: LiveCall): void {
  // The audit log needs the role admin (identity.md 4).
  if (isAtLeast(viewer.role, 'admin')) viewer.tell({ kind: 'call', ...call })
  else if (call.changed && call.area !== null) viewer.tell({ id: call.id, kind: 'change', area: call.area })
}

function cursorOf({ log }: Feed): string {
  return log.lastId() ?? earliestId('auditRecord', Date.now())
}
