import type { QueryClient } from '@tanstack/react-query'
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
type LiveEvent = LiveCall | { kind: 'change'; area: string } | { kind: 'ready'; resumed: boolean }

export type LiveEvents = {
  /** Whether the server's stream is open. */
  isOpen: Store<boolean>
  /** Follows an organization until the returned function is called. One at a time. */
  follow(organizationId: string): () => void
  /** Called with every call, where the person may see it. */
  listen(listener: (call: LiveCall) => void): () => void
}

/** The browser's `EventSource`, as far as it is used here. */
export type Source = EventTarget & { readonly readyState: number; close(): void }

type Parts = { queries: QueryClient; open?: (address: string) => Source; page?: Document }

const closed = 2
const together = 250
const restWhenHidden = 60_000
const tryAgain = 30_000
/** Lists that do not follow events by themselves: the log decides for itself, the catalog does not change. */
const steady = new Set<unknown>(['listAgentAuditLog', 'getAgentAuditRecord', 'listOperations'])

/**
 * The one stream of live events of a tab. What changes on the server makes the queries of the organization stale, at most four
 * times a second; nothing ever overwrites what a person is editing. A tab that is hidden for a minute closes its connection and
 * reads everything again when it is visible.
 */
export function createLiveEvents({ queries, open = connect, page = document }: Parts): LiveEvents {
  const isOpen = createStore(false)
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
    follow(organizationId) {
      const stream = new LiveStream(organizationId, around)
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
  readonly #stale: StaleQueries
  #source: Source | null = null
  #lastId = ''
  #wasOpen = false
  #comingBack: Timer | undefined
  #resting: Timer | undefined

  constructor(organizationId: string, around: Around) {
    this.#organizationId = organizationId
    this.#around = around
    this.#stale = new StaleQueries(organizationId, around.queries)
    around.page.addEventListener('visibilitychange', this.#rest)
    this.#start()
  }

  end(): void {
    this.#around.page.removeEventListener('visibilitychange', this.#rest)
    clearTimeout(this.#resting)
    this.#stale.end()
    this.#stop()
  }

  #start(): void {
    this.#stop()
    const after = this.#lastId === '' ? {} : { after: this.#lastId }
    const source = this.#around.open(
      `/app/events?${new URLSearchParams({ organization: this.#organizationId, ...after })}`,
    )
    source.addEventListener('message', (event) => {
      if (event instanceof MessageEvent) this.#hear(parsed(event.data), event.lastEventId)
    })
    source.addEventListener('error', () => {
      this.#around.isOpen.set(false)
      // The browser reconnects by itself after a lost connection, but not after a refusal.
      if (this.#source?.readyState === closed) this.#later()
    })
    this.#source = source
  }

  #stop(): void {
    clearTimeout(this.#comingBack)
    this.#source?.close()
    this.#source = null
    this.#around.isOpen.set(false)
  }

  #later(): void {
    clearTimeout(this.#comingBack)
    this.#comingBack = setTimeout(() => {
      renewSession(this.#around.queries).then(
        (session) => (session.signedIn ? this.#start() : this.#later()),
        () => this.#later(),
      )
    }, tryAgain)
  }

  #hear(event: LiveEvent | undefined, id: string): void {
    this.#lastId = id || this.#lastId
    if (event?.kind === 'ready') {
      this.#around.isOpen.set(true)
      if (!event.resumed && this.#wasOpen) this.#stale.mark()
      this.#wasOpen = true
      return
    }
    // A stream that moved to another server may repeat the latest ones.
    if (event === undefined || this.#known.has(id)) return
    this.#known.add(id)
    if (this.#known.size > 500) this.#known.delete(this.#known.values().next().value ?? '')
    if (event.kind === 'change' || event.changed) this.#stale.mark()
    if (event.kind === 'call') this.#around.heard(event)
  }

  readonly #rest = (): void => {
    clearTimeout(this.#resting)
    if (this.#around.page.visibilityState === 'hidden') this.#resting = setTimeout(() => this.#stop(), restWhenHidden)
    else if (this.#source === null) this.#start()
  }
}

/** Makes the queries of an organization stale: at once, and again for what arrives shortly afterwards. */
class StaleQueries {
  readonly #organizationId: string
  readonly #queries: QueryClient
  #pause: Timer | undefined
  #again = false

  constructor(organizationId: string, queries: QueryClient) {
    this.#organizationId = organizationId
    this.#queries = queries
  }

  mark(): void {
    if (this.#pause !== undefined) {
      this.#again = true
      return
    }
    void this.#queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === this.#organizationId && !steady.has(queryKey[1]),
    })
    this.#pause = setTimeout(() => {
      this.#pause = undefined
      if (this.#again) this.mark()
    }, together)
    this.#again = false
  }

  end(): void {
    clearTimeout(this.#pause)
  }
}

function connect(address: string): Source {
  return new EventSource(address)
}

function parsed(text: unknown): LiveEvent | undefined {
  try {
    return JSON.parse(String(text)) as LiveEvent
  } catch {
    return undefined
  }
}
