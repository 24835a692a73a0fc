import { z } from 'zod'

import { describeApiKey, newApiKeyOutput } from '#areas/account/api-key-output.ts'
import { addApiKey, findKey } from '#areas/account/api-keys.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { shownOnce, title } from '#kernel/schema.ts'
import { ceilingOf, type Role, type Scope, scopes } from '#kernel/scope.ts'

const day = 86_400_000
const defaultDays = 90

export const createApiKey = operation({
  name: 'createApiKey',
  title: 'Create an API key',
  summary: 'Makes an API key of this organization that acts as its creator. The answer shows the secret, this once.',
  excluded: 'credential_secret_creation',
  instead: 'open Settings > API & MCP access in the web application',
  role: 'viewer',
  elevated: true,
  risk: 'write',
  examples: [{ title: 'A key that reads content', input: { name: 'Reporting', scopes: ['content:read'] } }],
  input: z.strictObject({
    name: title(80),
    scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
    expiresInDays: z.int().min(1).max(365).optional().describe('Days, 90 unless given'),
  }),
  output: newApiKeyOutput(shownOnce(z.string())),

  async handle({ db, access, now }, { name, scopes: wanted, expiresInDays }) {
    requireWithinCeiling(access.role, wanted)
    const longest = access.organization.maxKeyDays ?? 365
    if (expiresInDays !== undefined && expiresInDays > longest) throw tooLong(longest)

    const days = expiresInDays ?? Math.min(defaultDays, longest)
    const granted = scopes.filter((scope) => wanted.includes(scope))
    const expiresAt = new Date(now.getTime() + days * day)
    const { id, secret } = await addApiKey(db, { name, scopes: granted, expiresAt, now })

    const key = await findKey(db, id, now)
    if (key === undefined) throw new Error('The new key is not there')
    return { ...describeApiKey(key), secret }
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

function tooLong(longest: number): Refusal {
  const message = `Keys of this organization live at most ${longest} days`
  return new Refusal('validation_failed', `${message}.`, [{ path: '/input/expiresInDays', message, code: 'too_big' }])
}
