import { z } from 'zod'

import { id, iso, timestamp, title } from '#kernel/schema.ts'
import { scopes } from '#kernel/scope.ts'

import { type ApiKey, apiKeyStatuses } from './api-keys.ts'

const fields = {
  id: id('apiKey'),
  name: title(80),
  prefix: z.string().describe('The first 8 characters of the key'),
  last4: z.string().describe('The last 4 characters of its random part'),
  scopes: z.array(z.enum(scopes)),
  createdBy: z.object({
    userId: id('user'),
    name: z.string().nullable().describe('null: this person is no member any more'),
  }),
  createdAt: timestamp(),
  expiresAt: timestamp(),
  lastUsedAt: timestamp().nullable(),
  lastUsedFrom: z.string().nullable().describe('Address, of IPv6 the /64 network'),
  status: z.enum(apiKeyStatuses),
}

/** A key in an answer: everything but its secret. */
export const apiKeyOutput = z.object(fields)

/** A key in the one answer that shows its secret. */
export const newApiKeyOutput = <S extends z.ZodType>(secret: S) => z.object({ ...fields, secret })

/** A key as every answer gives it. */
export function describeApiKey(key: ApiKey): z.input<typeof apiKeyOutput> {
  const { revokedAt: _, ...shown } = key
  return {
    ...shown,
    scopes: scopes.filter((scope) => key.scopes.includes(scope)),
    createdAt: iso(key.createdAt),
    expiresAt: iso(key.expiresAt),
    lastUsedAt: iso(key.lastUsedAt),
  }
}
