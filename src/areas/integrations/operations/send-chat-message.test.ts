import { afterEach, beforeEach, expect, test } from 'vitest'

import { getDashboard } from '#areas/analytics/operations/get-dashboard.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { disconnectIntegration } from '#areas/integrations/operations/disconnect-integration.ts'
import { listIntegrationTargets } from '#areas/integrations/operations/list-integration-targets.ts'
import { listIntegrations } from '#areas/integrations/operations/list-integrations.ts'
import { selectIntegrationTarget } from '#areas/integrations/operations/select-integration-target.ts'
import { sendChatMessage } from '#areas/integrations/operations/send-chat-message.ts'
import { setConnectorSecret } from '#areas/integrations/operations/set-connector-secret.ts'
import { testIntegration } from '#areas/integrations/operations/test-integration.ts'
import { teams } from '#connectors/chat/teams.ts'
import { openConnectors } from '#connectors/index.ts'
import type { IntegrationId } from '#kernel/ids.ts'
import { silentLog } from '#kernel/log.ts'
import { Secret } from '#kernel/secret.ts'
import { sharedParts } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'
import { openChat } from '#test/standins/chat.ts'

const confirm = { confirm: true }
let chat: Awaited<ReturnType<typeof openChat>>
let on: Awaited<ReturnType<typeof stage>>
beforeEach(async () => {
  chat = await openChat()
  on = await stage({ connectors: openConnectors({ slack: chat.url, discord: chat.url }) })
})
afterEach(() => chat.close())

async function connect(given: { provider: 'slack' | 'discord' | 'teams'; secret: Record<string, string> }) {
  const { integration } = await on.call(setConnectorSecret, given, { ...confirm, ...on.inPerson({ elevated: true }) })
  return { ...integration, id: integration.id as IntegrationId }
}

test('Slack by a token waits for a channel, and gets text that can form no mention', async () => {
  const { id, state, connectedAs } = await connect(chat.slack)
  expect([state, connectedAs]).toEqual(['pending', 'masthead in Example Press'])
  await expect(on.call(sendChatMessage, { id, text: 'Hello' }, confirm)).rejects.toMatchObject({
    code: 'not_connected',
  })
  const { items, total } = await on.call(listIntegrationTargets, {
    id,
    type: 'channel',
    search: 'channel-44',
    pageSize: 3,
  })
  expect([total, items.map(({ name }) => name)]).toEqual([11, ['#channel-44', '#channel-440', '#channel-441']])
  await expect(
    on.call(selectIntegrationTarget, { id, type: 'channel', externalId: 'C999' }, confirm),
  ).rejects.toMatchObject({ code: 'target_rejected' })
  await expect(on.call(listIntegrationTargets, { id, type: 'site' })).rejects.toMatchObject({
    code: 'validation_failed',
  })
  const { integration } = await on.call(selectIntegrationTarget, { id, type: 'channel', externalId: 'C44' }, confirm)
  expect(integration).toMatchObject({
    state: 'connected',
    target: { type: 'channel', externalId: 'C44', name: '#channel-44' },
  })

  expect(await on.call(sendChatMessage, { id, text: 'Hi <!channel> & <@U1>' }, confirm)).toEqual({
    delivered: true,
    externalId: '1700000000.1',
    message: { to: 'Slack: #channel-44 (C44)', text: 'Hi <!channel> & <@U1>' },
  })
  await on.call(sendChatMessage, { id, text: 'There', channelId: 'C7' }, confirm)
  expect(chat.messages.map(({ channel, text }) => [channel, text])).toEqual([
    ['C44', 'Hi &lt;!channel&gt; &amp; &lt;@U1&gt;'],
    ['C7', 'There'],
  ])
})

test.each([
  ['invalid_auth', 'auth_expired', undefined],
  ['token_revoked', 'auth_expired', undefined],
  ['channel_not_found', 'target_rejected', 'channel_not_found'],
  ['msg_too_long', 'target_rejected', 'msg_too_long'],
  ['ratelimited', 'unavailable', undefined],
] as const)('Slack: %s is %s', async (error, code, reason) => {
  const { id } = await connect(chat.slackHook)
  await on.rows(({ db }) => db.deleteFrom('integration').where('id', '=', id).execute())
  const { id: own } = await connect(chat.slack)
  await on.call(selectIntegrationTarget, { id: own, type: 'channel', externalId: 'C1' }, confirm)
  chat.slackFails(error)

  const refused = on.call(sendChatMessage, { id: own, text: 'Hello' }, confirm)
  await expect(refused).rejects.toMatchObject(reason === undefined ? { code } : { code, details: { reason } })
})

test('Discord never mentions anybody, and a long text becomes several messages in their order', async () => {
  const { id, connectedAs, host } = await connect(chat.discord)
  expect([connectedAs, host]).toEqual(['Newsroom', null])
  const text = Array.from({ length: 60 }, (_, n) => `Line ${n} ${'word '.repeat(9)}`.trim())
    .join('\n')
    .slice(0, 2900)
  const { externalId } = await on.call(sendChatMessage, { id, text }, confirm)

  expect(externalId).toBe('1001')
  expect(chat.messages).toHaveLength(2)
  expect(chat.messages.map(({ text: part }) => part).join('\n')).toBe(text)
  expect(chat.messages[0]?.body).toMatchObject({ allowed_mentions: { parse: [] } })
})

test('Teams gets an Adaptive Card in which no Markdown is left', async () => {
  const { id } = await connect(chat.teams)
  await on.call(sendChatMessage, { id, text: '*Bold* [link](https://x.test)\nNext' }, confirm)

  expect(chat.messages[0]?.text).toBe(String.raw`\*Bold\* \[link\]\(https://x\.test\)` + '\n\nNext')
  expect(chat.messages[0]?.body).toMatchObject({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: { version: '1.4' } }],
  })
})

test('Teams gets one card of any text, and several only of what is larger than 20 KB', async () => {
  const { id } = await connect(chat.teams)
  await on.call(sendChatMessage, { id, text: '🌊'.repeat(3000) }, confirm)
  expect(chat.messages.map(({ text }) => text)).toEqual(['🌊'.repeat(3000)])

  const { outbound } = await sharedParts()
  const text = Array.from({ length: 2000 }, (_, n) => `*Tide* ${n} 🌊`).join(' ')
  await teams.send(
    {
      settings: {},
      secret: { webhookUrl: new Secret(chat.teams.secret.webhookUrl) },
      target: null,
      site: null,
      fetch: outbound.fetch,
      baseUrl: undefined,
      now: () => new Date(),
      log: silentLog,
    },
    { text },
  )

  const cards = chat.messages.slice(1)
  expect(cards.length).toBeGreaterThan(1)
  for (const { body } of cards) expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(20_000)
  expect(cards.map((card) => card.text.replaceAll('\\', '')).join(' ')).toBe(text)
})

test('Slack without groups:read shows only public channels', async () => {
  const { id } = await connect(chat.slack)
  const listed = async () => (await on.call(listIntegrationTargets, { id, type: 'channel', pageSize: 1 })).total
  expect(await listed()).toBe(451)
  chat.slackScopes(['chat:write', 'channels:read'])

  expect(await listed()).toBe(450)
})

test('templates tell what was published, counts, and what needs a person; a rehearsal sends nothing', async () => {
  const { id } = await connect(chat.teams)
  await on.call(createItem, { collectionId: 'articles', title: 'Tides', status: 'published' }, confirm)
  expect(await on.call(sendChatMessage, { id, template: 'published' }, { ...confirm, dryRun: true })).toEqual({
    delivered: false,
    externalId: null,
    message: { to: 'Microsoft Teams', text: expect.stringContaining('Tides') },
  })
  expect(chat.messages).toHaveLength(0)
  for (const template of ['published', 'digest', 'alert'] as const)
    await on.call(sendChatMessage, { id, template }, confirm)

  const [published, digest, alert] = chat.messages.map(({ text }) => text.replaceAll('\\', ''))
  expect(published).toMatch(/^Tides\n\nhttps:/)
  expect(digest).toContain('1 published')
  expect(alert).toBe('Nothing needs a person.')
})

test('an alert lists what the dashboard lists, drift included', async () => {
  const { id } = await connect(chat.teams)
  const { item } = await on.call(createItem, { collectionId: 'articles', title: 'Tides' })
  await on.rows(async ({ db }) => {
    const blog = { id: 'int_blog', provider: 'wordpress', kind: 'cms', display_name: 'Blog' } as const
    await db
      .insertInto('integration')
      .values({ ...blog, state: 'auth_expired' })
      .execute()
    await db
      .insertInto('item_copy')
      .values({ integration_id: 'int_blog', item_id: item.id, drift: ['title'] })
      .execute()
  })

  await on.call(sendChatMessage, { id, template: 'alert' }, confirm)

  const { attention } = await on.call(getDashboard, {})
  expect(attention.map(({ kind }) => kind)).toEqual(['auth_expired', 'drift'])
  expect(chat.messages[0]?.text.replaceAll('\\', '').split('\n\n')).toEqual([
    attention[0]?.message,
    'Tides: Changed in the service: title.',
  ])
})

test('a webhook address elsewhere, a page in its place, a wrong token and both at once are refused before anything is stored', async () => {
  const inPerson = { ...confirm, ...on.inPerson({ elevated: true }) }
  const elsewhere = { provider: 'discord' as const, secret: { webhookUrl: 'https://www.example.com/api/webhooks/1/x' } }
  await expect(on.call(setConnectorSecret, elsewhere, inPerson)).rejects.toMatchObject({ code: 'url_not_allowed' })
  chat.fail(({ method }) => method === 'GET', { status: 200, html: true })
  await expect(on.call(setConnectorSecret, chat.discord, inPerson)).rejects.toMatchObject({ code: 'upstream_failed' })
  const wrong = { provider: 'slack' as const, secret: { botToken: 'xoxb-not-this-one' } }
  await expect(on.call(setConnectorSecret, wrong, inPerson)).rejects.toMatchObject({
    code: 'target_rejected',
    details: { reason: 'credential' },
  })
  const both = { provider: 'slack' as const, secret: { ...chat.slack.secret, ...chat.slackHook.secret } }
  await expect(on.call(setConnectorSecret, both, inPerson)).rejects.toMatchObject({ code: 'validation_failed' })
  expect((await on.call(listIntegrations, {})).items).toEqual([])
})

test('a token that was revoked is noticed by a test, and the integration says so', async () => {
  const { id } = await connect(chat.slack)
  await on.call(selectIntegrationTarget, { id, type: 'channel', externalId: 'C1' }, confirm)
  chat.slackFails('token_revoked')
  const { checks } = await on.call(testIntegration, { id }, confirm)
  expect(checks).toMatchObject([{ ok: false }])
  expect((await on.call(listIntegrations, { kind: 'chat' })).items).toMatchObject([{ state: 'auth_expired' }])
})

test('what a service says is told in terms of its own, and an outage in those that all calls share', async () => {
  const { id } = await connect(chat.teams)
  const send = () => on.call(sendChatMessage, { id, text: 'Hello' }, confirm)
  chat.fail(() => true, { status: 400 }, { status: 429, retryAfter: '7' }, { status: 502, html: true })
  await expect(send()).rejects.toMatchObject({ code: 'target_rejected', details: { reason: 'http_400' } })
  await expect(send()).rejects.toMatchObject({ code: 'unavailable', details: { reason: 'target_rate_limited' } })
  await expect(send()).rejects.toMatchObject({ code: 'upstream_failed', details: { reason: 'bad_response' } })
  await chat.close()
  await expect(send()).rejects.toMatchObject({ code: 'upstream_failed', details: { reason: 'unreachable' } })
})

test('a message in several parts is finished although its channel asks to wait, and nothing of it is repeated', async () => {
  const { id } = await connect(chat.discord)
  let posts = 0
  chat.fail(({ method }) => method === 'POST' && ++posts === 2, { status: 429, retryAfter: '0.2' })
  await on.call(sendChatMessage, { id, text: `${'a'.repeat(1990)} ${'b'.repeat(900)}` }, confirm)

  expect(chat.messages.map(({ text }) => text[0])).toEqual(['a', 'b'])
})

test('Slack reads no markup in a text', async () => {
  const { id } = await connect(chat.slack)
  await on.call(selectIntegrationTarget, { id, type: 'channel', externalId: 'C1' }, confirm)
  await on.call(sendChatMessage, { id, text: '*not bold* `nor code`' }, confirm)

  expect(chat.messages[0]?.body).toMatchObject({ text: '*not bold* `nor code`', mrkdwn: false })
})

test('a chat that was disconnected is connected again as the same one, and does not count until then', async () => {
  const { id } = await connect(chat.discord)
  await on.call(disconnectIntegration, { id }, confirm)
  const again = await connect(chat.discord)
  const other = await connect(chat.discord)

  expect(again.id).toBe(id)
  expect(other.id).not.toBe(id)
})

test('a token that a person entered is not revoked when the chat is disconnected', async () => {
  const { id } = await connect(chat.slack)

  await on.call(disconnectIntegration, { id }, confirm)

  expect(chat.requests.map(({ path }) => path)).not.toContain('/api/auth.revoke')
})
