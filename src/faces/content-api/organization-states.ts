import { type ContentRevision, type ContentRevisions, wholeOrganization } from '#kernel/content-revision.ts'

/** How long a state counts as known without a sign from the database, in ms: less than the second that is promised (content-api.md#content-has-revisions). */
export const confirmedFor = 900

/** What an answer shows: one collection besides what concerns all of them; undefined: the whole organization. */
export type Scope = string | undefined

/** What this node knows of the revisions of an organization. */
export class OrganizationState {
  readonly organizationId: string
  readonly #revisions = new Map<string, number>()
  #sum = 0
  confirmedAt = -Infinity
  /** How many kept answers and requests under way need it. */
  users = 0

  constructor(organizationId: string) {
    this.organizationId = organizationId
  }

  /** Revisions only grow: what is older than what is known changes nothing. */
  learn(collectionId: string, revision: number): void {
    const known = this.#revisions.get(collectionId) ?? 0
    if (revision <= known) return
    this.#revisions.set(collectionId, revision)
    this.#sum += revision - known
  }

  /** Whether nothing within the scope is known to have changed since these revisions. */
  isAt(revisions: ContentRevisions, scope: Scope): boolean {
    if (scope === undefined) return this.#sum <= sumOf(revisions)
    return this.#isAt(revisions, wholeOrganization) && this.#isAt(revisions, scope)
  }

  #isAt(revisions: ContentRevisions, collectionId: string): boolean {
    return (this.#revisions.get(collectionId) ?? 0) <= (revisions.get(collectionId) ?? 0)
  }
}

/**
 * The states of the organizations of which something is kept or being read. A state is made before anything is read, so that no
 * change between that read and its end is missed.
 */
export class OrganizationStates {
  readonly #states = new Map<string, OrganizationState>()
  readonly #confirming = new Map<OrganizationState, Promise<void>>()
  readonly #isShared: boolean
  readonly #now: () => number
  #allConfirmedAt = -Infinity

  /** `isShared`: other processes write to the database. */
  constructor({ isShared, now }: { isShared: boolean; now: () => number }) {
    this.#isShared = isShared
    this.#now = now
  }

  /** The state of an organization; every caller that enters leaves again. */
  enter(organizationId: string): OrganizationState {
    const state = this.#states.get(organizationId) ?? new OrganizationState(organizationId)
    this.#states.set(organizationId, state)
    state.users++
    return state
  }

  leave(state: OrganizationState): void {
    state.users--
    if (state.users === 0) this.#states.delete(state.organizationId)
  }

  /** A revision was raised, here or elsewhere. */
  heard(organizationId: string, { collectionId, revision }: ContentRevision): void {
    this.#states.get(organizationId)?.learn(collectionId, revision)
  }

  /** All revisions that were committed before `at` have been heard. */
  confirmed(at: number): void {
    this.#allConfirmedAt = Math.max(this.#allConfirmedAt, at)
  }

  /** Something may have been missed. */
  lost(): void {
    this.#allConfirmedAt = -Infinity
    for (const state of this.#states.values()) state.confirmedAt = -Infinity
  }

  isConfirmed(state: OrganizationState): boolean {
    return !this.#isShared || Math.max(state.confirmedAt, this.#allConfirmedAt) > this.#now() - confirmedFor
  }

  /** Whether everything that was committed until lately is known of it: it was read itself, and confirmed since. */
  isCertain(state: OrganizationState): boolean {
    return state.confirmedAt > -Infinity && this.isConfirmed(state)
  }

  /** Reads the state, once for all who wait for it. */
  confirm(state: OrganizationState, read: () => Promise<ContentRevisions>): Promise<void> {
    const asked = this.#confirming.get(state) ?? this.#read(state, read)
    this.#confirming.set(state, asked)
    return asked
  }

  /** What was read since `at` says. */
  learn(state: OrganizationState, revisions: ContentRevisions, at: number): void {
    for (const [collectionId, revision] of revisions) state.learn(collectionId, revision)
    state.confirmedAt = Math.max(state.confirmedAt, at)
  }

  async #read(state: OrganizationState, read: () => Promise<ContentRevisions>): Promise<void> {
    const at = this.#now()
    try {
      this.learn(state, await read(), at)
    } finally {
      this.#confirming.delete(state)
    }
  }
}

function sumOf(revisions: ContentRevisions): number {
  let sum = 0
  for (const revision of revisions.values()) sum += revision
  return sum
}
