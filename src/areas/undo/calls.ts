import { sql } from 'kysely'

import type { Access } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { openJobStates } from '#kernel/job.ts'
import type { RecordType } from '#kernel/journal.ts'
import type { Scope } from '#kernel/scope.ts'

/** How many calls are named at once, at most. */
export const mostCalls = 200

/** Which calls are taken back. */
export type Which = {
  requestIds?: readonly string[] | undefined
  sitting?: { credentialId: string; from: string; to: string } | undefined
}

/** `jobId`: of the job that still works on it. */
export type Call = { requestId: string; operation: string; at: Date; jobId?: string | undefined }

/** A record that calls changed: these. `isCreated`: by them; `isRemoved`: for good. `merge`: the consolidation that changed it. */
export type Touched = {
  type: RecordType
  id: string
  title: string
  isCreated: boolean
  isRemoved: boolean
  first: number
  merge: string | undefined
  requestIds: readonly string[]
  at: Date
}

const changesContent: Scope[] = ['content:write', 'content:publish', 'content:delete']

/**
 * The changes among the named calls, oldest first. An agent finds its own only. Errors: `not_found` if there is none.
 */
export async function findCalls(db: Reader, { requestIds, sitting }: Which, { actor }: Access): Promise<Call[]> {
  const rows = await db
    .selectFrom('audit_record')
    .select(['request_id', 'operation', 'created_at'])
    .select(jobAtWork.as('job_id'))
    .where((or) => or.or([or('status', '=', 'succeeded'), wroteSomething]))
    .where('risk', '<>', 'read')
    .where((or) => or.not(sql<boolean>`coalesce(input_summary -> 'dryRun' = 'true', false)`))
    .$call((query) =>
      sitting === undefined
        ? query.where('request_id', '=', sql<string>`any(${[...(requestIds ?? [])]})`)
        : query
            .where('credential_id', '=', sitting.credentialId)
            .where('created_at', '>=', new Date(sitting.from))
            .where('created_at', '<=', new Date(sitting.to)),
    )
    .$if(actor.kind === 'agent', (query) => query.where('credential_id', 'in', ownCredentials(actor.credentialId)))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  if (rows.length > 0)
    return rows.map(({ request_id: requestId, operation, created_at: at, job_id: jobId }) => ({
      requestId,
      operation,
      at,
      ...(jobId === null ? {} : { jobId }),
    }))
  throw new Refusal(
    'not_found',
    'None of these calls changed something here. listAgentAuditLog with changesOnly names those that did; an agent takes back its own.',
    { id: requestIds?.[0] ?? sitting?.credentialId },
  )
}

/** The calls that no job works on any longer: only they can be taken back (undo.md#jobs-come-to-their-end). */
export const ended = (calls: readonly Call[]): Call[] => calls.filter(({ jobId }) => jobId === undefined)

// An import that was stopped or killed has failed, and what it had written stays (exchange.md#imports-stop-between-batches).
const wroteSomething = sql<boolean>`exists (select from app.audit_effect e
  where e.organization_id = app.org() and e.request_id = audit_record.request_id)`

// Others than those that may change content take nothing up again: a push to a CMS follows what is taken back.
const jobAtWork = sql<string | null>`(select min(job.id) from app.job
  where job.organization_id = app.org() and job.request_id = audit_record.request_id and job.state = any(${openJobStates})
    and job.scope = any(${changesContent}))`

// A rotated key is the same agent: what the keys before it did is its own.
const ownCredentials = (credentialId: string) => sql<string>`(
  with recursive own as (
    select ${credentialId}::text collate "C" as id
    union
    select k.rotated_from from own join auth.api_keys k on k.id = own.id and k.rotated_from is not null
      and k.organization_id = app.org()
  ) select id from own)`

const mergesAmong = (calls: readonly Call[]) =>
  calls.flatMap(({ operation, requestId }) => (operation === 'consolidateItems' ? requestId : []))

/** The other records of the consolidations that changed some of these. */
export async function mergedWith(db: Reader, calls: readonly Call[], recordIds: readonly string[]): Promise<string[]> {
  const merges = mergesAmong(calls)
  if (merges.length === 0) return []
  const rows = await db
    .selectFrom('audit_effect')
    .select('record_id')
    .distinct()
    .where('request_id', 'in', (named) =>
      named
        .selectFrom('audit_effect')
        .select('request_id')
        .where('request_id', '=', sql<string>`any(${merges})`)
        .where('record_id', '=', sql<string>`any(${[...recordIds]})`),
    )
    .where('record_id', '<>', sql<string>`all(${[...recordIds]})`)
    .orderBy('record_id')
    .execute()
  return rows.map((row) => row.record_id)
}

const most = 500

/** The records that calls changed, in the order of type and id. Refuses more than 500 of them. */
export async function touchedBy(
  db: Reader,
  calls: readonly Call[],
  recordIds: readonly string[] | undefined,
): Promise<Touched[]> {
  const rows = await db
    .selectFrom('audit_effect')
    .selectAll()
    .where('request_id', '=', sql<string>`any(${calls.map(({ requestId }) => requestId)})`)
    .$if(recordIds !== undefined, (query) => query.where('record_id', '=', sql<string>`any(${[...(recordIds ?? [])]})`))
    .orderBy('type')
    .orderBy('record_id')
    .orderBy('n')
    .execute()
  const merges = new Set(mergesAmong(calls))
  const at = new Map(calls.map((call) => [call.requestId, call.at]))
  const touched = new Map<string, Touched>()
  for (const row of rows) {
    const key = `${row.type} ${row.record_id}`
    const known = touched.get(key)
    touched.set(key, {
      // The table has no other types.
      type: row.type as RecordType,
      id: row.record_id,
      title: row.title,
      isCreated: known?.isCreated ?? row.from_n === null,
      isRemoved: row.is_removed,
      first: known?.first ?? row.from_n ?? row.n,
      merge: known?.merge ?? (merges.has(row.request_id) ? row.request_id : undefined),
      requestIds: [...(known?.requestIds ?? []), row.request_id],
      at: known?.at ?? at.get(row.request_id) ?? row.created_at,
    })
  }
  if (touched.size <= most) return [...touched.values()]
  const message = `At most ${most} records can be taken back at once; these calls changed ${touched.size}.`
  throw new Refusal('validation_failed', message, [{ path: '/input/recordIds', message, code: 'too_big' }])
}
