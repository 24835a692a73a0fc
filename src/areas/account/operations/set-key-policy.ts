import { z } from 'zod'

import { keyDays } from '#areas/account/keys/api-key-life.ts'
import { setMaxKeyDays } from '#areas/account/keys/change-api-keys.ts'
import { agentsPage } from '#kernel/agents-page.ts'
import { operation } from '#kernel/operation.ts'

export const setKeyPolicy = operation({
  name: 'setKeyPolicy',
  title: 'Limit the lifetime of API keys',
  summary: 'Sets how many days new API keys of the organization may live at most. Existing keys keep their expiry.',
  excluded: 'auth_internals',
  instead: `open ${agentsPage} in the web application`,
  role: 'owner',
  risk: 'write',
  examples: [{ title: 'A month at most', input: { maxKeyDays: 30 } }],
  input: z.strictObject({
    maxKeyDays: keyDays().nullable().describe('Days; null: 365, as long as the product allows'),
  }),
  output: z.object({ maxKeyDays: keyDays().nullable() }),

  async handle({ db }, { maxKeyDays }) {
    await setMaxKeyDays(db, maxKeyDays)

    return { maxKeyDays }
  },
})
