import { sql } from 'kysely'

import { tenantTables } from '#kernel/tables.ts'

import type { stage } from './stage.ts'

type Stage = Awaited<ReturnType<typeof stage>>

/**
 * Audit records and idempotency keys have tests of their own. A read may bring stored warnings up to date, so it may write
 * there.
 */
const aside = new Set(['audit_record', 'idempotency_key', 'item_check', 'item_recheck', 'item_warning'])

const sums = [...tenantTables]
  .filter((name) => !aside.has(name))
  .toSorted()
  .map(
    (name) => `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum
      from app.${name} t where organization_id = app.org()`,
  )

// Put together once: it is sent some thousand times in a run.
const statement = sql.raw<{ name: string; sum: string }>(`${sums.join(' union all ')} union all
  select 'oauth_grants', md5(coalesce(string_agg(concat_ws(' ', g.id, g.revoked_at, g.scopes), '|' order by g.id), ''))
    from auth.oauth_grants g union all
  select 'api_keys', md5(coalesce(string_agg(
    concat_ws(' ', k.id, k.expires_at, k.disabled_at is null, k.disabled_at, k.revoked_at), '|' order by k.id), ''))
    from auth.api_keys k union all
  select 'profile', md5(p::text) from auth.own_profile() p union all
  select 'members', md5(coalesce(string_agg(m::text, '|' order by m.user_id), '')) from auth.memberships m union all
  select 'invitations', md5(coalesce(string_agg(concat(i.id, i.version, i.expires_at, i.canceled_at), '|' order by i.id), ''))
    from auth.invitations i union all
  select 'organization', md5(coalesce(string_agg(o::text, '|'), '')) from auth.organizations o
  order by 1`)

/** A checksum of every row of an organization, except in the tables above. */
export async function fingerprint(on: Stage): Promise<string> {
  const { rows } = await on.rows(({ db }) => statement.execute(db))
  return rows.map(({ name, sum }) => `${name} ${sum}`).join('\n')
}
