import { saveRevalidationSettings } from '#areas/integrations/change-revalidation.ts'
import { googleOAuthCallback } from '#areas/integrations/operations/oauth-callbacks.ts'
import { selectIntegrationTarget } from '#areas/integrations/operations/select-integration-target.ts'
import { setConnectorSecret } from '#areas/integrations/operations/set-connector-secret.ts'
import { setContentMode } from '#areas/integrations/operations/set-content-mode.ts'
import { startOAuthConnection } from '#areas/integrations/operations/start-o-auth-connection.ts'
import { addSecret, hasSecret } from '#areas/integrations/webhook-secrets.ts'
import { lockRevalidationSettings } from '#areas/integrations/webhook-target.ts'
import { keepKey } from '#areas/models/keys.ts'
import type { IntegrationId } from '#kernel/ids.ts'
import type { ModelProvider } from '#kernel/model.ts'
import { Secret } from '#kernel/secret.ts'

import type { Stage } from './stage.ts'
import { llmKey } from './standins/llm.ts'
import { sampleChat } from './standins/sample-chat.ts'
import { sampleIndexNow } from './standins/sample-index-now.ts'
import { sampleWordpress } from './standins/sample-wordpress.ts'
import { sampleWebsite } from './website.ts'

// The services that sample calls name, each connected to its stand-in.

/** Sets the address of a website that is notified of changes, with its secret. */
export async function connectWebsite(on: Stage): Promise<void> {
  const webhookUrl = await sampleWebsite()
  await on.rows(async ({ db }) => {
    await saveRevalidationSettings(db, await lockRevalidationSettings(db), { webhookUrl })
    if (!(await hasSecret(db))) await addSecret(db, on.access.organization.id, on.sealing)
  })
}

/** A WordPress that is connected; with `asMode` content goes to it. */
export async function connectWordpress(on: Stage, { asMode = false } = {}): Promise<IntegrationId> {
  const before = await on.rows(({ db }) =>
    db
      .selectFrom('integration')
      .select('id')
      .where('provider', '=', 'wordpress')
      .where('state', '=', 'connected')
      .limit(1)
      .executeTakeFirst(),
  )
  const id = before?.id ?? (await connectAnew(on))
  if (asMode) await on.call(setContentMode, { mode: 'wordpress' }, { confirm: true })
  return id as IntegrationId
}

async function connectAnew(on: Stage): Promise<string> {
  const { given } = await sampleWordpress()
  const inPerson = { confirm: true, ...on.inPerson({ elevated: true }) }
  return (await on.call(setConnectorSecret, given, inPerson)).integration.id
}

/** A Slack that is connected by a token; with `channel` messages go to it. */
export async function connectSlack(on: Stage, { channel = false } = {}): Promise<IntegrationId> {
  const { slack } = await sampleChat()
  const inPerson = { confirm: true, ...on.inPerson({ elevated: true }) }
  const { integration } = await on.call(setConnectorSecret, slack, inPerson)
  const id = integration.id as IntegrationId
  if (channel) await on.call(selectIntegrationTarget, { id, type: 'channel', externalId: 'C1' }, { confirm: true })
  return id
}

/** Connects IndexNow. Returns the address of the website with the key file. */
export async function connectIndexNow(on: Stage): Promise<string> {
  const { given, url } = await sampleIndexNow()
  await on.rows(({ db }) => db.deleteFrom('integration').where('provider', '=', 'indexnow').execute())
  await on.call(setConnectorSecret, given, { confirm: true, ...on.inPerson({ elevated: true }) })
  return url
}

/** A key of a provider of models, which leads to the stand-in. */
export async function connectModel(
  { rows, sealing, access }: Stage,
  provider: ModelProvider = 'openai',
): Promise<void> {
  const organizationId = access.organization.id
  const key = { provider, key: new Secret(llmKey), baseUrl: null, last4: llmKey.slice(-4) }
  await rows(({ db }) => keepKey({ db, sealing, organizationId }, key))
}

/** A person signs in at Google. Returns what the callback gets. */
export async function agreeAtGoogle(on: Stage, more: { integrationId?: IntegrationId } = {}) {
  const inPerson = { confirm: true, ...on.inPerson({ elevated: true }) }
  const given = { provider: 'google_search_console' as const, ...more }
  const { authorizeUrl } = await on.call(startOAuthConnection, given, inPerson)
  const { headers } = await fetch(authorizeUrl, { redirect: 'manual' })
  const back = new URL(headers.get('location') ?? '')
  return { state: back.searchParams.get('state') ?? '', code: back.searchParams.get('code') ?? '' }
}

/** Connects Google Search Console; with `property` one is selected. */
export async function connectGoogle(on: Stage, { property }: { property?: string } = {}): Promise<IntegrationId> {
  await on.rows(({ db }) => db.deleteFrom('integration').where('provider', '=', 'google_search_console').execute())
  const back = await agreeAtGoogle(on)
  const inPerson = { confirm: true, ...on.inPerson() }
  const { integrationId } = await on.call(googleOAuthCallback, back, inPerson)
  if (integrationId === null) throw new Error('Google was not connected')
  if (property !== undefined)
    await on.call(
      selectIntegrationTarget,
      { id: integrationId, type: 'property', externalId: property },
      { confirm: true },
    )
  return integrationId
}
