import { z } from 'zod'

import { expiryOf, keyDays } from '#areas/account/keys/api-key-life.ts'
import { describeApiKey, newApiKeyOutput } from '#areas/account/keys/api-key-output.ts'
import { addApiKey, findKey } from '#areas/account/keys/api-keys.ts'
import { agentsPage } from '#kernel/agents-page.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { givenName, shownOnce } from '#kernel/schema.ts'
import { ceilingOf, type Role, type Scope, scopes } from '#kernel/scope.ts'

const defaultDays = 90

export const createApiKey = operation({
  name: 'createApiKey',
  title: 'Create an API key',
  summary: 'Creates an API key of this organization that acts as its creator. The answer shows the secret, only once.',
  excluded: 'credential_secret_creation',
  instead: `open ${agentsPage} in the web application`,
  role: 'viewer',
  elevated: true,
  risk: 'write',
  examples: [{ title: 'A key that reads content', input: { name: 'Reporting', scopes: ['content:read'] } }],
  input: z.strictObject({
    name: givenName(80),
    scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
    expiresInDays: keyDays().optional().describe('Days; 90 by default'),
  }),
  output: newApiKeyOutput(shownOnce(z.string())),

  async handle({ db, access, now }, { name, scopes: wanted, expiresInDays }) {
    requireWithinCeiling(access.role, wanted)
    const granted = scopes.filter((scope) => wanted.includes(scope))
    const expiresAt = expiryOf(
      { asked: expiresInDays, usual: defaultDays, longest: access.organization.maxKeyDays },
      now,
    )
    const { id, secret } = await addApiKey(db, { name, scopes: granted, expiresAt, now })

    const key = await findKey(db, id, now)
    if (key === undefined) throw new Error('The new key is not there')
    return { ...describeApiKey(key, now), secret }
  },
})

function requireWithinCeiling(role: Role, wanted: readonly Scope[]): void {
  const problems = wanted.flatMap((scope, at) =>
    ceilingOf[role].includes(scope)
      ? []
      : [
          {
            path: `/input/scopes/${at}`,
            message: `The role ${role} does not include ${scope}`,
            code: 'scope_not_allowed',
          },
        ],
  )
  if (problems.length > 0)
    throw new Refusal('validation_failed', 'A key cannot have more scopes than the role of its creator.', problems)
}
