import { z } from 'zod'

import { findKey, revokeKey } from '#areas/account/api-keys.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id, iso, timestamp } from '#kernel/schema.ts'

export const revokeApiKey = operation({
  name: 'revokeApiKey',
  title: 'Revoke an API key',
  summary:
    'Ends an API key for good, from the next request on. A key may revoke itself. Repeating it answers the same.',
  scope: 'org:write',
  ownRecord: true,
  risk: 'destructive',
  examples: [{ title: 'Revoke a key', input: { keyId: 'key_01jz8q6n3tfw5v9x2c4b7m1kds' } }],
  input: z.strictObject({ keyId: id('apiKey') }),
  output: z.object({ id: id('apiKey'), status: z.literal('revoked'), revokedAt: timestamp() }),

  async handle({ db, access, actor, now }, { keyId }) {
    const key = await findKey(db, keyId, now)
    if (key === undefined) throw unknown()
    if (!access.scopes.includes('org:write') && key.createdBy.userId !== actor.userId) {
      throw new Refusal('role_forbidden', `The role ${access.role} revokes own keys only. Ask an administrator.`, {
        role: access.role,
        requiredScopes: ['org:write'],
      })
    }

    const revokedAt = await revokeKey(db, keyId, 'revoked_by_member')
    if (revokedAt === null) throw unknown()

    return { id: key.id, status: 'revoked' as const, revokedAt: iso(revokedAt) }
  },
})

const unknown = () => new Refusal('not_found', 'There is no such API key. listApiKeys lists them.')
