import type { z } from 'zod'

import type { Limiter } from './access.ts'
import type { AuthDb, Writer } from './database.ts'
import type { Code } from './errors.ts'
import type { Exclusion } from './exclusion.ts'
import type { OrganizationId, RequestId, UserId } from './ids.ts'
import type { Log } from './log.ts'
import type { Mail } from './mail.ts'
import type { Passwords } from './passwords.ts'
import type { Sealing } from './sealing.ts'

/** A signed-in person, with the session that says so. */
export type Person = {
  userId: UserId
  sessionId: string
  email: string
  displayName: string
  /** Whether the person runs the installation. */
  isOperator: boolean
  activeOrganizationId: OrganizationId | null
  elevatedUntil: Date | null
  /** Whether signing in asks for a code. */
  hasSecondFactor: boolean
}

/** The browser that calls, for sessions and for limits. */
export type Browser = { addressPrefix: string; userAgent: string | undefined }

/** Who may call: a signed-in person, anybody, or both (an invitation is accepted with and without an account). */
export type Asks = 'person' | 'nobody' | 'either'
type PersonOf<A extends Asks> = A extends 'person' ? Person : A extends 'nobody' ? null : Person | null

type Always<A extends Asks> = {
  person: PersonOf<A>
  browser: Browser
  now: Date
  requestId: RequestId
  /** Public address of the installation, without a trailing slash. */
  baseUrl: string
  log: Log
  mail: Mail
  /** Whether anybody may have an account here, without an invitation. */
  isSignUpOpen: boolean
  sealing: Sealing
}

/** The context of `prepare`: slow work and counting, outside the transaction; each query in a short one of its own. */
export type PrepareProcedureCtx<A extends Asks> = Always<A> & {
  passwords: Passwords
  attempts: Limiter & { forget(id: string): Promise<void> }
  read<T>(work: (db: AuthDb) => Promise<T>): Promise<T>
}

/** The context of `handle`: one transaction of identity code. */
export type ProcedureCtx<A extends Asks> = Always<A> & {
  db: AuthDb
  /**
   * The call concerns this organization: its record is kept there, under this person, and not where the session is. Called
   * again, it concerns one more.
   */
  concerns(organizationId: OrganizationId, userId: UserId): void
  /** The session token of this browser from now on; null signs it out. */
  giveSession(token: string | null): void
}

/** The context of `found`: the first transaction of a new organization. */
export type FoundingCtx<A extends Asks> = Always<A> & {
  db: Writer
  organizationId: OrganizationId
  /** Creates what other areas own of it, for example its first collection. */
  furnish(db: Writer): Promise<void>
}

/**
 * A procedure of a person: it belongs to no organization, or to more than one, and only the web application calls it
 * (calls.md#exposed-or-excluded). Written once, like an operation: check, record and typed client follow.
 */
export type Procedure<
  N extends string = string,
  A extends Asks = Asks,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
  P = unknown,
> = {
  name: N
  title: string
  /** At most 200 characters: what it does and what it needs. */
  summary: string
  excluded: Exclusion
  /** Where in the web application a person does it. */
  instead: string
  asks: A
  /** Needs a session that has just entered its password (account.md#elevation). */
  elevated?: true
  risk: 'read' | 'write' | 'destructive'
  input: I
  output: O
  errors?: readonly Code[]
  prepare?(ctx: PrepareProcedureCtx<A>, input: z.output<I>): Promise<P>
} & (
  | {
      handle(ctx: ProcedureCtx<A>, input: z.output<I>, prepared: P): Promise<z.input<O>>
      found?: never
    }
  | {
      /** Makes an organization: runs in its first transaction, with the person as its owner. */
      found(ctx: FoundingCtx<A>, input: z.output<I>, prepared: P): Promise<z.input<O>>
      handle?: never
    }
)

export type AnyProcedure = Procedure

/** Declares a procedure. Returns the declaration unchanged. */
export function procedure<
  const N extends string,
  const A extends Asks,
  I extends z.ZodObject,
  O extends z.ZodObject,
  P = undefined,
>(declaration: Procedure<N, A, I, O, P>): Procedure<N, A, I, O, P> {
  return declaration
}
