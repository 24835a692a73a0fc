import { z } from 'zod'

import type { ListedTool } from '#faces/mcp/tools.ts'
import type { Access } from '#kernel/access.ts'
import { newId } from '#kernel/ids.ts'
import { operation } from '#kernel/operation.ts'
import { scopes } from '#kernel/scope.ts'

export const toolCount = 150
export const toolNames = Array.from({ length: toolCount }, (_, n) => `tool${n}`)

/** A schema as the low-level handler lists it. */
export function toJsonSchema(schema: z.ZodObject): Record<string, unknown> {
  return z.toJSONSchema(schema) as Record<string, unknown>
}

/** The tools as the dispatcher lists them. */
export function listed(input: z.ZodObject, output: z.ZodObject): ListedTool[] {
  return toolNames.map((name) => {
    const description = 'A tool of the benchmark that does what it says.'
    const op = operation({
      name,
      title: name,
      summary: description,
      scope: 'content:read',
      risk: 'read',
      input,
      output,
      handle: async () => ({}),
    })
    const tool = {
      name,
      title: name,
      description,
      inputSchema: toJsonSchema(input) as ListedTool['tool']['inputSchema'],
      outputSchema: toJsonSchema(output),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      _meta: { 'masthead/operation': { area: 'content', scope: 'content:read', riskLevel: 'read' } },
    }
    return { tool, op, area: 'content' }
  })
}

/** A caller that may do everything. */
export const access: Access = {
  actor: {
    kind: 'agent',
    userId: newId('user'),
    credentialType: 'api_key',
    credentialId: newId('apiKey'),
    clientName: 'bench',
  },
  organization: {
    id: newId('organization'),
    slug: 'bench',
    name: 'Bench',
    plan: 'authority',
    suspended: false,
    maxKeyDays: null,
    approvalRisks: [],
  },
  role: 'owner',
  grantedScopes: scopes,
  scopes,
  principal: 'bench',
  elevatedUntil: null,
  rate: { limit: 1200, allowed: true, remaining: 1199, resetMs: 60_000 },
  keyExpiresAt: null,
}
