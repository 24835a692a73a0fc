import { z } from 'zod'

import { daysOf, expiryOf, keyDays } from '#areas/account/keys/api-key-life.ts'
import { describeApiKey, newApiKeyOutput } from '#areas/account/keys/api-key-output.ts'
import { type ApiKey, findKey } from '#areas/account/keys/api-keys.ts'
import { lockKey, notInThisState, rotateKey } from '#areas/account/keys/change-api-keys.ts'
import { tellOwner } from '#areas/account/keys/tell-owner.ts'
import type { Actor } from '#kernel/access.ts'
import { agentsPage } from '#kernel/agents-page.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id, iso, shownOnce, timestamp } from '#kernel/schema.ts'

const hour = 3_600_000

/** Hours for which the old key may live on. */
const overlaps = [0, 1, 24, 168] as const

export const rotateApiKey = operation({
  name: 'rotateApiKey',
  title: 'Rotate an API key',
  summary:
    'Creates the successor of one of your own keys, with its name, scopes and limits. The answer shows the new secret, only once; the old key ends.',
  excluded: 'credential_secret_creation',
  instead: `open ${agentsPage} in the web application`,
  role: 'viewer',
  elevated: true,
  risk: 'write',
  errors: ['not_found', 'invalid_transition'],
  examples: [{ title: 'A day to change over', input: { keyId: 'key_01jz8q6n3tfw5v9x2c4b7m1kds', overlapHours: 24 } }],
  input: z.strictObject({
    keyId: id('apiKey'),
    overlapHours: z.literal(overlaps).default(0).describe('Hours that the old key keeps working: 0, 1, 24 or 168'),
    expiresInDays: keyDays().optional().describe('Lifetime in days; by default that of the old key'),
  }),
  output: newApiKeyOutput(shownOnce(z.string())).extend({
    previous: z.object({ id: id('apiKey'), expiresAt: timestamp() }).describe('The old key, and when it ends'),
  }),

  async handle(ctx, { keyId, overlapHours, expiresInDays }) {
    const { db, access, actor, now } = ctx
    const old = await lockKey(db, keyId, now)
    requireOwn(old, actor)
    requireRotatable(old)

    const { maxKeyDays: longest } = access.organization
    const expiresAt = expiryOf({ asked: expiresInDays, usual: daysOf(old), longest }, now)
    const oldExpiresAt = new Date(Math.min(old.expiresAt.getTime(), now.getTime() + overlapHours * hour))
    const made = await rotateKey(db, old.id, { now, expiresAt, oldExpiresAt })
    const key = await findKey(db, made.id, now)
    if (key === undefined) throw new Error('The new key is not there')

    await tellOwner(ctx, old, 'rotated')
    return {
      ...describeApiKey(key, now),
      secret: made.secret,
      previous: { id: old.id, expiresAt: iso(oldExpiresAt) },
    }
  },
})

// The successor acts as the creator of the key, so nobody else may see its secret (account.md#who-changes-a-key).
function requireOwn(key: ApiKey, actor: Actor): void {
  if (key.createdBy.userId === actor.userId) return
  throw new Refusal('role_forbidden', 'Only the person who created a key can rotate it. Revoke it, or ask that person.')
}

// A key that was switched off or has ended must not come back in another form; two successors would be two keys.
function requireRotatable(key: ApiKey): void {
  if (key.status !== 'active')
    throw notInThisState(key, key.status, `This key is ${key.status}: create a new one instead.`)
  if (key.rotatedTo !== null)
    throw notInThisState(key, 'rotated', 'This key already has a successor. Rotate that one, or revoke it first.')
}
