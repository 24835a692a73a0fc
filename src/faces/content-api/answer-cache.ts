import type { ContentRevision, ContentRevisions } from '#kernel/content-revision.ts'
import { BoundedStore } from '#std/bounded-store.ts'

import { FinalAnswer } from './final-answer.ts'
import { confirmedFor, OrganizationStates, type OrganizationState, type Scope } from './organization-states.ts'
import { Problem } from './problem.ts'

/** An answer that leads elsewhere. It is never kept: every time that somebody follows it is counted. */
export type Elsewhere = { location: string; isPublic: boolean; redirectId: string }

/** What the database said to a request, in a form that the next one can have, and the state that it shows. */
export type Found<T = FinalAnswer | Problem | Elsewhere> = { answer: T; scope: Scope; revisions: ContentRevisions }

/** A request in canonical form: equal ones have equal answers. `url`: the raw one, where it says nothing else. */
export type Asked = { organizationId: string; key: string; isSearch: boolean; url: string | undefined }

/** How to ask the database: for an answer, or only for the state of the organization. */
type Ways = {
  read: () => Promise<Found>
  readState: () => Promise<ContentRevisions>
  /** Asks a replica, which may be behind; undefined: there is none, or it cannot say. */
  readReplica?: () => Promise<Found | undefined>
}

type Entry<T = FinalAnswer | Problem | Elsewhere> = Found<T> & { state: OrganizationState }
type Flight = { found: Promise<Found>; startedAt: number }

export type AnswerCacheOptions = {
  /** Bytes of all answers; with 0 none is kept. */
  bytes: number
  /** Whether other processes write to the database: then a state that nobody confirmed for a while is asked for. */
  isShared: boolean
  now?: () => number
}

/**
 * The answers of `/v1` by organization and canonical request. One is sent again only while nothing that it shows is known to have
 * changed, and what is known is at most a second old (content-api.md#final-bytes).
 */
export class AnswerCache {
  readonly #states: OrganizationStates
  readonly #answers: BoundedStore<Entry<FinalAnswer>>
  /** Searches and refusals, of which strangers can make any number, have room of their own. */
  readonly #searches: BoundedStore<Entry<FinalAnswer>>
  readonly #refusals: BoundedStore<Entry<Problem>>
  readonly #flights = new Map<string, Flight>()
  readonly #now: () => number
  #wasAsked = false

  constructor({ bytes, isShared, now = () => performance.now() }: AnswerCacheOptions) {
    this.#states = new OrganizationStates({ isShared, now })
    const answerLeft = ({ answer, state }: Entry<FinalAnswer>) => {
      answer.onGrown = undefined
      this.#states.leave(state)
    }
    this.#answers = new BoundedStore(bytes, answerLeft)
    this.#searches = new BoundedStore(bytes / 8, answerLeft)
    this.#refusals = new BoundedStore(bytes / 32, ({ state }) => this.#states.leave(state))
    this.#now = now
  }

  /** Bytes that are kept. */
  get bytes(): number {
    return this.#answers.bytes + this.#searches.bytes + this.#refusals.bytes
  }

  /** Whether anybody asked for something since this was last called. */
  wasAsked(): boolean {
    const asked = this.#wasAsked
    this.#wasAsked = false
    return asked
  }

  heard(organizationId: string, revision: ContentRevision): void {
    this.#states.heard(organizationId, revision)
  }

  confirmed(at: number): void {
    this.#states.confirmed(at)
  }

  lost(): void {
    this.#states.lost()
  }

  /** What a raw URL was answered before; undefined where that is out of date, or nobody knows. */
  atUrl(url: string): { answer: FinalAnswer; organizationId: string } | undefined {
    const entry = this.#answers.atAlias(url)
    this.#wasAsked = true
    if (entry === undefined || !this.#isCurrent(entry)) return undefined
    return { answer: entry.answer, organizationId: entry.state.organizationId }
  }

  /** The answer to a request: a kept one, the one that another request is waiting for, or a new one. */
  async answer(asked: Asked, ways: Ways): Promise<{ found: Found; isHit: boolean }> {
    this.#wasAsked = true
    const state = this.#states.enter(asked.organizationId)
    try {
      const kept = await this.#kept(asked, state, ways)
      return kept === undefined
        ? { found: await this.#read(asked, state, ways), isHit: false }
        : { found: kept, isHit: true }
    } finally {
      this.#states.leave(state)
    }
  }

  async #kept({ organizationId, key, isSearch, url }: Asked, state: OrganizationState, ways: Ways) {
    const store = isSearch ? this.#searches : this.#answers
    const entry = store.get(organizationId, key) ?? this.#refusals.get(organizationId, key)
    if (entry === undefined || !state.isAt(entry.revisions, entry.scope)) return undefined
    if (!this.#states.isConfirmed(state)) await this.#states.confirm(state, ways.readState)
    if (!this.#isCurrent(entry)) return undefined
    if (!isSearch && url !== undefined) this.#answers.alias(organizationId, key, url)
    return entry
  }

  #isCurrent({ state, revisions, scope }: Entry): boolean {
    return state.isAt(revisions, scope) && this.#states.isConfirmed(state)
  }

  async #read(asked: Asked, state: OrganizationState, ways: Ways): Promise<Found> {
    const name = `${asked.organizationId} ${asked.key}`
    const now = this.#now()
    const flying = this.#flights.get(name)
    if (flying !== undefined && flying.startedAt > now - confirmedFor) {
      // Refused in the name of another, it is tried in one's own.
      const found = await flying.found.catch(() => undefined)
      // What another request began to read may be older than a change that was acknowledged before this one came.
      if (found !== undefined && state.isAt(found.revisions, found.scope)) return found
    }
    const flight = { found: this.#readNearest(state, ways, now), startedAt: now }
    this.#flights.set(name, flight)
    try {
      const found = await flight.found
      if (state.isAt(found.revisions, found.scope)) this.#keep(asked, { ...found, state })
      return found
    } finally {
      if (this.#flights.get(name) === flight) this.#flights.delete(name)
    }
  }

  /** From a replica that has everything which is known to be there, else from the primary. */
  async #readNearest(state: OrganizationState, ways: Ways, at: number): Promise<Found> {
    if (ways.readReplica !== undefined) {
      if (!this.#states.isCertain(state)) await this.#states.confirm(state, ways.readState)
      const near = await ways.readReplica()
      // It confirms nothing: what it does not have yet, it does not tell.
      if (near !== undefined && state.isAt(near.revisions, near.scope)) return near
    }
    const found = await ways.read()
    this.#states.learn(state, found.revisions, at)
    return found
  }

  #keep({ organizationId: party, key, isSearch, url }: Asked, entry: Entry): void {
    const store = isSearch ? this.#searches : this.#answers
    // Counted before it is put: making room may let this very entry go again.
    entry.state.users++
    if (isA(FinalAnswer, entry)) {
      this.#refusals.remove(party, key)
      entry.answer.onGrown = (bytes) => store.resize({ party, key, bytes })
      if (!store.put({ party, key, bytes: entry.answer.bytes }, entry)) entry.state.users--
      else if (!isSearch && url !== undefined) store.alias(party, key, url)
    } else if (isA(Problem, entry)) {
      store.remove(party, key)
      if (!this.#refusals.put({ party, key, bytes: entry.answer.message.length * 2 }, entry)) entry.state.users--
    } else entry.state.users--
  }
}

function isA<T extends Entry['answer']>(kind: new (...args: never[]) => T, entry: Entry): entry is Entry<T> {
  return entry.answer instanceof kind
}
