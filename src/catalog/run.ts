import type { Access, Actor } from '#kernel/access.ts'
import type { Ctx, PrepareCtx } from '#kernel/context.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { requireFeature } from '#kernel/entitlement.ts'
import { Refusal } from '#kernel/errors.ts'
import type { EventName, Events } from '#kernel/event.ts'
import { newId, type RequestId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { type AnyOperation, confirmationOf, idempotencyOf } from '#kernel/operation.ts'
import type { Render } from '#kernel/render.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { type Answer, errorBody, successBody } from './answer.ts'
import { type CallRecord, writeRecord } from './audit.ts'
import { checkResult, showsSecret } from './check.ts'
import { exclusionOf } from './excluded.ts'
import {
  bind,
  type Binding,
  findAnswer,
  isStoredRefusal,
  runningKeys,
  type StoredAnswer,
  storeAnswer,
  takeKey,
} from './idempotency.ts'
import { parseInput } from './parse.ts'
import { type Door, objection, scopeObjection } from './permit.ts'
import { summarise } from './summary.ts'

/** The body of a call, checked for form: what is left out is false or undefined. */
export type Envelope = {
  input: Record<string, unknown>
  confirm: boolean
  dryRun: boolean
  idempotencyKey: string | undefined
}

/** One call of an operation, through any door. Its credential is admitted; its envelope is read when its turn comes (D-13). */
export type Call = {
  door: Door
  operation: string
  access: Access
  requestId: RequestId
  clientRequestId: string | undefined
  startedAt: Date
  envelope(): Promise<Envelope>
}

export type Event = { [E in EventName]: { name: E; payload: Events[E] } }[EventName]

export type RunnerParts = {
  operations: ReadonlyMap<string, AnyOperation>
  database: TenantDatabase
  render: Render
  baseUrl: () => string
  log: Log
  now?: () => Date
  /** In tests a result field that the output schema does not have is a failure. */
  strictResults?: boolean
  /** Told after the commit what happened. */
  deliver?: (events: readonly Event[]) => void
}

export type Runner = { run(call: Call): Promise<Answer>; record(call: RefusedCall): Promise<void> }
export type RefusedCall = Omit<Call, 'envelope'> & { refusal: Refusal; occurrences?: number }

/** What is known of a call while it travels; the record is made of it. */
type Trace = { call: Call; op?: AnyOperation; envelope?: Envelope; effectiveRisk?: string; executing: boolean }
type Step = Trace & { op: AnyOperation; envelope: Envelope; input: Record<string, unknown> }

/** The one path of every call, in the order of D-13. A handler cannot forget any step of it. */
export function createRunner(parts: RunnerParts): Runner {
  const keys = runningKeys()
  const now = parts.now ?? (() => new Date())

  async function run(call: Call): Promise<Answer> {
    const trace: Trace = { call, executing: false }
    try {
      const op = find(call)
      trace.op = op
      permit(op, call)
      trace.envelope = await call.envelope()
      const step: Step = Object.assign(trace, {
        op,
        envelope: trace.envelope,
        input: parseInput(op, trace.envelope.input),
      })
      requireForInput(step)
      return op.risk === 'read' ? await read(step) : await change(step)
    } catch (error) {
      return refused(trace, error)
    }
  }

  // find: name -> operation
  function find({ operation, door }: Call): AnyOperation {
    const op = parts.operations.get(operation)
    if (op !== undefined && (op.excluded === undefined || door === 'app')) return op
    const exclusion = exclusionOf(operation, op)
    if (exclusion !== undefined && door !== 'app') {
      throw new Refusal(
        'operation_excluded',
        `${operation} is not an agent operation (${exclusion.category}). A person does it here: ${exclusion.instead}`,
        exclusion,
      )
    }
    throw new Refusal('unknown_operation', 'There is no operation of this name. GET /v2/tools lists them.')
  }

  // permit: scopes within the role's ceiling as of now, the minimum role, elevation
  function permit(op: AnyOperation, { access, door }: Call): void {
    if (access.organization.suspended && access.actor.kind !== 'user') {
      throw new Refusal(
        'organization_suspended',
        'This organization is suspended. Its owner can see why in the web application.',
      )
    }
    const refused = objection(op, access, door)
    if (refused !== undefined) throw refused
    if (
      op.excluded !== undefined &&
      op.elevated === true &&
      !(access.elevatedUntil !== null && access.elevatedUntil > now())
    ) {
      throw new Refusal('elevation_required', 'Enter your password again to do this.')
    }
  }

  // parse, last part: a scope that only this input needs
  function requireForInput({ op, input, call }: Step): void {
    if (op.confirm?.when(input) !== true || op.confirm.alsoNeeds === undefined) return
    const refused = scopeObjection(op.confirm.alsoNeeds, call.access)
    if (refused !== undefined) throw refused
  }

  async function read(step: Step): Promise<Answer> {
    const { op, call, input } = step
    entitle(step)
    const prepared = await op.prepare?.(prepareContext(call), input)
    const result = await parts.database.forOrganization(tenantOf(call.access), 'read', async (tx) => {
      step.executing = true
      const checked = checkResult(
        op,
        await op.handle(context(call, tx.db), input, prepared),
        parts.strictResults === true,
      )
      if (isRecorded(step)) {
        await tx.next()
        await writeRecord(tx.db, recordOf(step, { status: 'succeeded', code: null, result: checked }))
      }
      return checked
    })
    return {
      status: 200,
      body: successBody(op.name, call.requestId, result, false),
      replayed: false,
      retryAfter: undefined,
      showsSecret: false,
    }
  }

  async function change(step: Step): Promise<Answer> {
    const { op, call, envelope } = step
    const key = envelope.dryRun || showsSecret(op) ? undefined : envelope.idempotencyKey
    const binding = key === undefined ? undefined : bind(call.access.principal, key, op.name, envelope.input)
    const earlier = binding === undefined ? undefined : await replay(step, binding)
    if (earlier?.sameBinding === true) return replayAnswer(earlier)
    entitle(step)
    confirm(step)
    if (binding === undefined && !envelope.dryRun && idempotencyOf(op) === 'required') {
      throw new Refusal(
        'idempotency_key_required',
        'This operation needs an idempotency key: repeat the call with one stable value per intended change.',
      )
    }
    if (earlier !== undefined) throw reused()
    if (binding === undefined) return execute(step, undefined)
    const giveBack = keys.take(call.access.organization.id, binding)
    if (giveBack === undefined) throw inProgress()
    try {
      return await execute(step, binding)
    } finally {
      giveBack()
    }
  }

  // replay: a finished answer with the same binding is given again, with a record of its own
  async function replay(step: Step, binding: Binding): Promise<StoredAnswer | undefined> {
    return parts.database.forOrganization(tenantOf(step.call.access), 'write', async (tx) => {
      const stored = await findAnswer(tx.db, binding)
      if (stored?.sameBinding === true) await writeRecord(tx.db, replayRecord(step, stored))
      return stored
    })
  }

  function entitle({ op, call }: Step): void {
    if (op.requires !== undefined) requireFeature(call.access.organization.plan, op.requires)
  }

  function confirm(step: Step): void {
    const { op, envelope, input } = step
    const asked = confirmationOf(op) === 'always' || op.confirm?.when(input) === true
    if (op.confirm?.when(input) === true) step.effectiveRisk = 'publish'
    if (asked && !envelope.confirm && !envelope.dryRun) throw confirmationRequired(op)
  }

  /** From `prepare` to `commit`: effect, answer of the key and audit record become true together. */
  async function execute(step: Step, binding: Binding | undefined): Promise<Answer> {
    const { op, call, input, envelope } = step
    const prepared = await op.prepare?.(prepareContext(call), input)
    let events: Event[] = []
    const answer = await parts.database.forOrganization(tenantOf(call.access), 'write', async (tx) => {
      events = []
      await confirmStored(step, tx.db)
      const stored = binding === undefined ? undefined : await claim(tx.db, step, binding)
      if (stored !== undefined) {
        await writeRecord(tx.db, replayRecord(step, stored))
        return replayAnswer(stored)
      }
      step.executing = true
      const work = async () =>
        checkResult(op, await op.handle(context(call, tx.db, events), input, prepared), parts.strictResults === true)
      const outcome = binding === undefined ? await work() : await tx.savepoint(work).catch(orStoredRefusal)
      if (outcome instanceof Refusal) return settleRefusal(tx.db, step, binding, outcome)
      const body = successBody(op.name, call.requestId, outcome, envelope.dryRun)
      if (envelope.dryRun) tx.discard()
      else {
        if (binding !== undefined) await storeAnswer(tx.db, binding, 200, body)
        if (isRecorded(step))
          await writeRecord(tx.db, recordOf(step, { status: 'succeeded', code: null, result: outcome }))
      }
      return { status: 200, body, replayed: false, retryAfter: undefined, showsSecret: showsSecret(op) }
    })
    if (envelope.dryRun)
      await recordApart(step, recordOf(step, { status: 'succeeded', code: null, result: { dryRun: true } }))
    else if (events.length > 0) parts.deliver?.(events)
    return answer
  }

  // begin, last part: a rule that depends on the stored record, decided on the locked row
  async function confirmStored(step: Step, db: Writer): Promise<void> {
    const { op, call, input, envelope } = step
    const demand = (await op.confirm?.whenStored?.(db, input, call.access)) ?? false
    if (demand === false) return
    const refused =
      demand === 'scope' && op.confirm?.alsoNeeds !== undefined
        ? scopeObjection(op.confirm.alsoNeeds, call.access)
        : undefined
    if (refused !== undefined) throw refused
    step.effectiveRisk = 'publish'
    if (!envelope.confirm && !envelope.dryRun) throw confirmationRequired(op)
  }

  async function claim(db: Writer, { call }: Step, binding: Binding): Promise<StoredAnswer | undefined> {
    const taken = await takeKey(db, call.access.organization.id, binding, call.requestId)
    if (taken === 'taken') return undefined
    if (taken === 'busy') throw inProgress()
    const stored = await findAnswer(db, binding)
    if (stored === undefined) throw inProgress()
    if (!stored.sameBinding) throw reused()
    return stored
  }

  async function settleRefusal(
    db: Writer,
    step: Step,
    binding: Binding | undefined,
    refusal: Refusal,
  ): Promise<Answer> {
    const body = errorBody(refusal, step.call.requestId)
    if (binding !== undefined) await storeAnswer(db, binding, refusal.status, body)
    if (isRecorded(step))
      await writeRecord(db, recordOf(step, { status: 'failed', code: refusal.code, result: undefined }))
    return { status: refusal.status, body, replayed: false, retryAfter: refusal.retryAfter, showsSecret: false }
  }

  async function refused(trace: Trace, error: unknown): Promise<Answer> {
    const { call } = trace
    const refusal =
      error instanceof Refusal
        ? error
        : new Refusal(
            'internal_error',
            'Something went wrong here. The request id leads to the reason in the log.',
            undefined,
            { cause: error },
          )
    if (refusal.status >= 500)
      parts.log.error(
        { requestId: call.requestId, operation: call.operation.slice(0, 100), err: refusal.cause ?? refusal },
        'call failed',
      )
    if (isRecorded(trace)) {
      const status = trace.executing && refusal.code !== 'idempotency_in_progress' ? 'failed' : 'rejected'
      await recordApart(trace, recordOf(trace, { status, code: refusal.code, result: undefined }))
    }
    return {
      status: refusal.status,
      body: errorBody(refusal, call.requestId),
      replayed: false,
      retryAfter: refusal.retryAfter,
      showsSecret: false,
    }
  }

  // The caller still gets its answer when the record of a refused call cannot be written (reliability.md 17).
  async function recordApart(trace: Trace, record: CallRecord): Promise<void> {
    try {
      await parts.database.forOrganization(tenantOf(trace.call.access), 'write', (tx) => writeRecord(tx.db, record))
    } catch (error) {
      parts.log.error(
        { requestId: trace.call.requestId, operation: record.operation, err: error },
        'audit_write_failed',
      )
    }
  }

  /** The record of a call that was refused at the door, before it came here (a throttled key, an expired one). */
  async function record({ refusal, occurrences, ...call }: RefusedCall): Promise<void> {
    const trace: Trace = { call: { ...call, envelope: () => Promise.reject(refusal) }, executing: false }
    const op = parts.operations.get(call.operation)
    if (op !== undefined) trace.op = op
    await recordApart(trace, {
      ...recordOf(trace, { status: 'rejected', code: refusal.code, result: undefined }),
      occurrences: occurrences ?? 1,
    })
  }

  function context(call: Call, db: Reader | Writer, events: Event[] = []): Ctx<'read'> & Ctx<'write'> {
    return { ...always(call), db: db as Writer, after: (name, payload) => void events.push({ name, payload } as Event) }
  }

  function prepareContext(call: Call): PrepareCtx {
    return {
      ...always(call),
      render: parts.render,
      read: (work) => parts.database.forOrganization(tenantOf(call.access), 'read', (tx) => work(tx.db)),
    }
  }

  function always({ access, requestId }: Call) {
    return { actor: access.actor, access, now: now(), requestId, baseUrl: parts.baseUrl(), log: parts.log }
  }

  function recordOf(
    trace: Trace,
    {
      status,
      code,
      result,
    }: { status: CallRecord['status']; code: string | null; result: Record<string, unknown> | undefined },
  ): CallRecord {
    const { call, op, envelope, effectiveRisk } = trace
    return {
      operation: call.operation,
      interface: call.door,
      access: call.access,
      requestId: call.requestId,
      clientRequestId: call.clientRequestId,
      startedAt: call.startedAt,
      finishedAt: now(),
      scope: op?.scope ?? null,
      risk: op?.risk ?? null,
      effectiveRisk: effectiveRisk ?? op?.risk ?? null,
      status,
      code,
      confirmed: envelope?.confirm === true,
      idempotencyKey: envelope?.idempotencyKey,
      replayOf: null,
      occurrences: 1,
      inputSummary:
        op === undefined || envelope === undefined
          ? {}
          : { ...summarise(op.input, envelope.input), ...(envelope.dryRun ? { dryRun: true } : {}) },
      resultSummary: op === undefined || result === undefined ? {} : summarise(op.output, result),
    }
  }

  function replayRecord(step: Step, stored: StoredAnswer): CallRecord {
    return { ...recordOf(step, { status: 'replayed', code: null, result: undefined }), replayOf: stored.requestId }
  }

  return { run, record }
}

function orStoredRefusal(error: unknown): Refusal {
  if (error instanceof Refusal && isStoredRefusal(error.code)) return error
  throw error
}

// D-17: the web application's reads and its own state are no records; everything else is one.
function isRecorded({ call, op }: Trace): boolean {
  return !(call.door === 'app' && (op === undefined || op.risk === 'read' || op.excluded === 'ui_only_state'))
}

function tenantOf({ organization, actor }: Access): {
  organizationId: string
  userId: Actor['userId']
  credentialId: string
} {
  return { organizationId: organization.id, userId: actor.userId, credentialId: actor.credentialId }
}

function replayAnswer({ status, body }: StoredAnswer): Answer {
  return { status, body, replayed: true, retryAfter: undefined, showsSecret: false }
}

function confirmationRequired(op: AnyOperation): Refusal {
  return new Refusal('confirmation_required', `${op.name} needs "confirm": true beside "input". Nothing was changed.`, {
    operation: op.name,
    wouldDo: op.summary,
    ...(op.confirm === undefined ? {} : { confirmationRule: op.confirm.rule }),
    howToFix: 'Repeat the call with "confirm": true, or with "dryRun": true to see what would change.',
  })
}

const inProgress = () =>
  new Refusal(
    'idempotency_in_progress',
    'A call with this idempotency key is still running. Repeat it with the same key.',
    undefined,
    { retryAfter: 1 },
  )
const reused = () =>
  new Refusal('idempotency_key_reused', 'This idempotency key belongs to another call. Use a new key for a new change.')

/** A new id of a request, made by the server for every request (reliability.md 16). */
export const newRequestId = () => newId('request')
