import { z } from 'zod'

import { prove, store } from '#areas/integrations/connections/connect.ts'
import { describeIntegration, integrationOutput } from '#areas/integrations/connections/integration-output.ts'
import { resumeWork } from '#areas/integrations/connections/resume-work.ts'
import { providers } from '#kernel/connection.ts'
import { operation } from '#kernel/operation.ts'
import { id, jsonObject, secret, shownOnce, words } from '#kernel/schema.ts'

export const setConnectorSecret = operation({
  name: 'setConnectorSecret',
  title: 'Connect a service',
  summary: 'Connects a service, or replaces its stored secret, after asking the service whether the credential works.',
  excluded: 'credential_secret_creation',
  instead: 'sign in as a person and connect it in Settings > Integrations',
  role: 'admin',
  elevated: true,
  risk: 'external',
  errors: ['not_found', 'conflict', 'url_not_allowed', 'target_rejected', 'upstream_failed', 'unavailable'],
  examples: [
    {
      title: 'Connect a WordPress site',
      input: {
        provider: 'wordpress',
        settings: { siteUrl: 'https://blog.example.com' },
        secret: { username: 'editor', applicationPassword: 'abcd efgh ijkl mnop qrst uvwx' },
      },
    },
  ],
  input: z.strictObject({
    provider: z.enum(providers),
    settings: jsonObject().optional().describe('What is not secret, such as siteUrl'),
    secret: secret(jsonObject()),
    displayName: words(80).optional(),
    integrationId: id('integration').optional().describe('Replaces the secret of this one'),
  }),
  output: z.object({
    integration: integrationOutput,
    signingSecret: shownOnce(z.string()).optional().describe('Of your own endpoint, if none was given'),
  }),

  prepare: (ctx, given) => prove(ctx, given),

  async handle({ db, access, sealing }, given, proven) {
    const row = await store({ db, sealing, organizationId: access.organization.id }, given, proven)
    await resumeWork(db, row.id)
    const { made } = proven
    return { integration: describeIntegration(row), ...(made === undefined ? {} : { signingSecret: made }) }
  },
})
