import { sql } from 'kysely'

import { catalog } from '#catalog/catalog.ts'
import { approvalExpired } from '#catalog/run/expire-approvals.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { isId, timeOfId } from '#kernel/ids.ts'

/** What a call was, without what was sent and answered. */
export type LiveCall = {
  id: string
  operation: string
  /** Null for an operation that does not exist. */
  area: string | null
  risk: string | null
  status: string
  code: string | null
  requestId: string
  credentialType: string
  actorUserId: string | null
  clientName: string | null
  startedAt: string
  itemId: string | null
  /** Whether something is different now. */
  changed: boolean
}

// A record has the time at which its call began; its id has the time at which it was written. Only the former selects a
// partition.
const longestCall = 3600_000

/** The ids of the records that were written since an id, of each of these organizations, ascending. */
export async function recordIdsSince(
  db: Writer,
  organizationIds: readonly string[],
  since: string,
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('audit_record')
    .select(['organization_id', 'id'])
    .where('organization_id', '=', sql<string>`any(${organizationIds})`)
    .where('id', '>=', since)
    .where('created_at', '>=', new Date(timeOfId(since) - longestCall))
    .orderBy('id')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.organization_id)].map(([organization, records]) => [
      organization,
      records.map(({ id }) => id),
    ]),
  )
}

/** These calls of the organization of the transaction, in the order in which they were recorded. */
export async function findLiveCalls(db: Reader, ids: readonly string[]): Promise<LiveCall[]> {
  const [first] = ids
  if (first === undefined) return []
  const rows = await selected(db, first)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  return rows.map(describe)
}

/** The calls that were recorded since an id, the first `limit` of them. */
export async function liveCallsSince(db: Reader, since: string, limit: number): Promise<LiveCall[]> {
  const rows = await selected(db, since).where('id', '>=', since).limit(limit).execute()
  return rows.map(describe)
}

function selected(db: Reader, since: string) {
  return db
    .selectFrom('audit_record')
    .select(['id', 'operation', 'risk', 'status', 'code', 'request_id', 'credential_type', 'user_id', 'client_name'])
    .select(['created_at', 'input_summary', 'result_summary'])
    .where('created_at', '>=', new Date(timeOfId(since) - longestCall))
    .orderBy('id')
}

const areas: ReadonlyMap<string, string> = new Map(
  Object.entries(catalog).flatMap(([area, operations]) => operations.map(({ name }) => [name, area] as const)),
)

type Row = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number]

function describe(row: Row): LiveCall {
  const isTrial = valueAt(row.input_summary, 'dryRun') === true
  return {
    id: row.id,
    operation: row.operation,
    area: areas.get(row.operation) ?? null,
    risk: row.risk,
    status: row.status,
    code: row.code,
    requestId: row.request_id,
    credentialType: row.credential_type,
    actorUserId: row.user_id,
    clientName: row.client_name,
    startedAt: row.created_at.toISOString(),
    itemId: itemOf(row),
    changed:
      (row.status === 'succeeded' && row.risk !== null && row.risk !== 'read' && !isTrial) || changesApproval(row),
  }
}

// A call that starts waiting for a person, or has waited too long, changes what people have to decide.
function changesApproval({ code, result_summary: result }: Row): boolean {
  return code === approvalExpired || valueAt(result, 'asked') === true
}

function itemOf({ input_summary: input, result_summary: result }: Row): string | null {
  const named = [valueAt(input, 'id'), valueAt(input, 'itemId'), valueAt(valueAt(result, 'item'), 'id')]
  return named.find((id): id is string => typeof id === 'string' && isId('item', id)) ?? null
}

function valueAt(summary: unknown, name: string): unknown {
  return typeof summary === 'object' && summary !== null && Object.hasOwn(summary, name)
    ? Reflect.get(summary, name)
    : undefined
}
