import type { Query, QueryClient } from '@tanstack/react-query'

import { closed, connect, eventData, type OpenSource, type Source } from '#web/event-source.ts'
import type { OutputOf } from '#web/operations.ts'
import { renewSession } from '#web/session.ts'
import { createStore, type Store } from '#web/store.ts'

/** A call that was just recorded, as reported to people who may read the audit log. */
export type LiveCall = {
  kind: 'call'
  id: string
  operation: string
  area: string | null
  risk: string | null
  status: string
  credentialType: string
  actorUserId: string | null
  clientName: string | null
  itemId: string | null
  changed: boolean
}
type Presence = { kind: 'presence'; itemId: string; people: OutputOf<'presenceHeartbeat'>['others'] }
/** The stream is open. Where it is not resumed, the last call that it will not tell was at `latestAt`, if that was lately. */
type Ready = { kind: 'ready'; resumed: boolean; latestAt?: string | null }
type LiveEvent = LiveCall | { kind: 'change'; area: string } | Ready | Presence

export type LiveEvents = {
  /** Whether the server's stream is open. */
  isOpen: Store<boolean>
  /**
   * Follows an organization until the returned function is called. One at a time. What the page has read since `readAt`, by the clock
   * of the server, is read again where something has changed between that and the opening of the stream.
   */
  follow(organizationId: string, readAt: string): () => void
  /** Called with every call, where the person may see it. */
  listen(listener: (call: LiveCall) => void): () => void
}

type Parts = { queries: QueryClient; isOpen?: Store<boolean>; open?: OpenSource; page?: Document }

const together = 250
const nowAndThen = 4000
const restWhenHidden = 60_000
const tryAgain = 30_000
/** Lists that do not follow events by themselves: the log decides for itself, the catalog does not change. */
const steady = new Set<unknown>(['listAgentAuditLog', 'getAgentAuditRecord', 'listOperations'])

/** What reads the whole organization: while much changes it is read now and then only. */
const costly = new Set<unknown>(['getDashboard', 'findDuplicateItems'])

/**
 * The one stream of live events of a tab. What changes on the server makes the queries of the organization stale, at most four
 * times a second; nothing ever overwrites what a person is editing. A tab that is hidden for a minute closes its connection and
 * reads everything again when it is visible.
 */
export function createLiveEvents({
  queries,
  isOpen = createStore(false),
  open = connect,
  page = document,
}: Parts): LiveEvents {
  const listeners = new Set<(call: LiveCall) => void>()
  const around: Around = {
    queries,
    open,
    page,
    isOpen,
    heard: (call) => {
      for (const listener of listeners) listener(call)
    },
  }

  return {
    isOpen,
    follow(organizationId, readAt) {
      const stream = new LiveStream(organizationId, readAt, around)
      return () => stream.end()
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type Around = Required<Parts> & { isOpen: Store<boolean>; heard: (call: LiveCall) => void }
type Timer = ReturnType<typeof setTimeout>

/** The stream of one organization, with the timers that reopen and close it. */
class LiveStream {
  readonly #organizationId: string
  readonly #around: Around
  readonly #known = new Set<string>()
  readonly #stale: readonly StaleQueries[]
  #source: Source | null = null
  #lastId = ''
  /** Since when the page has read what it shows, until the stream has been open. */
  #readAt: string | null
  #comingBack: Timer | undefined
  #resting: Timer | undefined
  #isRefused = false

  constructor(organizationId: string, readAt: string, around: Around) {
    this.#organizationId = organizationId
    this.#readAt = readAt
    this.#around = around
    this.#stale = paces.map((pace) => new StaleQueries(organizationId, around.queries, pace))
    around.page.addEventListener('visibilitychange', this.#rest)
    this.#start()
  }

  end(): void {
    this.#around.page.removeEventListener('visibilitychange', this.#rest)
    clearTimeout(this.#resting)
    for (const stale of this.#stale) stale.end()
    this.#stop()
  }

  #start(): void {
    this.#stop()
    const after = this.#lastId === '' ? {} : { after: this.#lastId }
    const source = this.#around.open(
      `/app/events?${new URLSearchParams({ organization: this.#organizationId, ...after })}`,
    )
    source.addEventListener('message', (event) => {
      if (event instanceof MessageEvent) this.#hear(eventData(event), event.lastEventId)
    })
    source.addEventListener('error', () => {
      this.#around.isOpen.set(false)
      // The browser reconnects by itself after a lost connection, but not after a refusal: whoever may see no more learns it at once.
      if (this.#source?.readyState === closed) this.#later(this.#isRefused ? tryAgain : 0)
      this.#isRefused = this.#source?.readyState === closed
    })
    this.#source = source
  }

  #stop(): void {
    clearTimeout(this.#comingBack)
    this.#source?.close()
    this.#source = null
    this.#around.isOpen.set(false)
  }

  #later(pause = tryAgain): void {
    clearTimeout(this.#comingBack)
    this.#comingBack = setTimeout(() => {
      renewSession(this.#around.queries).then(
        (session) => (session.signedIn ? this.#start() : this.#later()),
        () => this.#later(),
      )
    }, pause)
  }

  #hear(event: LiveEvent | undefined, id: string): void {
    this.#lastId = id || this.#lastId
    if (event?.kind === 'ready') {
      this.#around.isOpen.set(true)
      this.#isRefused = false
      if (!event.resumed && this.#hasMissed(event.latestAt ?? null)) this.#markStale()
      this.#readAt = null
      return
    }
    if (event?.kind === 'presence') return this.#meet(event)
    // A stream that moved to another server may repeat the latest ones.
    if (event === undefined || this.#known.has(id)) return
    this.#known.add(id)
    if (this.#known.size > 500) this.#known.delete(this.#known.values().next().value ?? '')
    if (event.kind === 'change' || event.changed) this.#markStale()
    if (event.kind === 'call') this.#around.heard(event)
  }

  #hasMissed(latestAt: string | null): boolean {
    return this.#readAt === null || (latestAt !== null && latestAt >= this.#readAt)
  }

  /** Shows who is at the article that is open, without asking for it. */
  #meet({ itemId, people }: Presence): void {
    const { queries } = this.#around
    const queryKey = [this.#organizationId, 'presenceHeartbeat', { itemId }]
    const show = () =>
      void queries.setQueryData<OutputOf<'presenceHeartbeat'>>(
        queryKey,
        (known) => known && { ...known, others: [...people, ...known.others.filter(({ kind }) => kind === 'agent')] },
      )
    show()
    // What is on its way may have been read before.
    const asked = queries.getQueryCache().find({ queryKey })
    if (asked?.state.fetchStatus === 'fetching') asked.promise?.then(show, () => undefined)
  }

  #markStale(): void {
    for (const stale of this.#stale) stale.mark()
  }

  readonly #rest = (): void => {
    clearTimeout(this.#resting)
    if (this.#around.page.visibilityState === 'hidden') this.#resting = setTimeout(() => this.#stop(), restWhenHidden)
    else if (this.#source === null) this.#start()
  }
}

/** Which queries become stale together, by their names, and how long nothing is read again after they did. */
type Pace = { wait: number; concerns(name: unknown): boolean }

const paces: readonly Pace[] = [
  { wait: together, concerns: (name) => !steady.has(name) && !costly.has(name) },
  { wait: nowAndThen, concerns: (name) => costly.has(name) },
]

/** Makes queries of an organization stale: at once, and again for what arrives shortly afterwards. */
class StaleQueries {
  readonly #organizationId: string
  readonly #queries: QueryClient
  readonly #pace: Pace
  #pause: Timer | undefined
  #again = false

  constructor(organizationId: string, queries: QueryClient, pace: Pace) {
    this.#organizationId = organizationId
    this.#queries = queries
    this.#pace = pace
  }

  mark(): void {
    if (this.#pause !== undefined) {
      this.#again = true
      return
    }
    const concerned = {
      predicate: ({ queryKey }: Query) => queryKey[0] === this.#organizationId && this.#pace.concerns(queryKey[1]),
    }
    if (this.#queries.getQueryCache().findAll(concerned).length === 0) return
    void this.#queries.invalidateQueries(concerned)
    this.#pause = setTimeout(() => {
      this.#pause = undefined
      if (this.#again) this.mark()
    }, this.#pace.wait)
    this.#again = false
  }

  end(): void {
    clearTimeout(this.#pause)
  }
}
