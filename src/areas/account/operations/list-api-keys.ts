import { z } from 'zod'

import { apiKeyOutput, describeApiKey } from '#areas/account/api-key-output.ts'
import { apiKeyStatuses, listKeys } from '#areas/account/api-keys.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listApiKeys = operation({
  name: 'listApiKeys',
  title: 'List API keys',
  summary:
    'Lists the API keys of the organization, newest first: name, scopes, creator, expiry, last use, status. Never a secret.',
  scope: 'org:read',
  risk: 'read',
  examples: [{ title: 'Keys that work now', input: { status: 'active' } }],
  input: z.strictObject({ ...listInput, status: z.enum(apiKeyStatuses).optional() }),
  output: listOutput(apiKeyOutput),

  async handle({ db, now }, { status, search, page, pageSize }) {
    const { keys, total } = await listKeys(db, { status, search, page, pageSize }, now)

    return pageOf(keys.map(describeApiKey), total, { page, pageSize })
  },
})
