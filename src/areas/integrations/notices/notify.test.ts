import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'

import { getDashboard } from '#areas/analytics/operations/get-dashboard.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { createNotify } from '#areas/integrations/index.ts'
import { disconnectIntegration } from '#areas/integrations/operations/disconnect-integration.ts'
import { listDeliveries } from '#areas/integrations/operations/list-deliveries.ts'
import { listIntegrations } from '#areas/integrations/operations/list-integrations.ts'
import { retryDelivery } from '#areas/integrations/operations/retry-delivery.ts'
import { selectIntegrationTarget } from '#areas/integrations/operations/select-integration-target.ts'
import { setConnectorSecret } from '#areas/integrations/operations/set-connector-secret.ts'
import { inviteMember } from '#areas/organizations/operations/invite-member.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { jobs } from '#catalog/jobs.ts'
import { newRequestId } from '#catalog/run/call.ts'
import { startJob } from '#catalog/run/start-job.ts'
import { openConnectors } from '#connectors/index.ts'
import { Refusal } from '#kernel/errors.ts'
import type { IntegrationId } from '#kernel/ids.ts'
import { job } from '#kernel/job.ts'
import type { Message } from '#kernel/mail.ts'
import { sharedParts } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'
import { openChat } from '#test/standins/chat.ts'

const confirmed = { confirm: true }
let chat: Awaited<ReturnType<typeof openChat>>
let on: Awaited<ReturnType<typeof stage>>
let run: () => Promise<void>
beforeEach(async () => {
  chat = await openChat()
  on = await stage({ debounceMs: 0, connectors: openConnectors({ slack: chat.url, discord: chat.url }) })
  const { outbound } = await sharedParts()
  run = () => on.work({ fetch: outbound.fetch })
})
afterEach(() => chat.close())

async function connect(given: typeof chat.discord | typeof chat.teams | typeof chat.slack) {
  const { integration } = await on.call(setConnectorSecret, given, { ...confirmed, ...on.inPerson({ elevated: true }) })
  return integration.id as IntegrationId
}
const routes = (notificationRoutes: Record<string, string>) =>
  on.call(updateOrganizationSettings, { notificationRoutes })
const publish = (title: string) =>
  on.call(createItem, { collectionId: 'articles', title, status: 'published' as const }, confirmed)
const tell = (text: string, parts: Parameters<typeof createNotify>[0] = silent) =>
  on.rows(({ db }) =>
    createNotify(parts)(
      db,
      { event: 'published', text },
      {
        start: (kind, input) => startJob(db, kind, { input, actor: on.access.actor, requestId: newRequestId() }),
      },
    ),
  )
const silent = { mail: { isConfigured: false, queue: async () => {} } }
const texts = () => chat.messages.map(({ text }) => text)
/** Runs the job that was started last once, as a worker with these parts would. */
const once = async (parts: Parameters<typeof on.jobRunner>[1] = {}) => {
  const [last] = await on.rows(({ db }) =>
    db.selectFrom('job').select('id').where('state', '=', 'queued').orderBy('created_at', 'desc').execute(),
  )
  const { outbound } = await sharedParts()
  return on.runJob(on.jobRunner(jobs, { fetch: outbound.fetch, ...parts }), last?.id ?? '')
}
const chats = async () => (await on.call(listDeliveries, { kind: 'chat' })).items

test('what is published goes to every chat, or to the one that the route names', async () => {
  const discord = await connect(chat.discord)
  await connect(chat.teams)
  await publish('Silence')
  await run()
  expect(texts()).toEqual([])

  await routes({ published: 'chat' })
  const { item } = await publish('Tides')
  await run()
  expect(texts().map((text) => text.includes('Tides'))).toEqual([true, true])
  expect(texts()).toContain(`Published: Tides\n${item.url}`)
  expect(await chats()).toMatchObject([
    { event: 'chat.message', reason: 'published', state: 'succeeded', attempts: 1, messageId: null, itemId: null },
    { event: 'chat.message', state: 'succeeded' },
  ])
  await routes({ published: discord })
  await publish('Ebb')
  await run()
  expect(texts().filter((text) => text.includes('Ebb'))).toHaveLength(1)
  expect((await chats())[0]).toMatchObject({ integrationId: discord })
})

test('a channel gets one message in a second, and the same text once in ten minutes', async () => {
  await connect(chat.discord)
  await routes({ published: 'chat' })
  for (const text of ['One', 'Two', 'Two', 'Three']) await tell(text)
  const since = performance.now()
  // A worker looks again when a message is due.
  for (let n = 0; n < 60 && texts().length < 3; n++) {
    await run()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }

  expect(texts()).toEqual(['One', 'Two', 'Three'])
  expect(performance.now() - since).toBeGreaterThan(1900)
  expect((await chats()).map(({ attempts }) => attempts)).toEqual([1, 1, 1])
  await on.rows(({ db }) =>
    db
      .updateTable('delivery')
      .set({ created_at: new Date(Date.now() - 601_000), updated_at: new Date(Date.now() - 601_000) })
      .execute(),
  )
  await tell('Two')
  await run()
  expect(texts().at(-1)).toBe('Two')
})

test('a busy chat is tried again later, one that refuses the text is not, and one without a credential waits', async () => {
  const slack = await connect(chat.slack)
  await on.call(selectIntegrationTarget, { id: slack, type: 'channel', externalId: 'C1' }, confirmed)
  await routes({ published: slack, authExpired: 'chat' })
  const rest = () =>
    on.rows(({ db }) =>
      db
        .updateTable('delivery')
        .set({ updated_at: new Date(0) })
        .execute(),
    )
  chat.slackFails('ratelimited')
  await tell('Busy')
  expect(await once()).toBe('again')
  const [busy] = await chats()
  expect(busy).toMatchObject({ state: 'failed', attempts: 1, error: { code: 'unavailable' } })
  expect(busy?.nextAttemptAt).not.toBeNull()

  await rest()
  chat.slackFails('is_archived')
  await tell('Archived')
  expect(await once()).toBe('ended')
  expect((await chats())[0]).toMatchObject({ state: 'failed', nextAttemptAt: null, error: { code: 'target_rejected' } })
  await rest()
  chat.slackFails('token_revoked')
  await tell('Revoked')
  expect(await once()).toBe('again')
  expect((await on.call(listIntegrations, {})).items).toMatchObject([{ state: 'auth_expired' }])

  await rest()
  chat.slackFails(undefined)
  await on.call(
    setConnectorSecret,
    { ...chat.slack, integrationId: slack },
    {
      ...confirmed,
      ...on.inPerson({ elevated: true }),
    },
  )
  const waiting = await chats()
  const archived = waiting.find(({ error }) => error?.code === 'target_rejected')
  await on.call(retryDelivery, { deliveryIds: [archived?.id ?? ''] }, confirmed)
  for (let n = 0; n < 80 && texts().length < 3; n++) {
    await run()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(texts().toSorted()).toEqual(['Archived', 'Busy', 'Revoked'])
})

test('a delivery to a chat names the host and the status of its answer', async () => {
  const slack = await connect(chat.slack)
  await on.call(selectIntegrationTarget, { id: slack, type: 'channel', externalId: 'C1' }, confirmed)
  await connect(chat.discord)
  await connect(chat.teams)
  await routes({ published: 'chat' })
  await tell('Tides')
  expect((await chats()).map(({ target }) => target).toSorted()).toEqual([
    new URL(chat.url).host,
    'discord.com',
    'slack.com',
  ])
  await run()

  expect((await chats()).map(({ target, httpStatus }) => [target, httpStatus]).toSorted()).toEqual([
    [new URL(chat.url).host, 200],
    [new URL(chat.url).host, 200],
    [new URL(chat.url).host, 202],
  ])
})

test('that a chat refuses its credential is said in other ones only', async () => {
  const slack = await connect(chat.slack)
  await on.call(selectIntegrationTarget, { id: slack, type: 'channel', externalId: 'C1' }, confirmed)
  const discord = await connect(chat.discord)
  await routes({ published: slack, authExpired: 'chat' })
  chat.slackFails('token_revoked')
  await tell('Waits')

  expect(await once()).toBe('again')

  expect((await chats()).map(({ reason, integrationId }) => [reason, integrationId])).toEqual([
    ['authExpired', discord],
    ['published', slack],
  ])
})

test('a message that a chat does not take is reported by another one, and a lost report is not reported', async () => {
  const slack = await connect(chat.slack)
  await on.call(selectIntegrationTarget, { id: slack, type: 'channel', externalId: 'C1' }, confirmed)
  await connect(chat.discord)
  await routes({ published: slack, deliveryFailed: 'chat' })
  chat.slackFails('is_archived')
  await tell('Lost')
  await run()
  expect(texts()).toEqual(['A message could not be sent to Slack. Slack does not accept what was sent (is_archived).'])
  expect((await on.call(getDashboard, {})).attention).toMatchObject([
    { kind: 'delivery_exhausted', message: '1 delivery was given up.' },
  ])

  await routes({ published: 'chat', deliveryFailed: slack })
  chat.fail(({ path }) => path.startsWith('/api/webhooks/'), { status: 400 })
  await tell('Lost as well')
  await run()
  expect((await chats()).map(({ state, reason }) => [state, reason])).toEqual([
    ['failed', 'deliveryFailed'],
    ['failed', 'published'],
    ['failed', 'published'],
    ['succeeded', 'deliveryFailed'],
    ['failed', 'published'],
  ])
})

test('a text that never arrived is sent when it is queued again', async () => {
  const slack = await connect(chat.slack)
  await on.call(selectIntegrationTarget, { id: slack, type: 'channel', externalId: 'C1' }, confirmed)
  await routes({ published: slack })
  chat.slackFails('is_archived')
  await tell('Tides')
  await run()
  chat.slackFails(undefined)

  await tell('Tides')
  for (let n = 0; n < 60 && texts().length === 0; n++) {
    await run()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }

  expect(texts()).toEqual(['Tides'])
})

test('the end of a job is told, a failed one too, and not that of messages', async () => {
  await connect(chat.discord)
  await routes({ jobDone: 'chat' })
  const fine = job({
    name: 'importItems',
    title: 'Import articles',
    queue: 'quick',
    scope: 'content:write',
    input: z.object({}),
    work: async () => ({ result: {} }),
  })
  const broken = job({
    ...fine,
    name: 'exportItems',
    title: 'Export articles',
    work: async () => {
      throw new Refusal('not_found', 'There is nothing to export.')
    },
  })
  const runner = on.jobRunner([fine, broken])
  const { slug } = on.access.organization
  for (const one of [fine, broken]) await on.runJob(runner, (await on.startJob(one, {})).jobId)

  const bodies = await on.rows(({ db }) =>
    db.selectFrom('delivery').select(['body', 'reason']).orderBy('created_at').execute(),
  )
  expect(
    bodies.map(({ body }) => (JSON.parse(body) as { text: string }).text.replace(/^http.*(\/o\/.*)job_.*/m, '$1<id>')),
  ).toEqual([
    `“Import articles” is done.\n/o/${slug}/settings/jobs?job=<id>`,
    `“Export articles” failed: There is nothing to export.\n/o/${slug}/settings/jobs?job=<id>`,
  ])
  await run()
  expect(await chats()).toHaveLength(2)
})

test('an invitation is told, and mails go to owners and admins', async () => {
  await connect(chat.discord)
  await routes({ invite: 'chat', published: 'email' })
  await on.call(inviteMember, { email: 'guest@example.com', role: 'author' })
  await run()
  expect(texts()).toEqual(['guest@example.com was invited as author.'])

  const mails: Message[] = []
  await tell('Published: Tides\nhttps://www.example.com/tides', {
    mail: { isConfigured: true, queue: async (_db, message) => void mails.push(message) },
  })
  expect(mails).toMatchObject([
    { subject: 'Published: Tides', text: 'Published: Tides\nhttps://www.example.com/tides' },
  ])
  await tell('Nobody is written to')
  expect(texts()).toHaveLength(1)
})

test('a route names a way or a chat of the organization', async () => {
  const other = 'int_01jzz0000000000000000000zz'
  await expect(routes({ published: 'pigeon' })).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: '/input/notificationRoutes/published' }],
  })
  await expect(routes({ published: other })).rejects.toMatchObject({
    code: 'not_found',
    details: [{ path: '/input/notificationRoutes/published', code: 'not_found' }],
  })
  const { settings } = await routes({ authExpired: 'chat' })
  expect(settings.notificationRoutes).toEqual({
    published: 'none',
    jobDone: 'none',
    auditRegression: 'none',
    asvDrop: 'none',
    invite: 'none',
    deliveryFailed: 'none',
    authExpired: 'chat',
  })
})

test('a message to a chat that was disconnected waits until the chat is connected again', async () => {
  const discord = await connect(chat.discord)
  await routes({ published: discord })
  chat.fail(({ method }) => method === 'POST', { status: 400 })
  await tell('Tides')
  await run()
  await on.call(disconnectIntegration, { id: discord, deleteSecrets: false }, confirmed)
  const [failed] = await chats()

  await on.call(retryDelivery, { deliveryIds: [failed?.id ?? ''] }, confirmed)
  // The channel has had its rest.
  await on.rows(({ db }) =>
    db
      .updateTable('delivery')
      .set({ updated_at: new Date(0) })
      .execute(),
  )
  await once()
  expect(texts()).toEqual([])
  expect(await chats()).toMatchObject([{ state: 'queued' }])
  await connect(chat.discord)
  await run()

  expect(texts()).toEqual(['Tides'])
})

test('a message to an address that is no longer allowed is given up, and says so', async () => {
  const discord = await connect(chat.discord)
  await routes({ published: discord })
  await tell('Tides')

  await once({ connectors: openConnectors({}) })

  expect(await chats()).toMatchObject([{ state: 'failed', nextAttemptAt: null, error: { code: 'target_rejected' } }])
})
