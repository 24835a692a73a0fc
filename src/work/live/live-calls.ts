import { rolesOfSessions } from '#areas/account/index.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { cursorOf, type Feed, latestAt, LiveFeeds } from './live-feeds.ts'
import type { LiveLog } from './live-log.ts'
import { LivePresence, type Presence } from './live-presence.ts'
import { requireShare } from './require-share.ts'
import { type LiveMessage, tellCall, type Viewer } from './viewer.ts'

export type LiveCalls = {
  /**
   * Sends a viewer what is called in the organization from now on, or after what it saw last. Returns a function to leave.
   * Refuses with `rate_limited` and `unavailable` when too many are already watching.
   */
  open(viewer: Viewer): Promise<() => void>
  /**
   * Wakes a watcher when a call of the organization left a record, on any node, and once at the beginning. The watcher
   * does not learn which call, and finds out for itself what it may see. Returns a function to stop.
   */
  watch(organizationId: string, wakeUp: () => void): () => void
  /** A call of an organization left a record or something to tell its pages: looked at right away, without waiting for the next round. */
  recorded(organizationId: string): void
  /** Sessions changed: those of viewers are looked at right away. */
  check(): void
  close(): Promise<void>
}

/** Between two rounds of a quiet server, in milliseconds: with the reading, what another node did is told within a second. */
const roundMs = 800
/** Between two rounds of a busy one: what an agent does within it is sent together. */
const gap = 50
const perSession = 20

type Watching = Viewer & { log: LiveLog; position: number; told: ReadonlySet<string> }

type Parts = { database: TenantDatabase; log: Log; maxViewers: number }

/**
 * Follows the audit records of the organizations that somebody watches, a page or a stream of `/mcp`, and who is at their
 * articles: two queries a round for all of them, and one more where there is news. Before anything is sent, the sessions and
 * memberships of all viewers are looked up again; a viewer that no longer has access is disconnected
 * (audit.md#viewers-are-checked-first).
 */
export function createLiveCalls(parts: Parts): LiveCalls {
  return new Live(parts)
}

class Live implements LiveCalls {
  readonly #parts: Parts
  readonly #feeds: LiveFeeds
  readonly #presence: LivePresence
  /** Those that have a place, and those of them that have begun. */
  readonly #viewers = new Set<Viewer>()
  readonly #watching = new Map<Viewer, Watching>()
  readonly #watchers = new Map<string, Set<() => void>>()
  #ticking: NodeJS.Timeout | undefined
  #isDue = false
  #hasFailed = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#feeds = new LiveFeeds(parts.database)
    this.#presence = new LivePresence(parts.database)
  }

  async open(viewer: Viewer): Promise<() => void> {
    this.#requireRoom(viewer)
    this.#viewers.add(viewer)
    try {
      const begun = await this.#inTurn(() => this.#begin(viewer))
      if (this.#viewers.has(viewer)) this.#watching.set(viewer, begun)
      this.#tellNews(begun)
      this.#tellPresence(begun, this.#presence.recent(viewer.organizationId))
    } catch (error) {
      this.#leave(viewer)
      throw error
    }
    this.#tick()
    return () => this.#leave(viewer)
  }

  // Parts take the following ones separately from the object.
  readonly watch = (organizationId: string, wakeUp: () => void): (() => void) => {
    const here = this.#watchers.get(organizationId) ?? new Set()
    this.#watchers.set(organizationId, here.add(wakeUp))
    this.#tick()
    this.check()
    return () => {
      here.delete(wakeUp)
      if (here.size === 0 && this.#watchers.get(organizationId) === here) this.#watchers.delete(organizationId)
      this.#rest()
    }
  }

  readonly recorded = (organizationId: string): void => {
    if (this.#feeds.of(organizationId) !== undefined) this.check()
  }

  readonly check = (): void => {
    if (this.#isDue || (this.#watching.size === 0 && this.#watchers.size === 0)) return
    this.#isDue = true
    setTimeout(() => void this.#inTurn(() => this.#round()), gap).unref()
  }

  async close(): Promise<void> {
    this.#watchers.clear()
    for (const viewer of this.#watching.keys()) this.#dismiss(viewer)
    this.#rest()
    await this.#last
  }

  async #round(): Promise<void> {
    this.#isDue = false
    try {
      const viewed = [...this.#watching.values()].map(({ organizationId }) => organizationId)
      await this.#read([...viewed, ...this.#watchers.keys()])
      await this.#tellAll(viewed.length === 0 ? new Map() : await this.#presence.read(viewed))
      this.#hasFailed = false
    } catch (err) {
      if (!this.#hasFailed) this.#parts.log.warn({ err }, 'live events wait for the database')
      this.#hasFailed = true
    }
  }

  async #read(organizationIds: readonly string[]): Promise<void> {
    for (const organizationId of await this.#feeds.read(organizationIds))
      for (const wakeUp of this.#watchers.get(organizationId) ?? []) wakeUp()
  }

  async #tellAll(presence: ReadonlyMap<string, readonly Presence[]>): Promise<void> {
    const now = [...this.#watching.values()]
    if (now.length === 0) return
    const roles = await this.#parts.database.asIdentity((db) => rolesOfSessions(db, now, new Date()))
    now.forEach((viewer, at) => {
      const role = roles[at]
      if (role === undefined) return this.#dismiss(viewer)
      viewer.role = role
      this.#tellNews(viewer)
      this.#tellPresence(viewer, presence.get(viewer.organizationId) ?? [])
    })
  }

  #tellNews(viewer: Watching): void {
    const feed = this.#feeds.of(viewer.organizationId)
    if (feed === undefined || !this.#watching.has(viewer)) return
    const calls = viewer.log === feed.log ? feed.log.since(viewer.position) : undefined
    viewer.log = feed.log
    viewer.position = feed.log.end()
    if (calls === undefined) return viewer.tell(readyFrom(feed))
    for (const call of calls) if (!viewer.told.has(call.id)) tellCall(viewer, call)
  }

  // A stream is resumed after a record: who is where is told anew.
  #tellPresence(viewer: Watching, news: Iterable<Presence>): void {
    const feed = this.#feeds.of(viewer.organizationId)
    if (feed === undefined || !this.#watching.has(viewer)) return
    for (const { itemId, people } of news) viewer.tell({ id: cursorOf(feed), kind: 'presence', itemId, people })
  }

  async #begin(viewer: Viewer): Promise<Watching> {
    const { organizationId, after } = viewer
    await this.#read([organizationId])
    const feed = this.#feeds.of(organizationId)
    if (feed === undefined) throw new Error('the feed was just read')
    const position = after === undefined ? undefined : feed.log.after(after)
    const missed =
      after === undefined || position !== undefined ? undefined : await this.#feeds.missedSince(organizationId, after)
    const resumed = position !== undefined || missed !== undefined
    const told = new Set(missed?.map(({ id }) => id))
    const begun = Object.assign(viewer, { log: feed.log, position: position ?? feed.log.end(), told })
    begun.tell(resumed && after !== undefined ? { id: after, kind: 'ready', resumed: true } : readyFrom(feed))
    for (const call of missed ?? []) tellCall(begun, call)
    return begun
  }

  #dismiss(viewer: Viewer): void {
    this.#leave(viewer)
    viewer.end()
  }

  #leave(viewer: Viewer): void {
    this.#viewers.delete(viewer)
    this.#watching.delete(viewer)
    this.#rest()
  }

  #tick(): void {
    this.#ticking ??= setInterval(this.check, roundMs).unref()
  }

  #rest(): void {
    if (this.#viewers.size > 0 || this.#watchers.size > 0) return
    clearInterval(this.#ticking)
    this.#ticking = undefined
  }

  // One after the other: two readers at once would take the same record twice.
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work)
    this.#last = turn.catch(() => {})
    return turn
  }

  #requireRoom({ sessionHash, organizationId }: Viewer): void {
    const { maxViewers } = this.#parts
    const viewers = [...this.#viewers]
    const own = viewers.filter((viewer) => viewer.sessionHash.equals(sessionHash))
    if (own.length >= perSession)
      throw new Refusal('rate_limited', 'Too many tabs are open in this browser. Close some.', undefined, {
        retryAfter: 30,
      })
    requireShare(viewers, { organizationId, maxViewers })
    if (viewers.length >= maxViewers)
      throw new Refusal('unavailable', 'Too many people watch at once. Try again later.', undefined, { retryAfter: 30 })
  }
}

/** A stream that begins with what is known now. */
function readyFrom(feed: Feed): LiveMessage {
  return { id: cursorOf(feed), kind: 'ready', resumed: false, latestAt: latestAt(feed) }
}
