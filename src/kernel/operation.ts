import type { z } from 'zod'

import type { Access } from './access.ts'
import type { Demand } from './confirmed.ts'
import type { Ctx, PrepareCtx } from './context.ts'
import type { Writer } from './database.ts'
import type { Feature } from './entitlement.ts'
import type { Code } from './errors.ts'
import type { Exclusion } from './exclusion.ts'
import type { Risk } from './risk.ts'
import type { Role, Scope } from './scope.ts'

/** A confirmation that depends on the input or the stored record (calls.md#confirmation-is-derived). Only with risk `write`. */
export type Confirm<I> = {
  when(input: I): boolean
  /**
   * Decided in the transaction, on the locked row: `scope` needs `alsoNeeds` and the confirmation, `confirm` only
   * the latter.
   */
  whenStored?(db: Writer, input: I, access: Access): Promise<Demand>
  rule: string
  /** A scope that such an input needs as well. */
  alsoNeeds?: Scope
  /** Which of these inputs need it; by default all. */
  alsoNeedsWhen?(input: I): boolean
  /** What such a call counts as, for approvals and the audit log: `publish` by default. */
  risk?: Exclude<Risk, 'read' | 'write'>
}

/**
 * A change that the stored records make more than a write, without a confirmation of its own: it counts as `as` for approvals and
 * the audit log. Decided in the transaction.
 */
export type Counts<I> = { as: Exclude<Risk, 'read' | 'write'>; whenStored(db: Writer, input: I): Promise<boolean> }

/** Which inputs change what the public sees, and which do with the records as they are stored, looked at in the transaction. */
export type ChangesPublic<I> = { when?(input: I): boolean; whenStored?(db: Writer, input: I): Promise<boolean> }

/** What agents may make stricter and only people weaker (approvals.md#people-loosen-rails). */
export type GuardRails = {
  rails: readonly Rail[]
  /** What the rails are now, in the form of the input; locked, so that what is compared is what is changed. */
  stored(db: Writer): Promise<object>
  /** Where in the web application a person does it. */
  instead: string
}

/** A field of the input, by its path, and the value that guards. */
export type Rail = { field: string; strict: string | boolean }

/** Exposed to agents or excluded from them, no third state (calls.md#exposed-or-excluded). */
type Exposure<I> =
  | {
      /** Null: any valid credential may call it, as with the catalog tool. */
      scope: Scope | null
      role?: Role
      confirm?: Confirm<I>
      guard?: GuardRails
      /** An organization can let a person approve it as a change of its members. */
      changesMembers?: true
      /** Whether it changes what the public sees or will see: it counts as a publication for approvals too. */
      changesPublic?: true | ChangesPublic<I>
      counts?: Counts<I>
      /**
       * The handler, too, decides by the caller's role or scopes, with the input or the records: the person who approves such a call
       * is asked for all of it (approvals.md#approvers-could-do-it).
       */
      judgesCaller?: true
      /**
       * A web session of any role may call it on its own records, to which the handler narrows it
       * (calls.md#own-records-exception).
       */
      ownRecord?: true
      excluded?: never
      instead?: never
      elevated?: never
    }
  | {
      excluded: Exclusion
      /** Where in the web application a person does it. */
      instead: string
      role: Role
      /** Needs a session that has just entered its password (account.md#elevation). */
      elevated?: true
      scope?: never
      confirm?: never
      guard?: never
      changesMembers?: never
      changesPublic?: never
      counts?: never
      judgesCaller?: never
      ownRecord?: never
    }

/** The declaration of an operation: written once, everything else is derived from it (calls.md#declared-once). */
export type Operation<
  N extends string = string,
  R extends Risk = Risk,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
  P = unknown,
  J extends boolean = boolean,
> = {
  /** At most 40 characters of `[A-Za-z0-9]`: the path segment of `/v2/tools/<name>` and the name of the tool. */
  name: N
  title: string
  /** What the log says instead of the title about a call with this input, which chose one of several things (audit.md#records-are-sentences). */
  titleOf?(input: z.output<I>): string
  /** At most 200 characters: what it does and what it needs. An agent decides by this sentence. */
  summary: string
  risk: R
  input: I
  output: O
  idempotency?: 'required'
  startsJob?: J
  /** `prepare` changes something outside: an approval that is needed must exist before it runs. */
  reachesOut?: true
  /** Agents, too, are shown once what its output shows once: an address for others. */
  showsAgents?: true
  /** A feature that the organization's plan must open. */
  requires?: Feature
  /** The codes beyond those that every operation can answer with. */
  errors?: readonly Code[]
  examples?: readonly { title: string; input: z.input<I> }[]
  deprecated?: { since: string; use: string }
  /** Work that takes time and needs no transaction, such as rendering a body. */
  prepare?(ctx: PrepareCtx, input: z.output<I>): Promise<P>
  handle(ctx: Ctx<R, J>, input: z.output<I>, prepared: P): Promise<z.input<O>>
} & Exposure<z.output<I>>

export type AnyOperation = Operation

/** Declares an operation. Returns the declaration unchanged. */
export function operation<
  const N extends string,
  const R extends Risk,
  I extends z.ZodObject,
  O extends z.ZodObject,
  P = undefined,
  const J extends boolean = false,
>(declaration: Operation<N, R, I, O, P, J>): Operation<N, R, I, O, P, J> {
  return declaration
}

/** The scope that an input which needs confirmation needs as well. */
export function furtherScope({ confirm }: AnyOperation, input: Record<string, unknown>): Scope | undefined {
  return confirm?.alsoNeedsWhen?.(input) === false ? undefined : confirm?.alsoNeeds
}

/** Whether a call counts as a publication by its input, whatever its risk is. */
export function countsAsPublication({ changesPublic }: AnyOperation, input: Record<string, unknown>): boolean {
  return changesPublic === true || changesPublic?.when?.(input) === true
}

/** Whether it does by the stored records. */
export async function countsAsStored(
  { changesPublic }: AnyOperation,
  db: Writer,
  input: Record<string, unknown>,
): Promise<boolean> {
  return typeof changesPublic === 'object' && (await changesPublic.whenStored?.(db, input)) === true
}

export const confirmations = ['never', 'conditional', 'always'] as const

/** When an operation needs `confirm: true` (calls.md#confirmation-is-derived). */
export function confirmationOf(op: AnyOperation): (typeof confirmations)[number] {
  if (op.risk === 'publish' || op.risk === 'external' || op.risk === 'destructive') return 'always'
  if (op.scope === 'integrations:write') return 'always'
  return op.confirm === undefined ? 'never' : 'conditional'
}

/**
 * Whether a call writes something: everything but reads, and reads that start a job. Such a call has a writing transaction,
 * takes an idempotency key and can be rehearsed.
 */
export function isChange(op: Pick<AnyOperation, 'risk' | 'startsJob'>): boolean {
  return op.risk !== 'read' || op.startsJob === true
}

/** Whether a call takes an idempotency key (calls.md#idempotency-keys). */
export function idempotencyOf(op: AnyOperation): 'none' | 'optional' | 'required' {
  if (!isChange(op)) return 'none'
  return op.idempotency ?? 'optional'
}
