import { sql } from 'kysely'

import { type ApprovalState, stateNow } from '#areas/approvals/index.ts'
import type { Reader } from '#kernel/database.ts'
import type { Effect } from '#kernel/journal.ts'
import { listPage, type PageAsked } from '#kernel/list-page.ts'
import type { Risk } from '#kernel/risk.ts'
import { escapeLike } from '#std/text.ts'

export const credentialTypes = ['oauth', 'api_key', 'session', 'system'] as const
/** Which kinds of actor use which credentials. */
export const actorKinds = ['agent', 'person', 'system'] as const
const credentialsOf = { agent: ['oauth', 'api_key'], person: ['session'], system: ['system'] } as const

export const callStatuses = ['succeeded', 'failed', 'rejected', 'replayed', 'waiting'] as const
export const interfaces = ['rest', 'mcp', 'app', 'cli'] as const

export type Filter = {
  term: string
  operation?: string | undefined
  actorKind?: (typeof actorKinds)[number] | undefined
  credentialType?: (typeof credentialTypes)[number] | undefined
  status?: readonly (typeof callStatuses)[number][] | undefined
  risk?: readonly Risk[] | undefined
  /** Only what changed something, or waits for a person to do so; without rehearsals. */
  changesOnly?: boolean | undefined
  /** What became of the request for a person's approval. */
  approval?: ApprovalState | undefined
  /** Only the calls of this person, by any credential. */
  onlyOf?: string | undefined
  actorUserId?: string | undefined
  credentialId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export type AuditRecord = NonNullable<Awaited<ReturnType<typeof findRecord>>>

/** One page of the records, newest first, and how many there are. */
export async function findRecords(
  db: Reader,
  filter: Filter,
  asked: PageAsked,
): Promise<{ records: AuditRecord[]; total: number }> {
  const { rows: records, total } = await listPage(matching(db, filter), asked, (all) =>
    all.select(columns).select(fromEffects).orderBy('created_at', 'desc').orderBy('id', 'desc'),
  )
  return { records, total }
}

/** The record of a request, with `onlyOf` only one of this person; undefined when there is none. */
export async function findRecord(db: Reader, requestId: string, onlyOf?: string) {
  return db
    .selectFrom('audit_record')
    .select(columns)
    .select(fromEffects)
    .where('request_id', '=', requestId)
    .$if(onlyOf !== undefined, (query) => query.where('user_id', '=', onlyOf ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

const columns = [
  'id',
  'created_at',
  'finished_at',
  'request_id',
  'operation',
  'interface',
  'client_request_id',
  'credential_type',
  'credential_id',
  'user_id',
  'client_name',
  'scope',
  'risk',
  'effective_risk',
  'status',
  'code',
  'sentence',
  'object',
  'confirmed',
  'idempotency_key_hash',
  'replay_of',
  'occurrences',
  'protocol',
  'client_version',
  'trace_id',
  'note',
  'input_summary',
  'result_summary',
] as const

/** The state of the approval that a waiting call asked for; null: it asked for none, or it is no longer kept. */
const approvalState = sql<ApprovalState | null>`(
  select ${stateNow} from app.call_approval where audit_record.status = 'waiting'
    and call_approval.organization_id = app.org() and call_approval.id = audit_record.result_summary ->> 'approvalId')`

/** What a call wrote, the last call that took it back, and the name of the person while they are a member. */
const fromEffects = [
  sql<
    Effect[] | null
  >`(select json_agg(json_build_object('type', e.type, 'id', e.record_id, 'title', e.title, 'from', e.from_n,
      'to', case when e.is_removed then null else e.n end) order by e.type, e.record_id, e.n)
    from app.audit_effect e where e.organization_id = app.org() and e.request_id = audit_record.request_id)`.as(
    'effects',
  ),
  sql<string | null>`(select r.by_request_id from app.audit_revert r
    where r.organization_id = app.org() and r.request_id = audit_record.request_id
    order by r.created_at desc, r.by_request_id desc limit 1)`.as('reverted_by'),
  sql<
    string | null
  >`(select m.display_name from auth.members_of_organization() m where m.user_id = audit_record.user_id)`.as(
    'actor_name',
  ),
  approvalState.as('approval_state'),
] as const

function matching(db: Reader, filter: Filter) {
  const { term, operation, actorKind, credentialType, status, risk, actorUserId, credentialId, from, to } = filter
  const { changesOnly = false, onlyOf, approval } = filter
  const pattern = `%${escapeLike(term)}%`
  return db
    .selectFrom('audit_record')
    .$if(operation !== undefined, (query) => query.where('operation', '=', operation ?? ''))
    .$if(actorKind !== undefined, (query) => query.where('credential_type', 'in', credentialsOf[actorKind ?? 'system']))
    .$call((query) => (credentialType === undefined ? query : query.where('credential_type', '=', credentialType)))
    .$call((query) => (status === undefined ? query : query.where('status', 'in', status)))
    .$call((query) => (risk === undefined ? query : query.where('risk', 'in', risk)))
    .$if(approval !== undefined, (query) => query.where(approvalState, '=', approval ?? null))
    .$if(changesOnly, (query) => query.where('status', 'in', ['succeeded', 'waiting']).where('risk', '!=', 'read'))
    .$if(changesOnly, (query) => query.where(sql<boolean>`input_summary ->> 'dryRun' is null`))
    .$if(onlyOf !== undefined, (query) => query.where('user_id', '=', onlyOf ?? ''))
    .$if(actorUserId !== undefined, (query) => query.where('user_id', '=', actorUserId ?? ''))
    .$if(credentialId !== undefined, (query) => query.where('credential_id', '=', credentialId ?? ''))
    .$if(from !== undefined, (query) => query.where('created_at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('created_at', '<=', new Date(to ?? 0)))
    .$if(term !== '', (query) =>
      query.where((or) =>
        or.or([
          or('operation', 'ilike', pattern),
          or('client_name', 'ilike', pattern),
          or('sentence', 'ilike', pattern),
          or('code', 'ilike', pattern),
          or('request_id', '=', term),
        ]),
      ),
    )
}
