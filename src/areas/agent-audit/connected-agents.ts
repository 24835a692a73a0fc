import { sql } from 'kysely'

import { grantStatusColumn } from '#areas/oauth/index.ts'
import { agentCredentials } from '#kernel/access.ts'
import type { CredentialStatus } from '#kernel/credential-status.ts'
import type { Reader } from '#kernel/database.ts'
import type { Scope } from '#kernel/scope.ts'
import { escapeLike } from '#std/text.ts'

export const agentKinds = agentCredentials

/** A key or a grant, with what its calls say about it. */
export type ConnectedAgent = {
  id: string
  kind: (typeof agentKinds)[number]
  name: string
  /** For an OAuth client: its id, and the host of its redirect address. */
  client_id: string | null
  redirect_host: string | null
  user_id: string
  person: string | null
  scopes: Scope[]
  status: CredentialStatus
  /** For a key only: what is shown of its secret, and what can still be done with it. */
  prefix: string | null
  last4: string | null
  disabled_at: Date | null
  rotated_to: string | null
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
  last_used_at: Date | null
  last_used_ip_prefix: string | null
  /** Scopes that its successful calls of the last 30 days needed, including those of conditional confirmations. */
  used_scopes: Scope[]
  last_operation: string | null
  requests_today: number
}

type Filter = {
  kind?: ConnectedAgent['kind'] | undefined
  status?: ConnectedAgent['status'] | undefined
  /** Only the agents of this person, whatever else is asked for. */
  onlyOf?: string | undefined
  actorUserId?: string | undefined
  scope?: Scope | undefined
  /** Part of a name, or the whole id. */
  term: string
}

/** A page of the keys and grants of the organization, most recently used first. `now` decides what has expired. */
export async function findConnectedAgents(
  db: Reader,
  filter: Filter,
  { page, pageSize, now }: { page: number; pageSize: number; now: Date },
): Promise<{ agents: ConnectedAgent[]; total: number }> {
  const matching = sql`
    with member as materialized (select user_id, display_name, suspended_at from auth.members_of_organization()),
    agent as (
      select k.id, 'api_key' as kind, k.name, null as client_id, null as redirect_host, k.user_id, m.display_name as person, k.scopes,
        k.prefix, k.last4, k.disabled_at,
        (select max(s.id) from auth.api_keys s where s.organization_id = app.org() and s.rotated_from = k.id and s.revoked_at is null) as rotated_to,
        case when k.revoked_at is not null then 'revoked' when k.expires_at <= ${now} then 'expired'
          when k.disabled_at is not null or m.user_id is null or m.suspended_at is not null then 'disabled' else 'active' end as status,
        k.created_at, k.expires_at, k.revoked_at, k.last_used_at, k.last_used_ip_prefix
      from auth.api_keys k left join member m on m.user_id = k.user_id where k.organization_id = app.org()
      union all
      select g.id, 'oauth', g.client_name, g.client_id, g.redirect_host, g.user_id, m.display_name, g.scopes,
        null, null, null, null,
        ${grantStatusColumn(now)}, g.created_at, g.expires_at, g.revoked_at, g.last_used_at, g.last_used_ip_prefix
      from auth.oauth_grants g left join member m on m.user_id = g.user_id where g.organization_id = app.org()
    ), matching as (
      select * from agent where (${filter.kind ?? null}::text is null or kind = ${filter.kind ?? null})
        and (${filter.status ?? null}::text is null or status = ${filter.status ?? null})
        and (${filter.onlyOf ?? null}::text is null or user_id = ${filter.onlyOf ?? null})
        and (${filter.actorUserId ?? null}::text is null or user_id = ${filter.actorUserId ?? null})
        and (${filter.scope ?? null}::text is null or ${filter.scope ?? null} = any(scopes))
        and (id = ${filter.term} or concat_ws(chr(10), name, client_id, redirect_host, person, last4) ilike ${`%${escapeLike(filter.term)}%`})
    )`
  const { rows } = await sql<ConnectedAgent>`${matching}, page as (
      select * from matching order by (status = 'active') desc, coalesce(last_used_at, created_at) desc, id desc
      limit ${pageSize} offset ${(page - 1) * pageSize})
    select page.*, coalesce(used.scopes, '{}') as used_scopes, latest.operation as last_operation, coalesce(today.calls, 0)::integer as requests_today
    from page
    left join lateral (select array_agg(distinct needed.scope) as scopes from app.audit_record r, lateral (values (r.scope), (${alsoNeeded})) needed (scope)
      where r.organization_id = app.org() and r.credential_id = page.id and r.created_at > ${now}::timestamptz - interval '30 days'
        and r.status in ('succeeded', 'replayed') and needed.scope = any(page.scopes)) used on true
    left join lateral (select r.operation from app.audit_record r
      where r.organization_id = app.org() and r.credential_id = page.id and r.operation <> all(${credentialEvents}) order by r.created_at desc limit 1) latest on true
    left join lateral (select sum(r.occurrences) as calls from app.audit_record r
      where r.organization_id = app.org() and r.credential_id = page.id and r.operation <> all(${credentialEvents})
        and r.created_at > date_trunc('day', ${now}::timestamptz, 'UTC')) today on true
    order by (status = 'active') desc, coalesce(last_used_at, created_at) desc, id desc`.execute(db)
  const counted = await sql<{ total: number }>`${matching} select count(*)::integer as total from matching`.execute(db)
  return { agents: rows, total: counted.rows[0]?.total ?? 0 }
}

// A record names the scope of the operation, and what it keeps of the result the second one that the call needed
// (audit.md#used-scopes-from-records). Such a call has a raised risk: the summaries of the others are not read.
const alsoNeeded = sql`case when r.effective_risk is distinct from r.risk then r.result_summary ->> 'alsoNeeded' end`

// What happens to a grant leaves records of it too, which are not calls of the agent.
const credentialEvents = ['token', 'revoke']
