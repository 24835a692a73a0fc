import { z } from 'zod'

import { beginSignIn, keepAttempt } from '#areas/integrations/connections/sign-in.ts'
import { providers } from '#kernel/connection.ts'
import { operation } from '#kernel/operation.ts'
import { id, jsonObject, shownOnce, timestamp } from '#kernel/schema.ts'

export const startOAuthConnection = operation({
  name: 'startOAuthConnection',
  title: 'Sign in to a service',
  summary: 'Returns the address at which a person signs in to a service to connect it; valid for ten minutes.',
  excluded: 'credential_secret_creation',
  instead: 'sign in as a person and connect it in Settings > Integrations',
  role: 'admin',
  elevated: true,
  risk: 'write',
  errors: ['not_found', 'conflict', 'provider_not_configured'],
  examples: [{ title: 'Connect Search Console', input: { provider: 'google_search_console' } }],
  input: z.strictObject({
    provider: z.enum(providers),
    settings: jsonObject().optional().describe('What must be known before, such as shop'),
    integrationId: id('integration').optional().describe('Renews the grant of this one'),
  }),
  output: z.object({ authorizeUrl: shownOnce(z.string()), expiresAt: timestamp() }),

  prepare: (ctx, given) => beginSignIn(ctx, given),

  async handle({ db, sealing, now, access: { actor, organization } }, given, begun) {
    const by = { userId: actor.userId, sessionId: actor.credentialId, organizationId: organization.id }
    const expiresAt = await keepAttempt({ db, sealing, now }, by, given, begun)
    return { authorizeUrl: begun.authorizeUrl, expiresAt: expiresAt.toISOString() }
  },
})
