import { z } from 'zod'

import { apiKeyOutput, describeApiKey } from '#areas/account/keys/api-key-output.ts'
import type { ApiKey } from '#areas/account/keys/api-keys.ts'
import { lockKey, notInThisState, requireOwnOrAdmin, switchKey } from '#areas/account/keys/change-api-keys.ts'
import { tellOwner } from '#areas/account/keys/tell-owner.ts'
import type { Access } from '#kernel/access.ts'
import { agentsPage } from '#kernel/agents-page.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { requireSecondFactor } from '#kernel/require-second-factor.ts'
import { id } from '#kernel/schema.ts'

export const setApiKeyDisabled = operation({
  name: 'setApiKeyDisabled',
  title: 'Switch an API key off or on',
  summary:
    'Switches an API key off from its next request on, or on again. Admins can switch any key, others their own. Repeating it returns the same.',
  excluded: 'auth_internals',
  instead: `open ${agentsPage} in the web application`,
  role: 'viewer',
  risk: 'write',
  errors: ['not_found', 'invalid_transition'],
  examples: [{ title: 'Switch a key off', input: { keyId: 'key_01jz8q6n3tfw5v9x2c4b7m1kds', disabled: true } }],
  input: z.strictObject({ keyId: id('apiKey'), disabled: z.boolean().describe('true: off; false: on again') }),
  output: z.object({ key: apiKeyOutput }),

  async handle(ctx, { keyId, disabled }) {
    const { db, access, now } = ctx
    const before = await lockKey(db, keyId, now)
    requireOwnOrAdmin(before, access)
    if (before.status === 'revoked' || before.status === 'expired')
      throw notInThisState(before, before.status, `This key is ${before.status} and stays that way.`)
    const isOff = before.disabledAt !== null
    if (isOff && !disabled) {
      requireOwnSwitch(before, access)
      requireSecondFactor(access)
    }
    if (isOff === disabled && !takesOver(before, access)) return { key: describeApiKey(before, now) }

    await switchKey(db, before.id, disabled ? (before.disabledAt ?? now) : null)

    await tellOwner(ctx, before, disabled ? 'disabled' : 'enabled')
    return { key: describeApiKey(await lockKey(db, keyId, now), now) }
  },
})

/** Whether an administrator switches off what its creator has: from now on the switch is the administrator's. */
function takesOver({ disabledBy, createdBy }: ApiKey, { actor }: Access): boolean {
  return disabledBy === createdBy.userId && actor.userId !== createdBy.userId
}

// What an administrator switched off stays off until one switches it on.
function requireOwnSwitch(key: ApiKey, { role, scopes, actor }: Access): void {
  if (scopes.includes('org:write') || key.disabledBy === actor.userId) return
  throw new Refusal('role_forbidden', 'An administrator switched this key off. Ask one to switch it on.', {
    role,
    requiredScopes: ['org:write'],
  })
}
