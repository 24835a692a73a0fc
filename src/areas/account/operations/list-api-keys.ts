import { z } from 'zod'

import { longestKeyDays } from '#areas/account/keys/api-key-life.ts'
import { apiKeyOutput, describeApiKey } from '#areas/account/keys/api-key-output.ts'
import { listKeys } from '#areas/account/keys/api-keys.ts'
import { credentialStatuses } from '#kernel/credential-status.ts'
import { operation } from '#kernel/operation.ts'
import { id, listInput, listOutput, moment, pageOf } from '#kernel/schema.ts'
import { isAtLeast, scopes } from '#kernel/scope.ts'

export const listApiKeys = operation({
  name: 'listApiKeys',
  title: 'List API keys',
  summary: 'Lists API keys with expiry, last use and status, newest first. Roles below admin see only their own keys.',
  scope: 'org:read',
  risk: 'read',
  examples: [
    { title: 'Keys that work now', input: { status: 'active' } },
    { title: 'Keys that can publish', input: { status: 'active', scope: 'content:publish' } },
  ],
  input: z.strictObject({
    ...listInput,
    search: listInput.search.describe('Part of the name, the last 4 characters or the creator'),
    status: z.enum(credentialStatuses).optional().describe('Only keys of this status'),
    createdBy: id('user').optional().describe('Only keys of this person: usr_...'),
    scope: z.enum(scopes).optional().describe('Only keys with this scope'),
    expiresBefore: moment().optional().describe('Only keys that expire before this time'),
  }),
  output: listOutput(apiKeyOutput).extend({
    maxKeyDays: z.int().describe('Days that a new key can live at most'),
  }),

  async handle({ db, now, access, actor }, { createdBy, expiresBefore, ...filter }) {
    const isAdmin = isAtLeast(access.role, 'admin')
    const { keys, total } = await listKeys(
      db,
      {
        ...filter,
        createdBy: createdBy,
        onlyOf: isAdmin ? undefined : actor.userId,
        expiresBefore: expiresBefore === undefined ? undefined : new Date(expiresBefore),
      },
      now,
    )

    const items = keys.map((key) => describeApiKey(key, now))
    return { ...pageOf(items, total, filter), maxKeyDays: access.organization.maxKeyDays ?? longestKeyDays }
  },
})
