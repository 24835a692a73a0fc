import { expect, test } from 'vitest'

import { disable, furnishEndpoint } from '#areas/integrations/endpoints.ts'
import { getConnectorState } from '#areas/integrations/operations/get-connector-state.ts'
import { endpointOf } from '#areas/integrations/webhook-target.ts'
import { Secret } from '#kernel/secret.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'
import { stage } from '#test/stage.ts'

import { createWebhookSecret } from './create-webhook-secret.ts'
import { rotateRevalidationSecret } from './rotate-revalidation-secret.ts'
import { testIntegration } from './test-integration.ts'
import { updateIntegrationSettings } from './update-integration-settings.ts'

type Stage = Awaited<ReturnType<typeof stage>>

const confirmed = { confirm: true }
const webhookUrl = 'https://www.example.com/api/revalidate'
const update = (on: Stage, settings: Record<string, unknown>, more: { ifVersion?: number } = {}) =>
  on.call(updateIntegrationSettings, { id: 'revalidation', settings, ...more }, confirmed)

test('an address is connected once a person has made its secret', async () => {
  const on = await stage()

  expect((await update(on, { webhookUrl })).integration).toMatchObject({
    id: 'revalidation',
    state: 'pending',
    settings: { webhookUrl, notifySearchEngines: true },
    host: 'www.example.com',
  })
  await expect(on.call(testIntegration, { id: 'revalidation' }, confirmed)).rejects.toMatchObject({
    code: 'not_connected',
    details: { howToFix: expect.stringContaining('createWebhookSecret') },
  })
  const { secret } = await on.call(createWebhookSecret, {}, on.inPerson({ elevated: true }))
  expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32)
  expect(await on.call(getConnectorState, {})).toMatchObject({
    revalidation: { configured: true, host: 'www.example.com', lastDelivery: null },
  })
  expect((await update(on, { notifySearchEngines: false })).integration).toMatchObject({
    state: 'connected',
    settings: { webhookUrl, notifySearchEngines: false },
  })
})

test('the stored address wins over the settings of the installation, and so does none', async () => {
  const url = 'https://configured.example/hook?token=canary'
  const webhooks = () => ({ url, secret: new Secret('x'), legacyHeader: null })
  const on = await stage({ webhooks })
  const hostNow = async () => (await on.call(getConnectorState, {})).revalidation.host

  const answer = JSON.stringify([
    await on.call(getConnectorState, {}),
    await update(on, { notifySearchEngines: false }),
  ])
  expect(answer).toContain('configured.example')
  expect(answer).not.toContain('canary')
  await update(on, { webhookUrl })
  expect(await hostNow()).toBe('www.example.com')
  await update(on, { webhookUrl: null })
  expect(await hostNow()).toBeNull()
})

test('an address that was switched off is on again once it is a changed one', async () => {
  const on = await stage()
  await update(on, { webhookUrl })
  await on.call(createWebhookSecret, {}, on.inPerson({ elevated: true }))
  await on.rows(async ({ db }) => {
    await furnishEndpoint(db, endpointOf(webhookUrl))
    await disable(db, endpointOf(webhookUrl))
  })
  const stateWith = async (address: string) => (await update(on, { webhookUrl: address })).integration.state

  expect(await stateWith(webhookUrl)).toBe('degraded')
  expect(await stateWith('https://www.example.com/elsewhere')).toBe('connected')
  expect(await stateWith(webhookUrl)).toBe('connected')
})

test.each([
  [{ webhookSecret: 'x' }, 'webhookSecret'],
  [{ apiKey: 'x' }, 'apiKey'],
  [{ webhookUrl: 'https://www.example.com/hook?secret=abc' }, 'webhookUrl'],
  [{ webhookUrl: 'https://www.example.com/hook?v=whsec_abcdef' }, 'webhookUrl'],
  [{ note: 'Bearer abc' }, 'note'],
])('%j looks like a secret', async (settings, field) => {
  await expect(update(await stage(), settings)).rejects.toMatchObject({
    code: 'secret_not_accepted',
    details: { field },
  })
})

test.each([
  'http://www.example.com/api',
  'https://www.example.com:8443/api',
  'https://127.0.0.1/api',
  'https://169.254.169.254/latest/meta-data',
  'https://printer.local/',
  'https://user:word@www.example.com/',
])('%s is refused by its text', async (address) => {
  const on = await stage()
  const closed = openOutbound({ opened: [] })
  const input = { id: 'revalidation', settings: { webhookUrl: address } }

  await expect(
    on.call(updateIntegrationSettings, input, { ...confirmed, checkUrl: closed.check }),
  ).rejects.toMatchObject({ code: 'url_not_allowed' })
  await closed.close()
})

test('what is no setting, no change or no integration is refused', async () => {
  const on = await stage()

  await expect(update(on, { other: 1 })).rejects.toMatchObject({ code: 'validation_failed' })
  await expect(update(on, {})).rejects.toMatchObject({ code: 'validation_failed' })
  await expect(update(on, { webhookUrl: 'nothing' })).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: '/input/settings/webhookUrl' }],
  })
  await expect(update(on, { webhookUrl }, { ifVersion: 2 })).rejects.toMatchObject({ code: 'version_conflict' })
  const elsewhere = { id: 'wordpress', settings: { webhookUrl } }
  await expect(on.call(updateIntegrationSettings, elsewhere, confirmed)).rejects.toMatchObject({ code: 'not_found' })
  await expect(on.call(testIntegration, { id: 'wordpress' }, confirmed)).rejects.toMatchObject({ code: 'not_found' })
})

test('there is one secret to make and then to rotate, and none of them is stored in the clear', async () => {
  const on = await stage()
  await expect(on.call(rotateRevalidationSecret, {}, on.inPerson({ elevated: true }))).rejects.toMatchObject({
    code: 'invalid_transition',
  })
  const made = [(await on.call(createWebhookSecret, {}, on.inPerson({ elevated: true }))).secret]
  await expect(on.call(createWebhookSecret, {}, on.inPerson({ elevated: true }))).rejects.toMatchObject({
    code: 'invalid_transition',
  })
  for (let n = 0; n < 4; n++) {
    const { secret, previousUntil } = await on.call(rotateRevalidationSecret, {}, on.inPerson({ elevated: true }))
    made.push(secret)
    const hours = (Date.parse(previousUntil ?? '') - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(24)
  }
  await expect(on.call(rotateRevalidationSecret, {}, on.inPerson({ elevated: true }))).rejects.toThrow(
    'are already signing',
  )

  const rows = await on.rows(({ db }) => db.selectFrom('webhook_secret').selectAll().execute())
  expect([new Set(made).size, rows.length]).toEqual([5, 5])
  for (const secret of made) expect(JSON.stringify(rows)).not.toContain(secret.slice('whsec_'.length))
  // A secret that was moved to another row does not open.
  const [one, two] = rows
  const place = {
    organization: on.access.organization.id,
    table: 'webhook_secret',
    row: two?.id ?? '',
    column: 'sealed',
  }
  expect(() => on.sealing.decrypt(one?.sealed ?? '', place)).toThrow('altered or moved')
})
