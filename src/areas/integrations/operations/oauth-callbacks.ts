import { z } from 'zod'

import { store } from '#areas/integrations/connections/connect.ts'
import { resumeWork } from '#areas/integrations/connections/resume-work.ts'
import { endSignIn, signInErrors, useAttempt } from '#areas/integrations/connections/sign-in.ts'
import type { Provider } from '#kernel/connection.ts'
import { storedId } from '#kernel/ids.ts'
import { operation } from '#kernel/operation.ts'
import { id, secret } from '#kernel/schema.ts'

/** The services that people sign in to, by the operation that ends it. */
const services = {
  googleOAuthCallback: { provider: 'google_search_console', label: 'Google Search Console' },
  slackOAuthCallback: { provider: 'slack', label: 'Slack' },
  webflowOAuthCallback: { provider: 'webflow', label: 'Webflow' },
  shopifyOAuthCallback: { provider: 'shopify', label: 'Shopify' },
} as const satisfies Record<string, { provider: Provider; label: string }>

/** The end of a sign-in at a service: its page sends the person's browser back with a code (RFC 6749 4.1.2). */
function callback<const N extends keyof typeof services>(name: N) {
  const { provider, label } = services[name]
  return operation({
    name,
    title: `Return from ${label}`,
    summary: `Connects ${label} with what a person agreed to there.`,
    excluded: 'oauth_callback',
    instead: 'a person signs in to the service in Settings > Integrations',
    role: 'admin',
    risk: 'external',
    examples: [{ title: 'A person agreed', input: { state: 'state', code: 'code' } }],
    input: z.strictObject({
      state: secret(z.string().max(400)),
      code: secret(z.string().max(4000)).optional(),
      error: z.string().max(400).optional(),
    }),
    output: z.object({ integrationId: id('integration').nullable(), error: z.enum(signInErrors).nullable() }),

    async prepare(ctx, { state, code, error }) {
      const { actor, organization } = ctx.access
      const by = { userId: actor.userId, sessionId: actor.credentialId, organizationId: organization.id }
      return endSignIn(ctx, by, { provider, state, code, error })
    },

    async handle({ db, access, sealing }, _given, ended) {
      const isFirst = await useAttempt(db, ended.hash)
      if (ended.error !== null || !isFirst) return { integrationId: null, error: ended.error ?? 'state_invalid' }
      const row = await store({ db, sealing, organizationId: access.organization.id }, ended.given, ended.proven)
      await resumeWork(db, row.id)
      return { integrationId: storedId('integration', row.id), error: null }
    },
  })
}

export const googleOAuthCallback = callback('googleOAuthCallback')
export const slackOAuthCallback = callback('slackOAuthCallback')
export const webflowOAuthCallback = callback('webflowOAuthCallback')
export const shopifyOAuthCallback = callback('shopifyOAuthCallback')

/** The operation that ends a sign-in, by the provider in the address that the service leads back to. */
export const signInCallbacks: ReadonlyMap<string, string> = new Map(
  Object.entries(services).map(([name, { provider }]) => [provider, name]),
)
