import {
  changesOf,
  idsIn,
  isCompared,
  isWritten,
  namedRecords,
  notedRecords,
  noteRecords,
} from '#areas/approvals/index.ts'
import { latestSnapshots } from '#areas/content/index.ts'
import type { Access } from '#kernel/access.ts'
import type { Rehearsal, WaitingCall } from '#kernel/approval.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { withoutNote } from '#kernel/note.ts'

import type { Answer } from './answer.ts'
import { ApprovalMissing, ApprovalStale, askForApproval, requireShown } from './approval.ts'
import { readObject } from './audited-object.ts'
import { newRequestId, type Step, tenantOf } from './call.ts'
import { asRehearsed, checkResult } from './check.ts'
import { handlerContext, newEffects, prepareContext } from './contexts.ts'
import { outdate } from './end-approval.ts'
import type { Kit } from './kit.ts'
import { parseInput } from './parse.ts'
import { type Forecast, Incomplete } from './rules.ts'
import { picturesOf, showRecords, shownOf, warningsOf } from './shown-records.ts'

/** A call that lacks its confirmation or its key is rehearsed, and its refusal says what it would do. */
export async function forecastWhereIncomplete(kit: Kit, step: Step, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Incomplete)) throw error
    throw error.refuse(await forecast(kit, step))
  }
}

/**
 * A call that a person must approve first is rehearsed, and waits with what it would do. One whose approval no longer fits waits
 * again, and its agent learns what has changed (approvals.md#approvals-bind-versions).
 */
export async function askWhereMissing(kit: Kit, step: Step, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    // The agent is told what a person would be shown right now.
    if (error instanceof ApprovalStale) throw error.refuse((await rehearse(kit, step)).effect)
    if (!(error instanceof ApprovalMissing)) throw error
    const tenant = tenantOf(step.call.access)
    const { outdated } = error
    if (outdated !== undefined)
      await kit.database.forOrganization(tenant, 'write', ({ db }) => outdate(db, outdated.approvalId))
    const rehearsal = await rehearseShown(kit, step)
    const changedSince = outdated?.changedSince ?? []
    throw await kit.database.forOrganization(tenant, 'write', ({ db }) =>
      askForApproval(db, step, { rehearsal, changedSince, baseUrl: kit.baseUrl() }),
    )
  }
}

/** Rehearses an approved call that changes something outside, where nothing is taken back: it must still do what was shown. */
export async function requireSame(kit: Kit, step: Step): Promise<void> {
  if (step.approved === undefined) return
  await rehearse(kit, step, (db, effect) => requireShown(db, step, effect))
}

/** Rehearses a call that waits, as its agent made it. Errors: what it would be refused for right now. */
export async function rehearseWaiting(kit: Kit, waiting: WaitingCall, by: Access): Promise<Rehearsal> {
  const access = { ...by, ...waiting.caller, elevatedUntil: null, keyExpiresAt: null }
  return rehearseShown(kit, waitingStep(kit, waiting, { access, door: 'rest' }))
}

/** A waiting call as a step of the person who would make it; it leaves no record. */
export function waitingStep(
  kit: Kit,
  { operation, input }: Pick<WaitingCall, 'operation' | 'input'>,
  { access, door }: Pick<Step['call'], 'access' | 'door'>,
): Step {
  const op = kit.operations.get(operation)
  if (op === undefined) throw new Refusal('unknown_operation', 'This version of Masthead has no such operation.')
  const call = {
    door,
    operation: op.name,
    access,
    requestId: newRequestId(),
    clientRequestId: undefined,
    startedAt: kit.now(),
    unrecorded: true as const,
  }
  const envelope = { input, confirm: true, dryRun: false, idempotencyKey: undefined }
  return { op, call, envelope, ...withoutNote(op.input, parseInput(op, input)), executing: false }
}

/** What an incomplete call would do. Nothing began: the refusal is one before execution. */
async function forecast(kit: Kit, step: Step): Promise<Forecast> {
  try {
    return { effect: (await rehearse(kit, step)).effect }
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return { wouldFailWith: error.code }
    throw error
  } finally {
    step.executing = false
  }
}

const tries = 3

/** The same with the records that it writes, before and after. What changes in between is looked at again. */
async function rehearseShown(kit: Kit, step: Step): Promise<Rehearsal> {
  for (let attempt = 1; ; attempt++) {
    const { effect, inside } = await rehearse(kit, step, async (db, answered) => {
      const noted = await notedRecords(db)
      const ids = [...idsIn([step.envelope.input, answered]), step.call.access.organization.id]
      const bound = [...noted, ...(await namedRecords(db, ids, noted))]
      const shown = shownOf(noted.filter(isWritten))
      return { bound, after: await picturesOf(db, shown), warnings: await warningsOf(db, kit.checks, shown) }
    })
    if (inside === undefined) throw new Error('a rehearsal that nobody looked at')
    const { bound, after, warnings } = inside
    const shown = shownOf(bound.filter(isWritten))
    const outside = await kit.database.forOrganization(tenantOf(step.call.access), 'write', async ({ db }) => {
      const items = shown.flatMap(([record, id]) => (record === 'item' ? [id] : []))
      const byPerson = await latestSnapshots(db, items, { byPerson: true })
      return { before: await picturesOf(db, shown), byPerson, changed: await changesOf(db, bound.filter(isCompared)) }
    })
    if (outside.changed.length > 0 && attempt < tries) continue
    return { effect, bound, records: showRecords(shown, { ...outside, after, warnings }) }
  }
}

type Look<T> = (db: Writer, effect: Record<string, unknown>) => Promise<T>
type Rehearsed<T> = { effect: Record<string, unknown>; inside: T | undefined }

/**
 * What a call would answer, and what `look` finds before it is taken back. What it would be refused for is thrown: nobody is
 * asked for what cannot be done.
 */
export async function rehearse<T>(kit: Kit, step: Step, look?: Look<T>): Promise<Rehearsed<T>> {
  const { op, call, input } = step
  const prepared = await op.prepare?.(prepareContext(kit, step, { isRehearsal: true }), input)
  step.executing = true
  const found = await kit.database.forOrganization(tenantOf(call.access), 'write', async (tx) => {
    tx.discard()
    step.object ??= await readObject(tx.db, step)
    if (look !== undefined) await noteRecords(tx.db)
    const given = await op.handle(handlerContext(kit, step, { db: tx.db, effects: newEffects() }), input, prepared)
    const effect = asRehearsed(op, checkResult(op, given, kit))
    return { effect, inside: await look?.(tx.db, effect) }
  })
  step.executing = false
  step.rehearsed = found.effect
  return found
}
