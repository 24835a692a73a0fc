import { askedAs } from '#kernel/asked.ts'
import type { AuthDb } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { traced } from '#kernel/traced.ts'

import { doneAnswer, refusedAnswer } from './answer.ts'
import { type CallRecord, recordInsert, writeRecordAsIdentity } from './audit.ts'
import { checkResult, showsSecret, withoutShownOnce } from './check.ts'
import { meet } from './meet.ts'
import { located } from './not-found.ts'
import { parseInput } from './parse.ts'
import {
  leavesRecord,
  type PersonAnswer,
  type PersonCall,
  personRecord,
  type PersonStep,
  type PersonTrace,
  type Reached,
  reachedBy,
} from './person-call.ts'
import { foundingContext, handlingContext, preparingContext } from './person-contexts.ts'
import type { ProcedureKit, ProcedureRunnerParts } from './procedure-kit.ts'
import { statusOfRefusal } from './record.ts'
import { refusalOf } from './refusals.ts'
import { recordOrLog } from './refuse.ts'

export type ProcedureRunner = {
  has(name: string): boolean
  run(call: PersonCall): Promise<PersonAnswer>
}

type Result = Record<string, unknown>

/**
 * The path of a person's own call: who and how often, envelope and input, slow work, one transaction of identity code with
 * effect and record. No answer is stored for replay here, so an idempotency key is not read.
 */
export function createProcedureRunner(parts: ProcedureRunnerParts): ProcedureRunner {
  const kit: ProcedureKit = { now: () => new Date(), ...parts }
  return { has: (name) => kit.procedures.has(name), run: (call) => run(kit, call) }
}

function run(kit: ProcedureKit, call: PersonCall): Promise<PersonAnswer> {
  const trace: PersonTrace = { executing: false }
  const { requestId } = call
  const about = { name: `call ${call.procedure}`, attributes: { 'masthead.request_id': requestId } }
  return askedAs({ requestId }, () =>
    traced(
      () => about,
      () => travel(kit, trace, call).catch((error: unknown) => refuse(kit, trace, call, error)),
    ),
  )
}

async function travel(kit: ProcedureKit, trace: PersonTrace, call: PersonCall): Promise<PersonAnswer> {
  const met = await meet(kit, trace, call)
  const envelope = await call.envelope()
  const step: PersonStep = { ...met, envelope, input: parseInput(met.procedure, envelope.input) }
  trace.step = step
  confirm(step)
  const prepared = await step.procedure.prepare?.(preparingContext(kit, step), step.input)
  trace.executing = true
  return step.procedure.found === undefined ? change(kit, step, prepared) : found(kit, step, prepared)
}

// Whatever removes or revokes something needs the person's confirmation; a rehearsal does not.
function confirm({ procedure, envelope }: PersonStep): void {
  if (procedure.risk !== 'destructive' || envelope.confirm || envelope.dryRun) return
  throw new Refusal(
    'confirmation_required',
    `${procedure.name} needs "confirm": true next to "input". Nothing was changed.`,
    {
      operation: procedure.name,
      wouldDo: procedure.summary,
      howToFix: 'Repeat the call with "confirm": true, or with "dryRun": true to see what would change.',
    },
  )
}

async function change(kit: ProcedureKit, step: PersonStep, prepared: unknown): Promise<PersonAnswer> {
  try {
    const { result, session } = await kit.database.asIdentity((db) => handle(kit, step, { db, prepared }))
    kit.mail.wake?.()
    const answer = succeeded(step, result)
    return session === undefined ? answer : { ...answer, session }
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error
    return succeeded(step, withoutShownOnce(step.procedure, error.result))
  }
}

type Inside = { db: AuthDb; prepared: unknown }
type Handled = { result: Result; session: string | null | undefined }

/** The procedure's own work with its records: one for each organization that it concerns. */
async function handle(kit: ProcedureKit, step: PersonStep, { db, prepared }: Inside): Promise<Handled> {
  const { procedure, input, person } = step
  if (procedure.handle === undefined) throw new Error(`${procedure.name} has no handler`)
  const reached: Reached[] = []
  let session: string | null | undefined
  const context = handlingContext(kit, step, {
    db,
    concerns: (one) => void reached.push(one),
    giveSession: (token) => (session = token),
  })
  const result = checked(kit, step, await procedure.handle(context, input, prepared))
  if (step.envelope.dryRun) throw new Rehearsed(result)
  const own = reachedBy(person)
  if (reached.length === 0 && own !== null) reached.push(own)
  if (leavesRecord(procedure))
    for (const each of reached)
      await writeRecordAsIdentity(db, personRecord(step, each, { at: kit.now(), status: 'succeeded', result }))
  return { result, session }
}

/** A new organization: effect and record are one transaction of its own. */
async function found(kit: ProcedureKit, step: PersonStep, prepared: unknown): Promise<PersonAnswer> {
  const { procedure, input, envelope, person } = step
  if (procedure.found === undefined || person === null) throw new Error(`${procedure.name} founds nothing`)
  const founding = procedure.found
  const tenant = { organizationId: newId('organization'), userId: person.userId, credentialId: person.sessionId }
  const result = await kit.database.forOrganization(tenant, 'write', async (tx) => {
    const context = foundingContext(kit, step, { db: tx.db, organizationId: tenant.organizationId })
    const made = checked(kit, step, await founding(context, input, prepared))
    if (envelope.dryRun) tx.discard()
    else
      tx.lastly(recordInsert(tx.db, personRecord(step, tenant, { at: kit.now(), status: 'succeeded', result: made })))
    return made
  })
  return succeeded(step, result)
}

async function refuse(
  kit: ProcedureKit,
  { met, step, executing, isThrottled }: PersonTrace,
  { procedure: name, requestId }: PersonCall,
  error: unknown,
): Promise<PersonAnswer> {
  const refusal = refusalOf(error, { log: kit.log, operation: name, requestId })
  const reached = reachedBy(met?.person ?? null)
  if (met !== undefined && reached !== null && leavesRecord(met.procedure)) {
    const outcome = { at: kit.now(), status: statusOfRefusal(refusal, executing), code: refusal.code }
    const write = (occurrences: number) =>
      writeAlone(kit, personRecord(step ?? met, reached, { ...outcome, occurrences }))
    if (isThrottled === true) kit.throttled.countAs(callerOf(reached), write)
    else await write(1)
  }
  const answered = step === undefined ? refusal : located(refusal, { op: step.procedure, input: step.envelope.input })
  return refusedAnswer(answered, requestId)
}

function writeAlone({ database, log }: ProcedureKit, record: CallRecord): Promise<void> {
  return recordOrLog(log, record, () => database.identityStatement((db) => writeRecordAsIdentity(db, record)))
}

function callerOf({ organizationId, userId, credentialId }: Reached) {
  return { organizationId, credentialId: credentialId ?? userId }
}

function checked(kit: ProcedureKit, { procedure }: PersonStep, result: unknown): Result {
  return checkResult(procedure, result, kit)
}

function succeeded({ procedure, call, envelope: { dryRun } }: PersonStep, result: Result): PersonAnswer {
  const { requestId } = call
  return doneAnswer({ operation: procedure.name, requestId, dryRun, showsSecret: showsSecret(procedure) }, result)
}

/** Rolls a rehearsal back. */
class Rehearsed extends Error {
  readonly result: Result

  constructor(result: Result) {
    super('rehearsed')
    this.result = result
  }
}
