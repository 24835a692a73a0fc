import { beforeAll, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { claimDeliveries } from '#areas/integrations/claim-deliveries.ts'
import { markDelivery } from '#areas/integrations/mark-delivery.ts'
import { getConnectorState } from '#areas/integrations/operations/get-connector-state.ts'
import { testIntegration } from '#areas/integrations/operations/test-integration.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { noMail } from '#kernel/mail.ts'
import { modelProviders } from '#kernel/model.ts'
import { openReceiver } from '#test/receiver.ts'
import { quickPace } from '#test/sender.ts'
import { ownDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

// What waits for delivery is taken for all organizations.
beforeAll(async () => void (await ownDatabase()))

test('only what exists is reported', async () => {
  const { call } = await stage()
  await call(updateOrganizationSettings, { contentMode: 'ghost' }, { confirm: true })

  expect(await call(getConnectorState, {})).toEqual({
    contentMode: 'ghost',
    integrations: [],
    revalidation: { configured: false, host: null, lastDelivery: null },
    llmProviders: modelProviders.map((provider) => ({ provider, configured: false })),
  })
  expect((await (await stage()).call(getConnectorState, {})).contentMode).toBe('headless')
})

test('it needs the scope of the organization', async () => {
  const { call } = await stage({ scopes: ['integrations:read'] })

  await expect(call(getConnectorState, {})).rejects.toMatchObject({ code: 'insufficient_scope' })
})

test('the last delivery is the one that was attempted last, the newest where none was', async () => {
  const website = await openReceiver()
  const webhooks = () => website.webhook
  const on = await stage({ webhooks, debounceMs: 0 })
  const last = async () => (await on.call(getConnectorState, {})).revalidation.lastDelivery
  const publish = () =>
    on.call(createItem, { collectionId: 'articles', title: 'A', status: 'published' }, { confirm: true })

  await publish()
  expect(await last()).toMatchObject({ state: 'queued', httpStatus: null })
  await on.call(testIntegration, { id: 'revalidation' }, { confirm: true })
  await publish()
  expect(await last()).toMatchObject({ state: 'succeeded', httpStatus: 204 })
  const [oldest] = await on.database.asSystem((db) => claimDeliveries(db, quickPace, { limit: 1, healthyOnly: false }))
  const refused = { status: 500, error: { code: 'target_rejected', message: 'The website answered 500.' } }
  const told = { mail: noMail, baseUrl: 'https://masthead.test', pace: quickPace }
  await on.rows(async ({ db }) => oldest && markDelivery(db, oldest, refused, told))
  expect(await last()).toMatchObject({ state: 'failed', httpStatus: 500 })
  await website.close()
})
