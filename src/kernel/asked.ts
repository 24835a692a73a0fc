import { AsyncLocalStorage } from 'node:async_hooks'

import type { Span } from './span.ts'
import type { Asker, Rank } from './turns.ts'

type Asked = {
  party?: string
  rank?: Rank
  /** Aborted when nobody waits for an answer any longer. Asked only by who may have to wait. */
  gone?: () => AbortSignal | undefined
  /** How long the call still waits for the database in all. */
  patience?: Patience | undefined
  /** The request that everything is done for: it is in every line of the log. */
  requestId?: string | undefined
  /** Whether somebody who goes first waits for the resource that is held right now. */
  isWanted?: (() => boolean) | undefined
  /** Where what is begun belongs in a trace; undefined: nobody looks. */
  span?: Span | undefined
  /** Takes what is to be done once the call has its answer. */
  atEnd?: ((end: () => void) => void) | undefined
}

/** Shared by everything that one call asks of the database. */
export type Patience = { leftMs: number }

const present = new AsyncLocalStorage<Asked>()

/** Does everything that `work` begins in the name of a party, or in another rank than that of a call. */
export function askedAs<T>(asked: Asked, work: () => T): T {
  return present.run({ ...present.getStore(), ...asked }, work)
}

/** Who asks right now, until the caller goes away: for work that changes nothing by itself. */
export function callerNow(party?: string): Asker {
  return askerNow(party, callerGone())
}

/** How long a call still waits for the database; undefined for everything else. */
export function patienceNow(): Patience | undefined {
  const asked = present.getStore()
  return asked?.rank === 'call' ? asked.patience : undefined
}

/** Whether somebody who goes first waits for what is held right now: what can wait then ends its slice. */
export function isWantedNow(): boolean {
  return present.getStore()?.isWanted?.() ?? false
}

/** The request that everything is done for right now; undefined for work that no request began. */
export function requestNow(): string | undefined {
  return present.getStore()?.requestId
}

/** Does something once the call that is worked for has its answer; where no call is, at once. */
export function atEndOfCall(end: () => void): void {
  const atEnd = present.getStore()?.atEnd
  if (atEnd === undefined) end()
  else atEnd(end)
}

/** The open span of the trace that work belongs to right now; undefined: nobody looks. */
export function spanNow(): Span | undefined {
  return present.getStore()?.span
}

/** Aborted when the caller goes away; undefined where nobody waits for an answer. */
export function callerGone(): AbortSignal | undefined {
  return present.getStore()?.gone?.()
}

/** Who asks right now. `party`: the organization, where one is known; else the one that the work was begun for. */
export function askerNow(party?: string, signal?: AbortSignal): Asker {
  const asked = present.getStore()
  return {
    party: party ?? asked?.party ?? 'installation',
    rank: asked?.rank ?? 'call',
    // One for each request.
    request: asked?.patience,
    signal,
  }
}
