import { type Expression, sql, type SqlBool } from 'kysely'

import type { AskedAbout, BoundRecord, ChangedRecord, Rehearsal, ShownRecord, WaitingCaller } from '#kernel/approval.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { listPage, type PageAsked } from '#kernel/list-page.ts'
import type { ApprovalRisk } from '#kernel/risk.ts'
import type { Role } from '#kernel/scope.ts'
import { escapeLike } from '#std/text.ts'

import { approverEnded, callerEnded, isNeeded, isOver } from './call-end.ts'

/** What became of a call that waited for a person: `used` ran then, `outdated` was asked for again or need not wait any more. */
export const approvalStates = ['pending', 'approved', 'declined', 'used', 'expired', 'outdated'] as const
export type ApprovalState = (typeof approvalStates)[number]
/** Those in which the same call is not asked for again. */
export const heldStates = ['pending', 'approved', 'declined'] as const satisfies readonly ApprovalState[]
/** Those of a call that may still run. */
export const openStates = ['pending', 'approved'] as const satisfies readonly ApprovalState[]

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'call_approval.input': Record<string, unknown>
    'call_approval.effect': Record<string, unknown>
    /** `waitsUnder`: the values of a policy under which the call waits; `decidedAs`: the role of the person who decided. */
    'call_approval.caller': Partial<
      WaitingCaller & { waitsUnder: readonly ApprovalRisk[]; about: AskedAbout; decidedAs: Role }
    >
    'call_approval.bound': readonly BoundRecord[]
    'call_approval.records': readonly ShownRecord[]
    'call_approval.changed_since': readonly ChangedRecord[]
  }
}

// A call that nobody decided in time, or whose caller is gone, has expired, whether or not somebody has looked since.
// One that waits, but would not have to by now, is outdated, and so is one whose approver could not approve it by now.
export const stateNow = sql<ApprovalState>`case when state = any(${openStates}) and ${isOver} then 'expired'
  when state = 'pending' and not ${isNeeded} or state = 'approved' and ${approverEnded} then 'outdated' else state end`

// It had time left when it ended, or would have.
const endedEarly = sql<boolean>`case when state = any(${openStates}) then ${callerEnded}
  else state = 'expired' and updated_at < expires_at end`

// By it people recognise a key that their organization has several of.
const keyLast4 = sql<string | null>`(select k.last4 from auth.api_keys k
  where k.id = call_approval.caller -> 'actor' ->> 'credentialId')`

// What would wait as a publication, or writes an item that is public or has a date (web.md#red-is-public).
const isPublic = sql<boolean>`(risk = 'publish' or coalesce(caller -> 'waitsUnder' ? 'publish', false) or exists (
  select from jsonb_array_elements(bound) one join app.item on item.id = one ->> 1
    where one ->> 0 = 'item' and one ->> 3 is null and item.effective_status <> 'draft'))`

const computed = [
  stateNow.as('state'),
  endedEarly.as('ended_early'),
  keyLast4.as('key_last4'),
  isPublic.as('is_public'),
] as const

const columns = [
  'id',
  'user_id',
  'client_name',
  'operation',
  'risk',
  'scopes',
  'role',
  'input',
  'effect',
  'request_id',
  'expires_at',
  'decided_by',
  'decided_at',
  'reason',
  'used_request_id',
  'created_at',
  'version',
  'principal',
  'caller',
  'bound',
  'records',
  'changed_since',
] as const

// Nobody types the name of an operation: "publish item" finds `publishItem`.
const operationWords = sql<string>`regexp_replace(operation, '([A-Z])', ' \\1', 'g')`

/** A page of the calls that wait, oldest first, or of all calls, newest first. `visible`: those that the caller sees; all by default. */
export async function findApprovals(
  db: Reader,
  filter: { state?: ApprovalState | undefined; id?: string | undefined; term: string; visible?: Expression<SqlBool> },
  asked: PageAsked,
) {
  let query = db.selectFrom('call_approval')
  if (filter.state !== undefined) query = query.where(stateNow, '=', filter.state)
  if (filter.visible !== undefined) query = query.where(filter.visible)
  if (filter.id !== undefined) query = query.where('id', '=', filter.id)
  if (filter.term !== '') {
    const pattern = `%${escapeLike(filter.term)}%`
    query = query.where((where) =>
      where.or([
        where('operation', 'ilike', pattern),
        where(operationWords, 'ilike', pattern),
        where('client_name', 'ilike', pattern),
        sql<boolean>`exists (select from jsonb_array_elements(records) record where record ->> 'title' ilike ${pattern})`,
      ]),
    )
  }
  // What has waited longest ends first.
  const order = filter.state === 'pending' ? 'asc' : 'desc'
  return listPage(query, asked, (all) =>
    all.select(columns).select(computed).orderBy('created_at', order).orderBy('id', order),
  )
}

export type ApprovalRow = Awaited<ReturnType<typeof findApprovals>>['rows'][number]

/** The call of this id while it may be decided: declined also where it was approved and has not run. */
export async function findOpen(
  db: Reader,
  id: string,
  states: readonly ApprovalState[] = ['pending'],
): Promise<ApprovalRow | undefined> {
  const { rows } = await findApprovals(db, { id, term: '' }, { page: 1, pageSize: 1 })
  return rows.find(({ state }) => states.includes(state))
}

/** One of them, locked until the transaction ends. */
export async function lockApproval(db: Writer, id: string): Promise<ApprovalRow | undefined> {
  return db
    .selectFrom('call_approval')
    .select(columns)
    .select(computed)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Records what a person decided; an approval with what was rehearsed at that moment, which it binds. */
export async function decide(
  db: Writer,
  id: string,
  decision: {
    state: 'approved' | 'declined'
    by: string
    as: Role
    reason: string | null
    rehearsal?: Rehearsal | undefined
  },
): Promise<void> {
  await db
    .updateTable('call_approval')
    .set({
      state: decision.state,
      decided_by: decision.by,
      decided_at: sql`now()`,
      reason: decision.reason,
      caller: sql`caller || jsonb_build_object('decidedAs', ${decision.as}::text)`,
      ...(decision.rehearsal === undefined ? {} : rehearsalColumns(decision.rehearsal)),
      updated_at: sql`now()`,
    })
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** What is kept of a rehearsal. */
export function rehearsalColumns({ effect, bound, records }: Rehearsal) {
  return { effect: JSON.stringify(effect), bound: JSON.stringify(bound), records: JSON.stringify(records) }
}

/** Sets what waits for a person in this organization. */
export async function setApprovalRisks(db: Writer, risks: readonly ApprovalRisk[]): Promise<void> {
  await sql`select auth.set_approval_policy(${[...risks]}::text[])`.execute(db)
}

/** Removes what was decided or expired more than 30 days ago: the audit log keeps the story. Returns how many. */
export async function removeOldApprovals(db: Writer, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from app.call_approval where organization_id = app.org() and id in
    (select id from app.call_approval where expires_at < now() - interval '30 days' limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
