import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { noMail } from '#kernel/mail.ts'
import { type AnyOperation, isChange } from '#kernel/operation.ts'

import { type Answer, errorBody, successBody } from './answer.ts'
import { ApprovalMissing, askForApproval, claimApproval } from './approval.ts'
import { type CallRecord, writeRecord } from './audit.ts'
import { type Call, type RefusedCall, type Step, tenantOf, type Trace } from './call.ts'
import { checkResult, showsSecret, withoutShownOnce } from './check.ts'
import { type ContextParts, createContexts, type Effects, newEffects } from './contexts.ts'
import {
  bind,
  type Binding,
  claimKey,
  findAnswer,
  inProgress,
  isStoredRefusal,
  keyReused,
  runningKeys,
  type StoredAnswer,
  storeAnswer,
} from './idempotency.ts'
import { parseInput } from './parse.ts'
import { isRecorded, recordOf, replayRecord, statusOfRefusal } from './record.ts'
import { internalError } from './refusals.ts'
import { createRehearsal } from './rehearsal.ts'
import { confirm, confirmStored, entitle, find, Incomplete, permit, requireForInput, requireKey } from './rules.ts'

export type RunnerParts = ContextParts & {
  operations: ReadonlyMap<string, AnyOperation>
  /** In tests a result field that the output schema does not have is a failure. */
  strictResults?: boolean
  /** Told that a call of an organization left a record, once everybody can see it. */
  recorded?: (organizationId: string) => void
  /** Told after a commit that work waits for a worker. */
  wake?: () => void
}

export type Runner = {
  run(call: Call): Promise<Answer>
  /** Writes the record of a call that was refused before it came here: a throttled key, an expired one. */
  record(call: RefusedCall): Promise<void>
}

/** The one path of every call, in the order of D-13. A handler cannot forget any step of it. */
export function createRunner(parts: RunnerParts): Runner {
  const { database, mail = noMail } = parts
  const contexts = createContexts(parts)
  const { context, prepareContext } = contexts
  const { rehearse, forecast } = createRehearsal({ database, contexts, check })
  const keys = runningKeys()
  const now = parts.now ?? (() => new Date())

  async function run(call: Call): Promise<Answer> {
    const trace: Trace = { call, executing: false }
    const answer = await travel(trace, call)
    if (isRecorded(trace)) parts.recorded?.(call.access.organization.id)
    return answer
  }

  async function travel(trace: Trace, call: Call): Promise<Answer> {
    try {
      const op = find(parts.operations, call)
      trace.op = op
      permit(op, call, now())
      trace.envelope = await call.envelope()
      const input = parseInput(op, trace.envelope.input)
      const step: Step = Object.assign(trace, { op, envelope: trace.envelope, input })
      requireForInput(step)
      return isChange(op) ? await change(step) : await read(step)
    } catch (error) {
      return refuse(trace, error)
    }
  }

  /** A read: its transaction is read only, so its record is a short one of its own, before the answer. */
  async function read(step: Step): Promise<Answer> {
    const { op, call, input } = step
    entitle(step)
    const prepared = await op.prepare?.(prepareContext(step), input)
    const tenant = { ...tenantOf(call.access), signal: call.signal }
    const result = await database.forOrganization(tenant, 'read', async (tx) => {
      step.executing = true
      const checked = check(op, await op.handle(context(call, tx.db), input, prepared))
      requireCaller(call)
      if (isRecorded(step)) {
        await tx.next()
        await writeRecord(tx.db, recordOf(step, now(), { status: 'succeeded', result: checked }))
      }
      return checked
    })
    return succeeded(step, result)
  }

  async function change(step: Step): Promise<Answer> {
    try {
      return await pursue(step)
    } catch (error) {
      if (!(error instanceof Incomplete)) throw error
      throw error.refuse(await forecast(step))
    }
  }

  async function pursue(step: Step): Promise<Answer> {
    const { op, call, envelope } = step
    const key = envelope.dryRun || shows(step) ? undefined : envelope.idempotencyKey
    const binding = key === undefined ? undefined : bind(call.access.principal, key, op.name, envelope.input)
    const earlier = binding === undefined ? undefined : await replay(step, binding)
    if (earlier?.sameBinding === true) return replayed(earlier)
    entitle(step)
    confirm(step)
    requireKey(step)
    if (earlier !== undefined) throw keyReused()
    if (binding === undefined) return orAsk(step, () => execute(step, undefined))
    const giveBack = keys.take(call.access.organization.id, binding)
    if (giveBack === undefined) throw inProgress()
    try {
      return await orAsk(step, () => execute(step, binding))
    } finally {
      giveBack()
    }
  }

  /** A finished answer with the same binding is given again, with a record of its own (D-16). */
  async function replay(step: Step, binding: Binding): Promise<StoredAnswer | undefined> {
    return database.forOrganization(tenantOf(step.call.access), 'write', async (tx) => {
      const stored = await findAnswer(tx.db, binding)
      if (stored?.sameBinding === true) await writeRecord(tx.db, replayRecord(step, now(), stored))
      return stored
    })
  }

  /** From `prepare` to `commit`: effect, answer of the key and audit record become true together. */
  async function execute(step: Step, binding: Binding | undefined): Promise<Answer> {
    const { op, call, input, envelope } = step
    // What changes something outside does so before the transaction: the approval must be there by then.
    if (op.reachesOut) await database.forOrganization(tenantOf(call.access), 'write', requireApproval(step))
    const prepared = await op.prepare?.(prepareContext(step), input)
    let effects: Effects = newEffects()
    const answer = await database.forOrganization(tenantOf(call.access), 'write', async (tx) => {
      effects = newEffects()
      await confirmStored(step, tx.db)
      const stored =
        binding === undefined
          ? undefined
          : await claimKey(tx.db, binding, { organizationId: call.access.organization.id, requestId: call.requestId })
      if (stored !== undefined) {
        await writeRecord(tx.db, replayRecord(step, now(), stored))
        return replayed(stored)
      }
      await claimApproval(tx.db, step, parts.baseUrl())
      step.executing = true
      const work = async () => {
        const result = check(op, await op.handle(context(call, tx.db, effects), input, prepared))
        return envelope.dryRun || !shows(step) ? withoutShownOnce(op, result) : result
      }
      const outcome = binding === undefined ? await work() : await tx.savepoint(work).catch(orStoredRefusal)
      if (envelope.dryRun) tx.discard()
      else await settle(tx.db, step, { binding, outcome })
      return outcome instanceof Refusal ? refused(step, outcome) : succeeded(step, outcome)
    })
    if (envelope.dryRun) {
      await recordApart(step, recordOf(step, now(), { status: 'succeeded' }))
      return answer
    }
    mail.wake?.()
    if (answer.status === 200 && effects.wakes) parts.wake?.()
    return answer
  }

  /** A call that a person must approve first is rehearsed, and waits with what it would do (D-34). */
  async function orAsk(step: Step, work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApprovalMissing)) throw error
    }
    const effect = await rehearse(step)
    const question = { effect, baseUrl: parts.baseUrl() }
    throw await database.forOrganization(tenantOf(step.call.access), 'write', (tx) =>
      askForApproval(tx.db, step, question),
    )
  }

  type Settled = { binding: Binding | undefined; outcome: Record<string, unknown> | Refusal }

  async function settle(db: Writer, step: Step, { binding, outcome }: Settled): Promise<void> {
    const { status, body } = outcome instanceof Refusal ? refused(step, outcome) : succeeded(step, outcome)
    if (binding !== undefined) await storeAnswer(db, binding, status, body)
    if (!isRecorded(step)) return
    const told =
      outcome instanceof Refusal
        ? { status: statusOfRefusal(outcome, true), code: outcome.code }
        : ({ status: 'succeeded', result: outcome } as const)
    await writeRecord(db, recordOf(step, now(), told))
  }

  async function refuse(trace: Trace, error: unknown): Promise<Answer> {
    const refusal = error instanceof Refusal ? error : internalError(error)
    const { call } = trace
    if (refusal.status >= 500) {
      const fields = { requestId: call.requestId, operation: call.operation.slice(0, 100) }
      parts.log.error({ ...fields, err: refusal.cause ?? refusal }, 'call failed')
    }
    if (isRecorded(trace)) {
      const status = statusOfRefusal(refusal, trace.executing)
      await recordApart(trace, recordOf(trace, now(), { status, code: refusal.code }))
    }
    return refused(trace, refusal)
  }

  // The caller still gets its answer when the record of a refused call cannot be written (reliability.md 17).
  async function recordApart({ call }: Trace, row: CallRecord): Promise<void> {
    try {
      await database.forOrganization(tenantOf(call.access), 'write', (tx) => writeRecord(tx.db, row))
    } catch (error) {
      parts.log.error({ requestId: call.requestId, operation: row.operation, err: error }, 'audit_write_failed')
    }
  }

  async function record({ refusal, occurrences = 1, ...call }: RefusedCall): Promise<void> {
    const op = parts.operations.get(call.operation)
    const trace: Trace = { call, executing: false, ...(op === undefined ? {} : { op }) }
    await recordApart(trace, recordOf(trace, now(), { status: 'rejected', code: refusal.code, occurrences }))
    parts.recorded?.(call.access.organization.id)
  }

  function check(op: AnyOperation, result: unknown): Record<string, unknown> {
    return checkResult(op, result, parts.strictResults === true)
  }

  function requireApproval(step: Step) {
    return async (tx: { db: Writer; discard(): void }): Promise<void> => {
      tx.discard()
      await claimApproval(tx.db, step, parts.baseUrl())
    }
  }

  return { run, record }
}

function succeeded({ op, call, envelope }: Step, result: Record<string, unknown>): Answer {
  const body = successBody(op.name, call.requestId, result, envelope.dryRun)
  return { status: 200, body, replayed: false, retryAfter: undefined, showsSecret: shows({ op, call }) }
}

// A secret is shown to a person, once: agents never see one, so their answers can be stored and given again.
function shows({ op, call }: Pick<Step, 'op' | 'call'>): boolean {
  return call.door === 'app' && showsSecret(op)
}

function refused({ call }: Trace, refusal: Refusal): Answer {
  const body = errorBody(refusal, call.requestId)
  return { status: refusal.status, body, replayed: false, retryAfter: refusal.retryAfter, showsSecret: false, refusal }
}

function replayed({ status, body }: StoredAnswer): Answer {
  return { status, body, replayed: true, retryAfter: undefined, showsSecret: false }
}

// Nobody waits for the answer any more (mcp.md 2). Only reads stop: a change that has begun runs to its end.
function requireCaller({ signal }: Step['call']): void {
  if (signal?.aborted === true) throw new Refusal('cancelled', 'The caller went away before the answer was ready.')
}

function orStoredRefusal(error: unknown): Refusal {
  if (error instanceof Refusal && isStoredRefusal(error.code)) return error
  throw error
}
