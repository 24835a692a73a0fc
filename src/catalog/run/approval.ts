import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import {
  approverEnded,
  changesIn,
  changesOf,
  heldStates,
  isCompared,
  isNamed,
  isOver,
  notedRecords,
  noteRecords,
  otherText,
  rehearsalColumns,
} from '#areas/approvals/index.ts'
import type { Access } from '#kernel/access.ts'
import type { AskedAbout, ChangedRecord, Rehearsal, WaitingCaller } from '#kernel/approval.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'

import { objectOf, readNamed } from './audited-object.ts'
import type { Step } from './call.ts'
import { asRehearsed } from './check.ts'
import { expireApprovals } from './expire-approvals.ts'
import { callHash, needsPerson, riskOf, scopesOf, waitsUnder } from './needs-person.ts'
import { promised } from './rules.ts'
import type { AuditObject } from './sentence.ts'

type Outdated = { approvalId: string; changedSince: readonly ChangedRecord[] }

/** Thrown in the transaction of a call that waits for a person: it is asked for in a transaction of its own. */
export class ApprovalMissing extends Error {
  /** The approval that was given for something else by now. */
  readonly outdated: Outdated | undefined

  constructor(outdated?: Outdated) {
    super()
    this.outdated = outdated
  }
}

/** Thrown in the transaction of a call that waits for a person, where a record has changed since it asked: it is rehearsed again. */
export class ApprovalStale extends Error {
  /** The refusal of the call, with what it would do right now. */
  readonly refuse: (effect: Record<string, unknown>) => Refusal

  constructor(refuse: (effect: Record<string, unknown>) => Refusal) {
    super()
    this.refuse = refuse
  }
}

const hoursToDecide = 24
/** Calls of one agent that wait for a person at once: nobody reads more, and each keeps its whole input. */
const mostWaiting = 100

/**
 * Human approval (approvals.md#approval-is-the-organizations-choice): an agent's call whose risk the organization has named
 * runs after a person has approved exactly this call, and only once. Errors: `ApprovalMissing` when nobody was asked yet or a
 * record has changed since, 428 `confirmation_required` with what it would do and `{approvalId, approvalUrl, expiresAt}` while
 * it waits, 409 `approval_declined`.
 */
export async function claimApproval(db: Writer, step: Step, baseUrl: string): Promise<void> {
  if (!needsPerson(step) || step.isApprovalTaken === true) return
  const open = await db
    .selectFrom('call_approval')
    .select(['id', 'state', 'expires_at', 'reason', 'effect', 'bound', 'changed_since', 'decided_by'])
    .select([isOver.as('is_over'), approverEnded.as('approver_ended')])
    .where('principal', '=', step.call.access.principal)
    .where('operation', '=', step.op.name)
    // What was asked for without a key is good for a repeat with one, too (approvals.md#calls-wait-by-input).
    .where('input_hash', 'in', [callHash(step), callHash(step, null)])
    .where('state', 'in', heldStates)
    .orderBy('is_over')
    .orderBy(({ eb }) => eb('input_hash', '=', callHash(step)), 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (open === undefined || open.is_over) throw new ApprovalMissing()
  step.approval = { approvalId: open.id }
  if (open.state === 'declined') {
    // What somebody said no to is another call by now (approvals.md#declines-bind-versions).
    if ((await changesOf(db, open.bound.filter(isCompared))).length > 0) throw new ApprovalMissing()
    throw declined(open.id, open.reason)
  }
  if (open.state === 'pending') {
    step.object = await readNamed(db, step)
    if ((await changesOf(db, open.bound)).length > 0)
      throw new ApprovalStale((effect) => waiting(step, { ...open, effect }, baseUrl))
    throw waiting(step, open, baseUrl)
  }
  const changedSince = open.approver_ended
    ? [{ type: 'member', id: String(open.decided_by), from: null, to: null }]
    : await changesOf(db, open.bound.filter(isCompared))
  if (changedSince.length > 0) throw new ApprovalMissing({ approvalId: open.id, changedSince })
  await db
    .updateTable('call_approval')
    .set({ state: 'used', used_at: sql`now()`, used_request_id: step.call.requestId, updated_at: sql`now()` })
    .where('id', '=', open.id)
    .execute()
  step.approved = { bound: open.bound, effect: open.effect }
  await noteRecords(db)
}

/**
 * Compares what an approved call has written and what it answers with what was approved, in its own transaction: each row says
 * which version it had when this transaction got its lock, so no change can come between (approvals.md#approvals-bind-versions).
 */
export async function requireBound(db: Writer, step: Step, result: Record<string, unknown>): Promise<void> {
  const { approved, approval, op } = step
  // What was done outside cannot be taken back: it was compared before (`requireSame`).
  if (approved === undefined || approval === undefined || op.reachesOut === true) return
  const changedSince = changesIn(await notedRecords(db), approved.bound)
  if (changedSince.length > 0) throw new ApprovalMissing({ approvalId: approval.approvalId, changedSince })
  await requireShown(db, step, result)
}

/**
 * Compares the texts of an effect with those that were approved (approvals.md#approvals-bind-texts). The records that the call
 * names and that have changed since say why they differ, else the place of the first that does.
 */
export async function requireShown(
  db: Reader,
  { op, approved, approval }: Step,
  result: Record<string, unknown>,
): Promise<void> {
  if (approved === undefined || approval === undefined) return
  const id = otherText(approved.effect, asRehearsed(op, result))
  if (id === undefined) return
  const records = await changesOf(db, approved.bound.filter(isNamed))
  const changedSince = records.length > 0 ? records : [{ type: 'effect', id, from: null, to: null }]
  throw new ApprovalMissing({ approvalId: approval.approvalId, changedSince })
}

type Question = { rehearsal: Rehearsal; changedSince: readonly ChangedRecord[]; baseUrl: string }

/**
 * Asks a person: the call waits for 24 hours, with what its rehearsal said it would do. Asked by two calls at once, it waits
 * once. Returns the refusal that tells the agent where.
 */
export async function askForApproval(
  db: Writer,
  step: Step,
  { rehearsal, changedSince, baseUrl }: Question,
): Promise<Refusal> {
  const { access, requestId } = step.call
  const same = {
    principal: access.principal,
    operation: step.op.name,
    input_hash: callHash(step),
  }
  await expireApprovals(db, { organizationId: access.organization.id, limit: 1, only: same })
  // An old "no" does not stand forever: it makes room for the new question.
  await db
    .updateTable('call_approval')
    .set({ state: 'expired', updated_at: sql`now()` })
    .where('principal', '=', same.principal)
    .where('operation', '=', same.operation)
    .where('input_hash', '=', same.input_hash)
    .where('state', '=', 'declined')
    .where(isOver)
    .execute()
  await releaseDeclined(db, same)
  await requireRoom(db, same)
  const about = aboutOf(step, rehearsal, await readNamed(db, step))
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('call_approval')
    .values({
      id: newId('approval'),
      ...same,
      user_id: access.actor.userId,
      client_name: access.actor.clientName,
      risk: riskOf(step),
      scopes: scopesOf(step),
      role: step.op.role ?? 'viewer',
      input: JSON.stringify(step.envelope.input),
      caller: JSON.stringify({ ...callerOf(access), waitsUnder: waitsUnder(step), about }),
      ...rehearsalColumns(rehearsal),
      changed_since: JSON.stringify(changedSince),
      request_id: requestId,
      expires_at: sql`now() + make_interval(hours => ${hoursToDecide})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const open = await db
    .selectFrom('call_approval')
    .select(['id', 'expires_at', 'effect', 'changed_since'])
    .where('principal', '=', same.principal)
    .where('operation', '=', same.operation)
    .where('input_hash', '=', same.input_hash)
    .where('state', 'in', heldStates)
    .executeTakeFirstOrThrow()
  step.approval = { approvalId: open.id, ...(inserted === 1n ? { asked: true } : {}) }
  return waiting(step, open, baseUrl)
}

type Same = { principal: string; operation: string; input_hash: Buffer }

/** Makes room for a new question next to one that was declined, of which a record has changed since. The answer to that one stays. */
async function releaseDeclined(db: Writer, same: Same): Promise<void> {
  const old = await db
    .selectFrom('call_approval')
    .select(['id', 'bound'])
    .where('principal', '=', same.principal)
    .where('operation', '=', same.operation)
    .where('input_hash', '=', same.input_hash)
    .where('state', '=', 'declined')
    .forUpdate()
    .executeTakeFirst()
  if (old === undefined || (await changesOf(db, old.bound.filter(isCompared))).length === 0) return
  await db
    .updateTable('call_approval')
    // Of no call: no other one finds it.
    .set({ input_hash: createHash('sha256').update(old.id).digest() })
    .where('id', '=', old.id)
    .execute()
}

/** The record that a call is about, by the title under which people know it right now (approvals.md#calls-name-their-record). */
function aboutOf(
  { op, envelope }: Step,
  { effect }: Rehearsal,
  named: AuditObject | undefined,
): AskedAbout | undefined {
  const object = objectOf(op, { input: envelope.input, result: effect }, named)
  if (object === undefined) return undefined
  const title = named?.id === object.id ? (named.title ?? object.title) : object.title
  return { type: object.type, id: object.id, ...(title === undefined ? {} : { title }) }
}

/** Refuses to keep one more waiting call of an agent of which people have not decided many. Errors: 429 `rate_limited`. */
async function requireRoom(db: Writer, { principal, operation, input_hash: hash }: Same): Promise<void> {
  const { others } = await db
    .selectFrom('call_approval')
    .select(({ fn }) => fn.countAll<number>().as('others'))
    .where('principal', '=', principal)
    .where('state', '=', 'pending')
    .where(({ not, and, eb }) => not(and([eb('operation', '=', operation), eb('input_hash', '=', hash)])))
    .where(sql<boolean>`not ${isOver}`)
    .executeTakeFirstOrThrow()
  if (Number(others) < mostWaiting) return
  throw new Refusal(
    'rate_limited',
    `${mostWaiting} calls of this agent wait for a person already. Nothing was changed. Wait until some of them are decided.`,
    undefined,
    { retryAfter: 60 },
  )
}

/** The address of the page where a person decides. */
function approvalUrl(baseUrl: string, slug: string, approvalId: string): string {
  return `${baseUrl}/o/${slug}/approvals/${approvalId}`
}

type Open = {
  id: string
  expires_at: Date
  effect: Record<string, unknown>
  changed_since: readonly ChangedRecord[]
}

/** 428: what the call would do, and where a person decides on it. */
function waiting({ op, call, envelope }: Step, open: Open, baseUrl: string): Refusal {
  const isAgain = open.changed_since.length > 0
  const why = isAgain ? 'What was approved has changed since then: a person must look again.' : firstTime
  const repeat = envelope.idempotencyKey === undefined ? 'the same call' : 'the same call with the same key'
  return new Refusal('confirmation_required', `${why} Nothing was changed. Once it is approved, repeat ${repeat}.`, {
    ...promised(op),
    effect: open.effect,
    approvalId: open.id,
    approvalUrl: approvalUrl(baseUrl, call.access.organization.slug, open.id),
    expiresAt: open.expires_at.toISOString(),
    ...(isAgain ? { changedSince: open.changed_since } : {}),
  })
}

const firstTime = 'A person of the organization must approve this call first.'

function callerOf({ principal, actor, role, grantedScopes, scopes }: Access): WaitingCaller {
  return { principal, actor, role, grantedScopes, scopes }
}

function declined(approvalId: string, reason: string | null): Refusal {
  const because = reason === null ? '' : ` The reason given: “${reason}”.`
  return new Refusal(
    'approval_declined',
    `A person declined this call. Nothing was changed.${because} Change what it is about, then repeat it: a person is asked again.`,
    { approvalId },
  )
}
