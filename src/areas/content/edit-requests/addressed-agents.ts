import { sql } from 'kysely'

import type { Access, Actor } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { isAtLeast } from '#kernel/scope.ts'

/** An agent that a request is for: the id of its key or grant, and what it was called then. */
export type AddressedAgent = { id: string; name: string }

/**
 * A connected agent that may edit, by the id of its key or grant. Like the list of them, it has those of everybody for administrators, and
 * for others their own. Errors: `not_found`; `validation_failed` of one that could do nothing with a request.
 */
export async function requireAgent(
  db: Reader,
  agentId: string,
  { access: { actor, role }, now }: { access: Pick<Access, 'actor' | 'role'>; now: Date },
): Promise<AddressedAgent> {
  const { rows } = await sql<AddressedAgent & { scopes: string[] }>`
    select agent.id, agent.name, agent.scopes from (
      select id, name, user_id, scopes, expires_at from auth.api_keys
        where organization_id = app.org() and id = ${agentId} and revoked_at is null and disabled_at is null
      union all
      select id, client_name, user_id, scopes, expires_at from auth.oauth_grants
        where organization_id = app.org() and id = ${agentId} and revoked_at is null
    ) agent join auth.members_of_organization() m on m.user_id = agent.user_id and m.suspended_at is null
    where agent.expires_at > ${now} and (${isAtLeast(role, 'admin')}::boolean or agent.user_id = ${actor.userId})`.execute(
    db,
  )
  const [found] = rows
  if (found === undefined)
    throw new Refusal(
      'not_found',
      'You have no such connected agent. Without agentId, any agent may answer the request.',
      { path: '/input/agentId', id: agentId.slice(0, 200) },
    )
  const { id, name, scopes } = found
  if (scopes.includes('content:write')) return { id, name }
  const message = `The agent ${name} may not edit content`
  throw new Refusal('validation_failed', `${message}. Choose another one, or leave agentId out.`, [
    { path: '/input/agentId', message, code: 'invalid_value' },
  ])
}

/** The ids that a caller has been addressed by: its own, and those of the keys that it replaced. */
export async function ownAgentIds(db: Reader, { credentialId, credentialType }: Actor): Promise<string[]> {
  if (credentialType !== 'api_key') return [credentialId]
  const { rows } = await sql<{ id: string }>`
    with recursive own (id) as (
      select ${credentialId}::text collate "C"
      union
      select k.rotated_from from auth.api_keys k join own on own.id = k.id
      where k.organization_id = app.org() and k.rotated_from is not null
    ) select id from own`.execute(db)
  return rows.map(({ id }) => id)
}
