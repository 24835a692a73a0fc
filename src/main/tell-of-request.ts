import { sql } from 'kysely'

import type { TenantDatabase } from '#platform/database/tenant.ts'

/** What the database knows about a request: ids, states and times, no content. */
export type RequestTold = {
  organization: string
  calls: { operation: string; status: string; code: string | null; interface: string; startedAt: string; ms: number }[]
  jobs: { id: string; kind: string; state: string; attempt: number }[]
  messages: { id: string; kind: string; state: string; attempts: number; status: number | null }[]
}

/** Looks a request up in every organization; null where none knows it. */
export async function tellOfRequest(database: TenantDatabase, requestId: string): Promise<RequestTold | null> {
  const [found] = await database.asSystem(async (db) => {
    const { rows } = await sql<{ id: string; slug: string }>`select o.id, o.slug from auth.organizations o
      where exists (select from app.audit_record r where r.organization_id = o.id and r.request_id = ${requestId}) limit 1`.execute(
      db,
    )
    return rows
  })
  if (found === undefined) return null
  return database.forOrganization({ organizationId: found.id }, 'read', async ({ db }) => {
    const calls = await db
      .selectFrom('audit_record')
      .select(['operation', 'status', 'code', 'interface', 'created_at', 'finished_at'])
      .where('request_id', '=', requestId)
      .orderBy('created_at')
      .execute()
    const jobs = await db
      .selectFrom('job')
      .select(['id', 'kind', 'state', 'attempt'])
      .where('request_id', '=', requestId)
      .orderBy('id')
      .execute()
    const messages = await db
      .selectFrom('delivery')
      .select(['id', 'kind', 'state', 'attempts', 'http_status as status'])
      .where('request_id', '=', requestId)
      .orderBy('id')
      .execute()
    return {
      organization: found.slug,
      calls: calls.map(({ created_at: began, finished_at: ended, ...call }) => ({
        ...call,
        startedAt: began.toISOString(),
        ms: ended.getTime() - began.getTime(),
      })),
      jobs,
      messages,
    }
  })
}
