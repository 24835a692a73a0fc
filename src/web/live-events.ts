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

  function follow(organizationId: string): () => void {
    let source: Source | null = null
    let lastId = ''
    let isStale = false
    let invalidating: ReturnType<typeof setTimeout> | undefined
    let waiting: ReturnType<typeof setTimeout> | undefined
    const heard = new Set<string>()

    function start(): void {
      stop()
      const query = new URLSearchParams({ organization: organizationId, ...(lastId ? { after: lastId } : {}) })
      source = open(`/app/events?${query}`)
      source.addEventListener('message', (event) => {
        if (event instanceof MessageEvent) hear(parsed(event.data), event.lastEventId)
      })
      source.addEventListener('error', () => {
        isOpen.set(false)
        // The browser reconnects by itself after a lost connection, but not after a refusal.
        if (source?.readyState === closed) later()
      })
    }

    function stop(): void {
      clearTimeout(waiting)
      source?.close()
      source = null
      isOpen.set(false)
    }

    function later(): void {
      clearTimeout(waiting)
      waiting = setTimeout(() => {
        renewSession(queries).then(
          (session) => (session.signedIn ? start() : later()),
          () => later(),
        )
      }, tryAgain)
    }

    function hear(event: LiveEvent | undefined, id: string): void {
      lastId = id || lastId
      if (event?.kind === 'ready') {
        isOpen.set(true)
        if (!event.resumed && isStale) invalidate()
        isStale = true
        return
      }
      // A stream that moved to another server may repeat the latest ones.
      if (event === undefined || heard.has(id)) return
      heard.add(id)
      if (heard.size > 500) heard.delete(heard.values().next().value ?? '')
      if (event.kind === 'change' || event.changed) invalidate()
      if (event.kind === 'call') for (const listener of listeners) listener(event)
    }

    // At once, and once more for what arrives shortly afterwards.
    function invalidate(): void {
      if (invalidating !== undefined) {
        again = true
        return
      }
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === organizationId && !steady.has(queryKey[1]),
      })
      invalidating = setTimeout(() => {
        invalidating = undefined
        if (again) invalidate()
      }, together)
      again = false
    }
    let again = false

    let resting: ReturnType<typeof setTimeout> | undefined
    function rest(): void {
      clearTimeout(resting)
      if (page.visibilityState === 'hidden') resting = setTimeout(stop, restWhenHidden)
      else if (source === null) start()
    }

    page.addEventListener('visibilitychange', rest)
    start()
    return () => {
      page.removeEventListener('visibilitychange', rest)
      clearTimeout(resting)
      clearTimeout(invalidating)
      stop()
    }
  }

  return {
    isOpen,
    follow,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
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
