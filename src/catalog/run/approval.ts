import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { confirmationOf } from '#kernel/operation.ts'
import type { ApprovalRisk, Risk } from '#kernel/risk.ts'
import type { Scope } from '#kernel/scope.ts'
import { canonicalJson } from '#std/json.ts'

import { readNamed } from './audited-object.ts'
import type { Step } from './call.ts'
import { expireApprovals } from './expire-approvals.ts'

/** Thrown in the transaction of a call that waits for a person: it is asked for in a transaction of its own. */
export class ApprovalMissing extends Error {}

const hoursToDecide = 24
const inputLimit = 64 * 1024

/**
 * Human approval (approvals.md#approval-is-the-organizations-choice): an agent's call whose risk the organization has named
 * runs after a person has approved exactly this call, and only once. Errors: `ApprovalMissing` when nobody was asked yet, 428
 * `confirmation_required` with `{approvalId, approvalUrl, expiresAt}` while it waits, 409 `approval_declined`.
 */
export async function claimApproval(db: Writer, step: Step, baseUrl: string): Promise<void> {
  if (!needsPerson(step)) return
  const open = await db
    .selectFrom('call_approval')
    .select(['id', 'state', 'expires_at', 'reason'])
    .select(sql<boolean>`expires_at > now()`.as('in_time'))
    .where('principal', '=', step.call.access.principal)
    .where('operation', '=', step.op.name)
    .where('input_hash', '=', inputHash(step))
    .where('state', 'in', ['pending', 'approved', 'declined'])
    .forUpdate()
    .executeTakeFirst()
  if (open === undefined || !open.in_time) throw new ApprovalMissing()
  step.approval = { approvalId: open.id }
  if (open.state === 'declined') throw declined(open.id, open.reason)
  if (open.state === 'pending') {
    step.object = await readNamed(db, step)
    throw waiting(step, open, baseUrl)
  }
  await db
    .updateTable('call_approval')
    .set({ state: 'used', used_at: sql`now()`, used_request_id: step.call.requestId, updated_at: sql`now()` })
    .where('id', '=', open.id)
    .execute()
}

/**
 * Asks a person: the call waits for 24 hours, with what its rehearsal said it would do. Asked by two calls at once, it waits
 * once. Returns the refusal that tells the agent where.
 */
export async function askForApproval(
  db: Writer,
  step: Step,
  { effect, baseUrl }: { effect: Record<string, unknown>; baseUrl: string },
): Promise<Refusal> {
  const { access, requestId } = step.call
  const same = {
    principal: access.principal,
    operation: step.op.name,
    input_hash: inputHash(step),
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
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
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
      input: JSON.stringify(shown(step.envelope.input)),
      effect: JSON.stringify(shown(effect)),
      request_id: requestId,
      expires_at: sql`now() + make_interval(hours => ${hoursToDecide})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const open = await db
    .selectFrom('call_approval')
    .select(['id', 'expires_at'])
    .where('principal', '=', same.principal)
    .where('operation', '=', same.operation)
    .where('input_hash', '=', same.input_hash)
    .where('state', 'in', ['pending', 'approved', 'declined'])
    .executeTakeFirstOrThrow()
  step.approval = { approvalId: open.id, ...(inserted === 1n ? { asked: true } : {}) }
  return waiting(step, open, baseUrl)
}

/** The address of the page where a person decides. */
function approvalUrl(baseUrl: string, slug: string, approvalId: string): string {
  return `${baseUrl}/o/${slug}/approvals/${approvalId}`
}

/** Whether the organization wants a person to approve this call: by its risk, as a write, or as a change of members. */
function needsPerson(step: Step): boolean {
  const { op, call, envelope } = step
  const { actor, organization } = call.access
  if (actor.kind !== 'agent' || envelope.dryRun || op.risk === 'read') return false
  const asked: readonly string[] = organization.approvalRisks
  return (
    asked.includes(riskOf(step)) ||
    asked.includes('write' satisfies ApprovalRisk) ||
    (op.changesMembers === true && asked.includes('member_changes' satisfies ApprovalRisk))
  )
}

// A change to the settings of an integration needs confirmation too; it counts as what it touches: the outside.
function riskOf({ op, effectiveRisk }: Step): Risk {
  const risk = effectiveRisk ?? op.risk
  return risk === 'write' && confirmationOf(op) === 'always' ? 'external' : risk
}

function scopesOf({ op, effectiveRisk }: Step): Scope[] {
  const more = effectiveRisk === undefined ? undefined : op.confirm?.alsoNeeds
  return [op.scope, more].filter((scope) => scope !== undefined && scope !== null)
}

function inputHash({ envelope }: Step): Buffer {
  return createHash('sha256').update(canonicalJson(envelope.input)).digest()
}

// What is too long to read is too long to store a second time: only its fields are named.
function shown(value: Record<string, unknown>): unknown {
  if (Buffer.byteLength(JSON.stringify(value)) <= inputLimit) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      Buffer.byteLength(JSON.stringify(field) ?? '') <= 2000 ? field : '(too long to show)',
    ]),
  )
}

function waiting(step: Step, open: { id: string; expires_at: Date }, baseUrl: string): Refusal {
  const url = approvalUrl(baseUrl, step.call.access.organization.slug, open.id)
  return new Refusal(
    'confirmation_required',
    'A person of the organization must approve this call first. Nothing was changed. Once it is approved, repeat the same call.',
    { approvalId: open.id, approvalUrl: url, expiresAt: open.expires_at.toISOString() },
  )
}

function declined(approvalId: string, reason: string | null): Refusal {
  const because = reason === null ? '' : ` The reason given: ${reason}`
  return new Refusal('approval_declined', `A person declined this call. Nothing was changed.${because}`, { approvalId })
}
