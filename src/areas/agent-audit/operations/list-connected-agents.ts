import { z } from 'zod'

import { agentKinds, findConnectedAgents } from '#areas/agent-audit/connected-agents.ts'
import { agentsPage } from '#kernel/agents-page.ts'
import { credentialStatuses } from '#kernel/credential-status.ts'
import { operation } from '#kernel/operation.ts'
import { answered, id, iso, listInput, listOutput, pageOf, timestamp } from '#kernel/schema.ts'
import { isAtLeast, scopes } from '#kernel/scope.ts'

const connectedAgent = z.object({
  id: z.string().describe('Id: grt_... or key_...'),
  kind: z.enum(agentKinds),
  name: z.string(),
  key: z
    .object({
      prefix: z.string(),
      last4: z.string(),
      disabledAt: timestamp().nullable().describe('Since when it is switched off'),
      rotatedTo: z.string().nullable().describe('The key that replaced it'),
    })
    .nullable()
    .describe('What else is known about an API key; null: an OAuth client'),
  clientId: z.string().nullable(),
  redirectHost: z.string().nullable(),
  verified: z.boolean().describe('Whether the client is identified by a document at its own address'),
  actorUserId: id('user'),
  actorName: z.string().nullable(),
  scopes: z.array(z.enum(scopes)),
  usedScopes: z.array(z.enum(scopes)).describe('Needed by its successful calls in the last 30 days'),
  status: z.enum(credentialStatuses),
  createdAt: timestamp(),
  expiresAt: timestamp(),
  revokedAt: timestamp().nullable(),
  lastUsedAt: timestamp().nullable(),
  lastUsedFrom: z.string().nullable(),
  lastOperation: z.string().nullable(),
  requestsToday: z.int(),
})

export const listConnectedAgents = operation({
  name: 'listConnectedAgents',
  title: 'List connected agents',
  summary: 'API keys and OAuth clients together, most recently used first. Administrators see all, others their own.',
  excluded: 'auth_internals',
  instead: `open ${agentsPage} in the web application`,
  role: 'viewer',
  risk: 'read',
  input: z.strictObject({
    ...listInput,
    search: listInput.search.describe('Part of the name, host or person, the last 4 characters of a key, or an id'),
    kind: z.enum(agentKinds).optional(),
    status: z.enum(credentialStatuses).optional(),
    actorUserId: id('user').optional().describe('Only those of this person'),
    scope: z.enum(scopes).optional().describe('Only those with this scope'),
  }),
  output: listOutput(connectedAgent),

  async handle({ db, access, actor, now }, { page, pageSize, search = '', kind, status, actorUserId, scope }) {
    const onlyOf = isAtLeast(access.role, 'admin') ? undefined : actor.userId
    const filter = { kind, status, onlyOf, actorUserId, scope, term: search.trim() }
    const { agents, total } = await findConnectedAgents(db, filter, { page, pageSize, now })
    const items = agents.map((agent) =>
      answered(connectedAgent, {
        id: agent.id,
        kind: agent.kind,
        name: agent.name,
        key:
          agent.kind === 'oauth'
            ? null
            : {
                prefix: agent.prefix,
                last4: agent.last4,
                disabledAt: iso(agent.disabled_at),
                rotatedTo: agent.rotated_to,
              },
        clientId: agent.client_id,
        redirectHost: agent.redirect_host,
        verified: agent.client_id?.startsWith('https://') ?? false,
        actorUserId: agent.user_id,
        actorName: agent.person,
        scopes: scopes.filter((scope) => agent.scopes.includes(scope)),
        usedScopes: scopes.filter((scope) => agent.used_scopes.includes(scope)),
        status: agent.status,
        createdAt: iso(agent.created_at),
        expiresAt: iso(agent.expires_at),
        revokedAt: iso(agent.revoked_at),
        lastUsedAt: iso(agent.last_used_at),
        lastUsedFrom: agent.last_used_ip_prefix,
        lastOperation: agent.last_operation,
        requestsToday: agent.requests_today,
      }),
    )
    return pageOf(items, total, { page, pageSize })
  },
})
