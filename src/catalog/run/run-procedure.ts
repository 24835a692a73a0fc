import { personOfSession, touchSession } from '#areas/account/index.ts'
import type { Limiter } from '#kernel/access.ts'
import type { AuthDb, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { Mail } from '#kernel/mail.ts'
import type { Passwords } from '#kernel/passwords.ts'
import type { AnyProcedure, Person } from '#kernel/procedure.ts'
import type { Sealing } from '#kernel/sealing.ts'
import { hashOf, isToken } from '#kernel/tokens.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { type CallRecord, writeRecord, writeRecordAsIdentity } from './audit.ts'
import { errorBody, successBody } from './answer.ts'
import { checkResult, showsSecret, withoutShownOnce } from './check.ts'
import { parseInput } from './parse.ts'
import { statusOfRefusal } from './record.ts'
import { internalError, tooManyRequests } from './refusals.ts'
import {
  leavesRecord,
  type PersonAnswer,
  type PersonCall,
  type PersonMet,
  personRecord,
  type PersonStep,
  type PersonTrace,
  type Reached,
  reachedBy,
} from './person-call.ts'

export type ProcedureRunnerParts = {
  procedures: ReadonlyMap<string, AnyProcedure>
  database: TenantDatabase
  limiter: Limiter
  passwords: Passwords
  attempts: Limiter & { forget(id: string): Promise<void> }
  mail: Mail
  sealing: Sealing
  isSignUpOpen: boolean
  furnish(db: Writer): Promise<void>
  baseUrl: () => string
  log: Log
  now?: () => Date
  /** In tests a result field that the output schema does not have is a failure. */
  strictResults?: boolean
}

export type ProcedureRunner = {
  has(name: string): boolean
  run(call: PersonCall): Promise<PersonAnswer>
}

const minute = 60_000
const callsPerMinute = 1200

/**
 * The path of a person's own call: who, limit, envelope and input, slow work, one transaction of identity code with
 * effect and record. An answer here is never stored for replay, so an idempotency key is not read.
 */
export function createProcedureRunner(parts: ProcedureRunnerParts): ProcedureRunner {
  const { database } = parts
  const now = parts.now ?? (() => new Date())

  async function run(call: PersonCall): Promise<PersonAnswer> {
    const procedure = parts.procedures.get(call.procedure)
    if (procedure === undefined) throw new Error(`There is no procedure ${call.procedure}`)
    const trace: PersonTrace = { executing: false }
    try {
      const met = { call, procedure, person: await whoCalls(procedure, call.token) }
      trace.met = met
      await limit(met)
      if (procedure.elevated === true && !isElevated(met.person))
        throw new Refusal('elevation_required', 'Enter your password again to do this.')
      const envelope = await call.envelope()
      const step = { ...met, envelope, input: parseInput(procedure, envelope.input) }
      trace.step = step
      confirm(step)
      const prepared = await procedure.prepare?.(prepareContext(step), step.input)
      trace.executing = true
      return await (procedure.found === undefined ? change(step, prepared) : found(step, prepared))
    } catch (error) {
      return refuse(trace, call, error)
    }
  }

  async function whoCalls(procedure: AnyProcedure, token: string | undefined): Promise<Person | null> {
    if (procedure.asks === 'nobody') return null
    const person = token === undefined || !isToken(token) ? null : await signedIn(token)
    if (person === null && procedure.asks === 'person')
      throw new Refusal('unauthenticated', 'Nobody is signed in here. Sign in first.')
    return person
  }

  async function signedIn(token: string): Promise<Person | null> {
    return database.asIdentity(async (db) => {
      const found = await personOfSession(db, hashOf(token), now())
      if (found === undefined) return null
      const { sessionId, user, isOperator, activeOrganizationId, elevatedUntil, hasSecondFactor, lastSeenAt } = found
      await touchSession(db, { id: sessionId, lastSeenAt }, now())
      return {
        userId: user.id,
        sessionId,
        email: user.email,
        displayName: user.displayName,
        isOperator,
        activeOrganizationId,
        elevatedUntil,
        hasSecondFactor,
      }
    })
  }

  async function limit({ call, person }: PersonMet): Promise<void> {
    const id = person === null ? `anybody:${call.browser.addressPrefix}` : `person:${person.userId}`
    const { allowed, resetMs } = await parts.limiter.hit(id, callsPerMinute, minute)
    if (!allowed) throw tooManyRequests(resetMs)
  }

  const isElevated = (person: Person | null) =>
    person !== null && person.elevatedUntil !== null && person.elevatedUntil > now()

  async function change(step: PersonStep, prepared: unknown): Promise<PersonAnswer> {
    const { procedure, input, envelope, person } = step
    if (procedure.handle === undefined) throw new Error(`${procedure.name} has no handler`)
    const handle = procedure.handle
    let session: string | null | undefined
    let reached: Reached[] = []
    const work = async (db: AuthDb) => {
      session = undefined
      reached = []
      const result = check(
        procedure,
        await handle(
          {
            ...always(step),
            db,
            concerns: (organizationId, userId) =>
              void reached.push({ organizationId, userId, credentialId: person?.sessionId ?? null }),
            giveSession: (token) => (session = token),
          },
          input,
          prepared,
        ),
      )
      if (envelope.dryRun) throw new Rehearsed(result)
      const own = reachedBy(person)
      if (reached.length === 0 && own !== null) reached.push(own)
      if (leavesRecord(procedure))
        for (const each of reached)
          await writeRecordAsIdentity(db, personRecord(step, each, { at: now(), status: 'succeeded', result }))
      return result
    }
    try {
      const answer = succeeded(step, await database.asIdentity(work))
      parts.mail.wake?.()
      return session === undefined ? answer : { ...answer, session }
    } catch (error) {
      if (!(error instanceof Rehearsed)) throw error
      return succeeded(step, withoutShownOnce(procedure, error.result))
    }
  }

  /** A new organization: effect and record are one transaction of its own. */
  async function found(step: PersonStep, prepared: unknown): Promise<PersonAnswer> {
    const { procedure, input, envelope, person } = step
    if (procedure.found === undefined || person === null) throw new Error(`${procedure.name} founds nothing`)
    const handle = procedure.found
    const organizationId = newId('organization')
    const reached = { organizationId, userId: person.userId, credentialId: person.sessionId }
    const tenant = { organizationId, userId: person.userId, credentialId: person.sessionId }
    const result = await database.forOrganization(tenant, 'write', async (tx) => {
      const context = { ...always(step), db: tx.db, organizationId, furnish: parts.furnish }
      const checked = check(procedure, await handle(context, input, prepared))
      if (envelope.dryRun) tx.discard()
      else await writeRecord(tx.db, personRecord(step, reached, { at: now(), status: 'succeeded', result: checked }))
      return checked
    })
    return succeeded(step, result)
  }

  async function refuse(
    { met, step, executing }: PersonTrace,
    call: PersonCall,
    error: unknown,
  ): Promise<PersonAnswer> {
    const refusal = error instanceof Refusal ? error : internalError(error)
    if (refusal.status >= 500)
      parts.log.error(
        { requestId: call.requestId, operation: call.procedure, err: refusal.cause ?? refusal },
        'call failed',
      )
    const reached = reachedBy(met?.person ?? null)
    if (met !== undefined && reached !== null && leavesRecord(met.procedure)) {
      const status = statusOfRefusal(refusal, executing)
      await recordApart(personRecord(step ?? met, reached, { at: now(), status, code: refusal.code }))
    }
    const body = errorBody(refusal, call.requestId)
    return { status: refusal.status, body, replayed: false, retryAfter: refusal.retryAfter, showsSecret: false }
  }

  // The caller still gets its answer when the record of a refused call cannot be written (reliability.md 17).
  async function recordApart(record: CallRecord): Promise<void> {
    try {
      await database.asIdentity((db) => writeRecordAsIdentity(db, record))
    } catch (error) {
      parts.log.error({ requestId: record.requestId, operation: record.operation, err: error }, 'audit_write_failed')
    }
  }

  function check(procedure: AnyProcedure, result: unknown): Record<string, unknown> {
    return checkResult(procedure, result, parts.strictResults === true)
  }

  // The runner called `whoCalls`: a procedure that asks for a person has one.
  function always({ call, person }: PersonMet) {
    return {
      person: person as Person,
      browser: call.browser,
      now: now(),
      requestId: call.requestId,
      baseUrl: parts.baseUrl(),
      log: parts.log,
      mail: parts.mail,
      isSignUpOpen: parts.isSignUpOpen,
      sealing: parts.sealing,
    }
  }

  function prepareContext(step: PersonStep) {
    const { passwords, attempts } = parts
    return {
      ...always(step),
      passwords,
      attempts,
      read: <T>(work: (db: AuthDb) => Promise<T>) => database.asIdentity(work),
    }
  }

  return { has: (name) => parts.procedures.has(name), run }
}

/** Sends a rehearsal back to where it began. */
class Rehearsed extends Error {
  readonly result: Record<string, unknown>

  constructor(result: Record<string, unknown>) {
    super('rehearsed')
    this.result = result
  }
}

// D-14: what removes or revokes something needs the word of the person, a rehearsal does not.
function confirm({ procedure, envelope }: PersonStep): void {
  if (procedure.risk !== 'destructive' || envelope.confirm || envelope.dryRun) return
  throw new Refusal(
    'confirmation_required',
    `${procedure.name} needs "confirm": true beside "input". Nothing was changed.`,
    {
      operation: procedure.name,
      wouldDo: procedure.summary,
      howToFix: 'Repeat the call with "confirm": true, or with "dryRun": true to see what would change.',
    },
  )
}

function succeeded({ procedure, call, envelope }: PersonStep, result: Record<string, unknown>): PersonAnswer {
  const body = successBody(procedure.name, call.requestId, result, envelope.dryRun)
  return { status: 200, body, replayed: false, retryAfter: undefined, showsSecret: showsSecret(procedure) }
}
