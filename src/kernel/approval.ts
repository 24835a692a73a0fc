import type { Actor } from './access.ts'
import type { PublishingWarning } from './publishing-warning.ts'
import type { Role, Scope } from './scope.ts'

/**
 * A record by name of its kind and id, with the version that it had; 0: the call creates it. `used`: the call does not write it,
 * but what it sets in motion works with it. `named`: nor that, but what it shows may come from it.
 */
export type BoundRecord = readonly [record: string, id: string, version: number, how?: 'used' | 'named']

/** A record that changed since a person saw it; null: it was not there. `effect`: the pointer of a text that was shown. */
export type ChangedRecord = { type: string; id: string; from: number | null; to: number | null }

/** What a rehearsal needs to know of the agent that asked. */
export type WaitingCaller = {
  principal: string
  actor: Actor
  role: Role
  grantedScopes: readonly Scope[]
  scopes: readonly Scope[]
}

/** The record that a waiting call is about, with its title when it was asked for. */
export type AskedAbout = { type: string; id: string; title?: string }

/** A call that waits for a person, as its agent made it. */
export type WaitingCall = { operation: string; input: Record<string, unknown>; caller: WaitingCaller }

/** A record as a call would leave it, next to what it is: what a person decides on. Fields that stay are left out. */
export type ShownRecord = {
  type: string
  id: string
  title: string | null
  change: 'created' | 'changed' | 'removed'
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** Of an item: the text as it will be. */
  text?: ShownText
}

export type ShownText = {
  content: string
  /** Unified diff, empty where nothing differs from `base`. */
  diff: string
  /** What it is compared with: the last revision that a person wrote, else the live text, else nothing. */
  base: { kind: 'person' | 'live' | 'none'; revision: number | null; at: string | null }
  warnings: readonly PublishingWarning[]
}

/** What a call would do right now. */
export type Rehearsal = {
  effect: Record<string, unknown>
  bound: readonly BoundRecord[]
  records: readonly ShownRecord[]
}
