import { askedAs, callerGone } from '#kernel/asked.ts'
import { type ContentRevision, revisionText } from '#kernel/content-revision.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import { journalOf } from '#kernel/journal.ts'
import { withoutNote } from '#kernel/note.ts'
import { type AnyOperation, isChange } from '#kernel/operation.ts'
import type { Span } from '#kernel/span.ts'
import { traced } from '#kernel/traced.ts'
import { takesNoChanges } from '#platform/database/database-gone.ts'
import type { TenantTransaction } from '#platform/database/tenant.ts'

import type { Answer } from './answer.ts'
import { claimApproval, requireBound } from './approval.ts'
import { recordInsert } from './audit.ts'
import { readObject } from './audited-object.ts'
import { type Call, type RefusedCall, requireCaller, type Step, tenantOf, type Trace } from './call.ts'
import { type Effects, handlerContext, newEffects, prepareContext } from './contexts.ts'
import { returnApproval } from './end-approval.ts'
import { asFitting, mostInList } from './fit-list.ts'
import { guard, guardStored } from './guard.ts'
import { objectionInPerson } from './in-person.ts'
import { claim, holdingKey, keyOf, replay, replayWhereRefused, storeRefusal } from './keyed-call.ts'
import { type Kit, kitOf, type RunnerParts } from './kit.ts'
import { requireNamed } from './named-records.ts'
import { parseInput } from './parse.ts'
import { chosenTitle, isRecorded, recordOf } from './record.ts'
import { recordAlone, recordRefused, refuse } from './refuse.ts'
import { askWhereMissing, forecastWhereIncomplete, rehearseWaiting, requireSame } from './rehearsal.ts'
import { checked, commit, type Done, succeeded } from './result.ts'
import { confirm, confirmStored, entitle, find, permit, requireForInput, requireKey } from './rules.ts'

export type Runner = {
  run(call: Call): Promise<Answer>
  /** Writes the record of a call that was refused before it came here, for a throttled or expired key. */
  record(call: RefusedCall): Promise<void>
}

/**
 * The one path of every call: this file from top to bottom is the order of its steps, and a handler cannot forget any of
 * them. Who calls, and whether too often, is decided before (`admit.ts`).
 */
export function createRunner(parts: RunnerParts): Runner {
  const kit = kitOf(parts)
  return { run: (call) => run(kit, call), record: (call) => recordRefused(kit, call) }
}

function run(kit: Kit, call: Call): Promise<Answer> {
  return askedAs({ requestId: call.requestId }, () => traced(aboutCall(call), (span) => answer(kit, call, span)))
}

async function answer(kit: Kit, call: Call, span: Span | undefined): Promise<Answer> {
  const trace: Trace = { call, executing: false }
  const answer = await travel(kit, trace, call).catch((error: unknown) => refuse(kit, trace, error))
  if (isRecorded(trace)) kit.recorded?.(call.access.organization.id)
  span?.set({ 'http.response.status_code': answer.status })
  return answer
}

async function travel(kit: Kit, trace: Trace, call: Call): Promise<Answer> {
  const op = find(kit.operations, call)
  trace.op = op
  permit(op, call, kit.now())
  const step = await parse(trace, op, call)
  requireForInput(step)
  return isChange(op) ? change(kit, step) : read(kit, step)
}

async function parse(trace: Trace, op: AnyOperation, call: Call): Promise<Step> {
  const envelope = await call.envelope()
  trace.envelope = envelope
  return Object.assign(trace, { op, envelope, ...withoutNote(op.input, parseInput(op, envelope.input)) })
}

/**
 * A read: its transaction is read-only, so its record has a short one of its own, before the answer. On a full disk it is
 * answered all the same, and recorded later (audit.md#reads-go-on-when-full).
 */
async function read(kit: Kit, step: Step): Promise<Answer> {
  entitle(step)
  const prepared = await prepare(kit, step)
  const signal = step.call.signal ?? callerGone()
  const tenant = { ...tenantOf(step.call.access), signal }
  const look = (isNoted: boolean) =>
    kit.database.forOrganization(tenant, 'read', async (tx) => {
      await requireNamed(tx.db, step.op, { organizationId: tenant.organizationId, input: step.input })
      const found = checked(kit, step, await handle(kit, step, { tx, prepared, effects: newEffects() }))
      requireCaller(signal)
      const record = recordOf(step, kit.now(), { status: 'succeeded', result: found })
      if (isNoted) {
        tx.next()
        tx.lastly(recordInsert(tx.db, record))
      }
      return { found, record, isNoted }
    })
  const { found, isNoted } = await look(isRecorded(step)).catch(async (error: unknown) => {
    if (!isRecorded(step) || !takesNoChanges(error)) throw error
    const answered = await look(false)
    kit.late.keep(answered.record)
    return answered
  })
  if (isNoted) void kit.late.flush()
  const answer = succeeded(step, found)
  return answer.body.length < mostInList ? answer : succeeded(step, asFitting(step, found))
}

/**
 * A change. A finished answer to its key is sent again, whatever else would refuse the call by now: looked up first where
 * `prepare` changes something outside, else in the claim, or before a refusal leaves (calls.md#claim-looks-keys-up).
 */
function change(kit: Kit, step: Step): Promise<Answer> {
  step.key = keyOf(step)
  return forecastWhereIncomplete(kit, step, () => replayWhereRefused(kit, step, () => pursue(kit, step)))
}

async function pursue(kit: Kit, step: Step): Promise<Answer> {
  const earlier = step.op.reachesOut ? await replay(kit, step) : undefined
  if (earlier !== undefined) return earlier
  entitle(step)
  await guard(kit, step)
  confirm(step)
  requireKey(step)
  return holdingKey(kit, step, () => askWhereMissing(kit, step, () => execute(kit, step)))
}

/** From `prepare` to `deliver`: effect, stored answer and audit record are committed together. */
async function execute(kit: Kit, step: Step): Promise<Answer> {
  const prepared = await (step.op.reachesOut === true ? reachOut(kit, step) : prepare(kit, step))
  let raised: readonly ContentRevision[] = []
  const done = await kit.database
    .forOrganization({ ...tenantOf(step.call.access), plansOnce: true }, 'write', (tx) => {
      raised = tx.raised
      return carryOut(kit, step, { tx, prepared })
    })
    .catch((error: unknown) => storeRefusal(kit, step, error))
  if (step.envelope.dryRun && isRecorded(step))
    await recordAlone(kit, recordOf(step, kit.now(), { status: 'succeeded' }))
  deliver(kit, step, done)
  return raised.length === 0 ? done.answer : { ...done.answer, contentRevision: revisionText(raised) }
}

type Inside = { tx: TenantTransaction; prepared: unknown }

async function carryOut(kit: Kit, step: Step, { tx, prepared }: Inside): Promise<Done> {
  await guardStored(step, tx.db)
  await confirmStored(step, tx.db)
  const earlier = await claim(kit, step, tx)
  if (earlier !== undefined) return { answer: earlier }
  step.object = await readObject(tx.db, step)
  await claimApproval(tx.db, step, kit.baseUrl())
  journalOf(tx.db).note = step.note ?? null
  const effects = newEffects()
  const result = checked(kit, step, await handle(kit, step, { tx, prepared, effects }))
  await requireBound(tx.db, step, result)
  return commit(kit, step, { tx, result, effects })
}

/**
 * What changes something outside does so before its transaction. It has its approval used up by then, and what it would do compared:
 * of two calls with one approval, one begins. One that fails there gives it back (approvals.md#outside-once).
 */
async function reachOut(kit: Kit, step: Step): Promise<unknown> {
  await takeApproval(kit, step)
  try {
    return await prepare(kit, step)
  } catch (error) {
    if (step.isApprovalTaken === true) await giveApprovalBack(kit, step)
    throw error
  }
}

async function takeApproval(kit: Kit, step: Step): Promise<void> {
  const claim = (isKept: boolean) =>
    kit.database.forOrganization(tenantOf(step.call.access), 'write', async (tx) => {
      if (!isKept) tx.discard()
      await claimApproval(tx.db, step, kit.baseUrl())
    })
  await claim(false)
  if (step.approved === undefined) return
  await requireSame(kit, step)
  await claim(true)
  step.isApprovalTaken = true
}

async function giveApprovalBack(kit: Kit, step: Step): Promise<void> {
  await kit.database
    .forOrganization(tenantOf(step.call.access), 'write', ({ db }) => returnApproval(db, step))
    .catch((error: unknown) =>
      kit.log.warn({ requestId: step.call.requestId, err: error }, 'an approval was not given back'),
    )
}

async function prepare(kit: Kit, step: Step): Promise<unknown> {
  const { access } = step.call
  const looking: Pick<PrepareCtx, 'titleOfCall' | 'rehearse' | 'objectionInPerson'> = {
    titleOfCall: ({ operation, input }) => {
      const op = kit.operations.get(operation)
      return op && chosenTitle(op, input)
    },
    rehearse: (waiting) => rehearseWaiting(kit, waiting, access),
    objectionInPerson: (waiting, how) => objectionInPerson(kit, waiting, { ...how, by: access }),
  }
  if (step.op.prepare === undefined) return undefined
  return traced(
    () => ({ name: 'prepare' }),
    async () => step.op.prepare?.({ ...prepareContext(kit, step), ...looking }, step.input),
  )
}

function handle(kit: Kit, step: Step, { tx, prepared, effects }: Inside & { effects: Effects }): Promise<unknown> {
  step.executing = true
  return step.op.handle(handlerContext(kit, step, { db: tx.db, effects }), step.input, prepared)
}

const aboutCall =
  ({ operation, door, requestId }: Call) =>
  () => ({
    name: `call ${operation.slice(0, 100)}`,
    attributes: {
      'masthead.operation': operation.slice(0, 100),
      'masthead.interface': door,
      'masthead.request_id': requestId,
    },
  })

/** Wakes the loops that continue what the call has set in motion. */
function deliver({ mail, wake, recorded }: Kit, { call }: Step, { effects }: Done): void {
  if (effects === undefined) return
  if (effects.tells) recorded?.(call.access.organization.id)
  mail.wake?.()
  wake?.(effects.wakes ? 'job' : 'change')
}
