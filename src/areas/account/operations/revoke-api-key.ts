import { z } from 'zod'

import { revokeKey } from '#areas/account/keys/api-keys.ts'
import { lockKey, requireOwnOrAdmin, unknownKey } from '#areas/account/keys/change-api-keys.ts'
import { tellOwner } from '#areas/account/keys/tell-owner.ts'
import { operation } from '#kernel/operation.ts'
import { id, iso, timestamp } from '#kernel/schema.ts'

export const revokeApiKey = operation({
  name: 'revokeApiKey',
  title: 'Revoke an API key',
  summary: 'Ends an API key for good, from the next request on. A key may revoke itself.',
  scope: 'org:write',
  ownRecord: true,
  judgesCaller: true,
  risk: 'destructive',
  errors: ['not_found'],
  examples: [{ title: 'Revoke a key', input: { keyId: 'key_01jz8q6n3tfw5v9x2c4b7m1kds' } }],
  input: z.strictObject({ keyId: id('apiKey') }),
  output: z.object({ id: id('apiKey'), status: z.literal('revoked'), revokedAt: timestamp() }),

  async handle(ctx, { keyId }) {
    const { db, access, now } = ctx
    const key = await lockKey(db, keyId, now)
    requireOwnOrAdmin(key, access)

    const revokedAt = await revokeKey(db, keyId, 'revoked_by_member')
    if (revokedAt === null) throw unknownKey()

    if (key.revokedAt === null) await tellOwner(ctx, key, 'revoked')
    return { id: key.id, status: 'revoked' as const, revokedAt: iso(revokedAt) }
  },
})
