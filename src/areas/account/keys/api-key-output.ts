import { z } from 'zod'

import { credentialStatuses } from '#kernel/credential-status.ts'
import { id, iso, timestamp, title } from '#kernel/schema.ts'
import { scopes } from '#kernel/scope.ts'

import type { ApiKey } from './api-keys.ts'

const fields = {
  id: id('apiKey'),
  name: title(80),
  prefix: z.string().describe('The first 8 characters of the key'),
  last4: z.string().describe('The last 4 characters of its random part'),
  scopes: z.array(z.enum(scopes)),
  createdBy: z.object({
    userId: id('user'),
    name: z.string().nullable().describe('null: this person is no longer a member'),
  }),
  createdAt: timestamp(),
  expiresAt: timestamp(),
  lastUsedAt: timestamp().nullable(),
  lastUsedFrom: z.string().nullable().describe('Address; for IPv6, the /64 network'),
  status: z.enum(credentialStatuses),
  expiryNotice: z
    .int()
    .nullable()
    .describe('14, 7 or 1 when an active key expires within that many days; null: later, or it has a successor'),
  rotatedFrom: id('apiKey').nullable().describe('Key that it replaced'),
  rotatedTo: id('apiKey').nullable().describe('Key that replaced it'),
  disabledAt: timestamp().nullable().describe('Since when it is switched off'),
  revokedAt: timestamp().nullable(),
  revokedBy: z.object({ userId: z.string(), name: z.string().nullable() }).nullable().describe('Who revoked it'),
}

/** A key in an answer: everything but its secret. */
export const apiKeyOutput = z.object(fields)

/** A key in the one answer that shows its secret. */
export const newApiKeyOutput = <S extends z.ZodType>(secret: S) => z.object({ ...fields, secret })

/** A key as every answer shows it. */
export function describeApiKey(key: ApiKey, now: Date): z.input<typeof apiKeyOutput> {
  const { disabledBy: _, ...shown } = key
  return {
    ...shown,
    scopes: scopes.filter((scope) => key.scopes.includes(scope)),
    createdAt: iso(key.createdAt),
    expiresAt: iso(key.expiresAt),
    lastUsedAt: iso(key.lastUsedAt),
    expiryNotice: expiryNotice(key, now),
    disabledAt: iso(key.disabledAt),
    revokedAt: iso(key.revokedAt),
  }
}

const day = 86_400_000
const noticeDays = [1, 7, 14] as const

/** Within how many days a key without a successor expires: 14, 7 or 1, as people are warned; null is later. */
function expiryNotice(key: Pick<ApiKey, 'status' | 'expiresAt' | 'rotatedTo'>, now: Date): number | null {
  if (key.status !== 'active' || key.rotatedTo !== null) return null
  return noticeDays.find((days) => key.expiresAt.getTime() - now.getTime() <= days * day) ?? null
}
