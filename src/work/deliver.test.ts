import { Webhook } from 'standardwebhooks'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { createWebhookSecret } from '#areas/integrations/operations/create-webhook-secret.ts'
import { listDeliveries } from '#areas/integrations/operations/list-deliveries.ts'
import { retryDelivery } from '#areas/integrations/operations/retry-delivery.ts'
import { rotateRevalidationSecret } from '#areas/integrations/operations/rotate-revalidation-secret.ts'
import { testIntegration } from '#areas/integrations/operations/test-integration.ts'
import { updateIntegrationSettings } from '#areas/integrations/operations/update-integration-settings.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { unpublishItem } from '#areas/publishing/operations/unpublish-item.ts'
import type { ItemId } from '#kernel/ids.ts'
import type { Message } from '#kernel/mail.ts'
import type { ConfiguredWebhook, ConfiguredWebhooks } from '#kernel/webhook.ts'
import { answer, hang, openReceiver } from '#test/receiver.ts'
import { quickPace, startSender } from '#test/sender.ts'
import { ownDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

// A sender serves all organizations.
beforeAll(async () => void (await ownDatabase()))

type Stage = Awaited<ReturnType<typeof stage>>

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Websites that answer do so in time, however busy the machine is. */
const patient = { ...quickPace, timeoutMs: 10_000, leaseMs: 20_000 }
const confirmed = { confirm: true }

/** An organization, its website, and what sends to it once it is started. */
async function setUp(more: Partial<ConfiguredWebhook> = {}) {
  const receiver = await openReceiver()
  closing.push(receiver.close)
  let own = ''
  // A sender serves every organization of the database: those of other tests have no website here.
  const webhooks: ConfiguredWebhooks = (id) => (id === own ? { ...receiver.webhook, ...more } : undefined)
  const on = await stage({ webhooks, debounceMs: 0 })
  own = on.access.organization.id
  const start = (options: Partial<Parameters<typeof startSender>[1]> = {}) => {
    const sender = startSender(on, { webhooks, pace: patient, ...options })
    closing.push(sender.stop)
    return sender
  }
  return { receiver, on, start }
}

async function article(on: Stage, title = 'Article', status: 'draft' | 'published' = 'published'): Promise<ItemId> {
  const { item } = await on.call(createItem, { collectionId: 'articles', title, status }, confirmed)
  return item.id as ItemId
}

const listed = async (on: Stage) => (await on.call(listDeliveries, { pageSize: 100 })).items.toReversed()

const until = (holds: () => Promise<boolean> | boolean) => expect.poll(holds).toBe(true)

const ended = (on: Stage, state: string) =>
  until(async () => {
    const deliveries = await listed(on)
    return deliveries.length > 0 && deliveries.every((each) => each.state === state)
  })

test('each change that the public can see is told, an edit of a draft is not', async () => {
  const { on, start, receiver } = await setUp()
  start()
  const told = (n: number) => until(() => receiver.received.length >= n)

  const id = await article(on, 'A', 'draft')
  await on.call(updateItem, { id, title: 'B' })
  const { deliveries } = await on.call(publishItem, { id }, confirmed)
  expect(deliveries).toEqual([{ deliveryId: expect.stringMatching(/^dlv_/), target: new URL(receiver.url).host }])
  await told(1)
  await on.call(updateItem, { id, title: 'C' })
  await told(2)
  await on.call(updateItem, { id, slug: 'd' })
  await told(3)
  const other = await article(on, 'Other')
  await told(4)
  await on.call(unpublishItem, { id, redirectTo: other }, confirmed)
  await told(5)
  const third = await article(on, 'Third')
  await told(6)
  await on.call(deleteItem, { id: third }, confirmed)
  await ended(on, 'succeeded')

  const data = receiver.received.map(({ message }) => message.data)
  expect(data.map(({ reason }) => reason)).toEqual([
    'published',
    'updated',
    'slug_changed',
    'published',
    'unpublished',
    'published',
    'deleted',
  ])
  expect(data.map(({ items }) => items[0]?.status)).toEqual([
    'published',
    'published',
    'published',
    'published',
    'draft',
    'published',
    'draft',
  ])
  expect(data[2]).toMatchObject({
    items: [{ slug: 'd', previousSlug: 'a' }],
    redirects: [{ from: expect.stringMatching(/\/a$/), to: expect.stringMatching(/\/d$/), status: 308 }],
  })
  expect(data[4]?.redirects).toMatchObject([
    { from: expect.stringMatching(/\/d$/), to: expect.stringMatching(/\/other$/) },
    { from: expect.stringMatching(/\/a$/), to: expect.stringMatching(/\/other$/) },
  ])
  expect(receiver.faults).toEqual([])
})

test('what is rolled back is not told, and what is rehearsed neither', async () => {
  const { on } = await setUp()
  const id = await article(on, 'A', 'draft')

  await on.call(publishItem, { id }, { ...confirmed, dryRun: true })
  await expect(on.call(publishItem, { id, ifVersion: 9 }, confirmed)).rejects.toMatchObject({
    code: 'version_conflict',
  })

  expect(await listed(on)).toEqual([])
})

test('changes that wait are told once, by the newest', async () => {
  const { on, start, receiver } = await setUp()
  const id = await article(on)
  await on.call(updateItem, { id, title: 'B' })
  await on.call(updateItem, { id, title: 'C' })
  start()
  await ended(on, 'succeeded')

  const rows = await listed(on)
  expect(rows.map(({ supersededBy }) => supersededBy)).toEqual([rows[1]?.id, rows[2]?.id, null])
  expect(receiver.received.map(({ id: messageId }) => messageId)).toEqual([rows[2]?.messageId])
})

test('a website that fails is asked again under the same id, and given up with a mail in the end', async () => {
  const { on, start, receiver } = await setUp()
  receiver.conduct(answer(500))
  const mails: Message[] = []
  await article(on)
  const sent = { isConfigured: true, queue: async (_db: unknown, message: Message) => void mails.push(message) }
  start({ mail: sent, pace: { ...patient, failuresUntilOpen: 100 } })
  await ended(on, 'exhausted')

  const [delivery] = await listed(on)
  expect(delivery).toMatchObject({
    attempts: 10,
    httpStatus: 500,
    nextAttemptAt: null,
    error: { code: 'target_rejected', message: 'The website answered 500.' },
  })
  expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([delivery?.messageId]))
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  expect(mails.map(({ subject }) => subject)).toEqual([
    '127.0.0.1:' + new URL(receiver.url).port + ' could not be notified of a change',
  ])

  receiver.conduct(answer(204))
  const again = { deliveryIds: [delivery?.id ?? ''] }
  expect(await on.call(retryDelivery, again, confirmed)).toEqual({ requeued: 1, to: [new URL(receiver.url).host] })
  await ended(on, 'succeeded')
  await expect(on.call(retryDelivery, again, confirmed)).rejects.toMatchObject({
    code: 'invalid_transition',
    details: { state: 'succeeded' },
  })
})

test('a redirect is a failure and is not followed', async () => {
  const { on, start, receiver } = await setUp()
  receiver.conduct((response, received) =>
    received.message.data.urls.length > 0 && receiver.received.length === 1
      ? response.writeHead(307, { Location: receiver.url }).end()
      : response.writeHead(204).end(),
  )
  await article(on)
  start({ pace: { ...patient, pausesMs: [0] } })
  await ended(on, 'exhausted')

  expect([receiver.received.length, (await listed(on))[0]?.httpStatus]).toEqual([1, 307])
})

test('a website that is gone is told nothing until a test succeeds, and then everything', async () => {
  const { on, start, receiver } = await setUp()
  receiver.conduct(answer(410))
  const mails: Message[] = []
  const sent = { isConfigured: true, queue: async (_db: unknown, message: Message) => void mails.push(message) }
  const id = await article(on)
  start({ mail: sent })
  await until(async () => (await listed(on))[0]?.state === 'failed')
  const other = await article(on, 'Other')
  await expect(on.call(retryDelivery, { deliveryIds: [(await listed(on))[0]?.id ?? ''] }, confirmed)).rejects.toThrow(
    'switched off',
  )
  expect((await listed(on)).map(({ httpStatus, nextAttemptAt }) => [httpStatus, nextAttemptAt])).toEqual([
    [410, null],
    [null, null],
  ])
  expect([receiver.received.length, mails.length]).toEqual([1, 1])

  expect((await on.call(testIntegration, { id: 'revalidation' }, confirmed)).httpStatus).toBe(410)
  receiver.conduct(answer(204))
  expect(await on.call(testIntegration, { id: 'revalidation' }, confirmed)).toMatchObject({ httpStatus: 204 })
  await until(async () => (await listed(on)).filter(({ state }) => state === 'succeeded').length === 3)

  const items = receiver.received.filter(({ taken }) => taken).flatMap(({ message }) => message.data.items)
  expect(items.map((item) => item.id).toSorted()).toEqual([id, other].toSorted())
})

test('after ten failures in a row one message at a time probes the website', async () => {
  const { on, start, receiver } = await setUp()
  receiver.conduct(answer(500))
  for (let n = 0; n < 30; n++) await article(on, `Article ${n}`)
  const sender = start({ pace: { ...patient, pausesMs: [0, 1e6], probeEveryMs: 1e6 } })
  await until(() => receiver.received.length >= 10)
  await until(async () => (await listed(on)).every(({ state }) => state !== 'delivering'))
  await sender.stop()

  const state = await on.rows(({ db }) => db.selectFrom('webhook_endpoint').selectAll().executeTakeFirstOrThrow())
  // Two are under way at once: the second of the last pair is sent before the tenth failure is known.
  expect(receiver.received.length).toBeLessThanOrEqual(11)
  expect(state.failures).toBeGreaterThanOrEqual(10)
  expect(state.probe_at?.getTime()).toBeGreaterThan(Date.now() + 500_000)
})

test('a worker that dies before its mark is followed by another, which sends the same', async () => {
  const { on, start, receiver } = await setUp()
  await article(on)
  const first = start({ pace: quickPace })
  receiver.conduct((response, received) => {
    void first.die()
    answer(204)(response, received)
  })
  await until(() => receiver.received.length === 1)
  expect((await listed(on))[0]?.state).toBe('delivering')
  start()
  await ended(on, 'succeeded')

  const [one, two] = receiver.received
  expect([two?.id, two?.body]).toEqual([one?.id, one?.body])
  expect((await listed(on))[0]?.attempts).toBe(2)
})

test('a worker that stops gives back what hangs, without using an attempt up', async () => {
  const { on, start, receiver } = await setUp()
  receiver.conduct(hang)
  await article(on)
  const sender = start({ pace: { ...patient, timeoutMs: 60_000, leaseMs: 120_000 } })
  await until(() => receiver.received.length === 1)
  await sender.stop()

  const row = await on.rows(({ db }) => db.selectFrom('delivery').selectAll().executeTakeFirstOrThrow())
  expect([row.state, row.tries, row.attempts, row.lease_until]).toEqual(['queued', 0, 1, null])
})

test('both secrets sign during a rotation', async () => {
  const receiver = await openReceiver()
  closing.push(receiver.close)
  const on = await stage({ debounceMs: 0 })
  await on.call(updateIntegrationSettings, { id: 'revalidation', settings: { webhookUrl: receiver.url } }, confirmed)
  const { secret: first } = await on.call(createWebhookSecret, {}, on.inPerson({ elevated: true }))
  const { secret: second } = await on.call(rotateRevalidationSecret, {}, on.inPerson({ elevated: true }))
  await article(on)
  const sender = startSender(on, { pace: patient, webhooks: () => undefined })
  closing.push(sender.stop)
  await ended(on, 'succeeded')

  const [received] = receiver.received
  expect(String(received?.headers['webhook-signature']).split(' ')).toHaveLength(2)
  for (const secret of [first, second])
    new Webhook(secret).verify(received?.body ?? '', received?.headers as Record<string, string>)
  expect(() =>
    new Webhook(`whsec_${btoa('another')}`).verify(received?.body ?? '', received?.headers as Record<string, string>),
  ).toThrow()
  expect(received?.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Masthead-Webhooks/1',
  })
  expect(received?.headers['authorization'] ?? received?.headers['x-webhook-secret']).toBeUndefined()
})

test('an old receiver gets its secret', async () => {
  const { on, start, receiver } = await setUp({ legacyHeader: 'authorization' })
  await article(on)
  start()
  await ended(on, 'succeeded')
  expect(receiver.received[0]?.headers.authorization).toMatch(/^Bearer whsec_/)
})

test('what waits goes to a changed address, and nowhere once there is none', async () => {
  const { on, start, receiver } = await setUp()
  const other = await openReceiver()
  closing.push(other.close)
  receiver.conduct(answer(500))
  await on.call(createWebhookSecret, {}, on.inPerson({ elevated: true }))
  await article(on)
  const sender = start({ pace: { ...patient, pausesMs: [0, 1e6, 1e6] } })
  await until(async () => (await listed(on))[0]?.state === 'failed')
  const settings = (webhookUrl: string | null) =>
    on.call(updateIntegrationSettings, { id: 'revalidation', settings: { webhookUrl } }, confirmed)
  await settings(other.url)
  await ended(on, 'succeeded')
  expect([receiver.received.length, other.received.length]).toEqual([1, 1])
  await sender.stop()

  await article(on, 'Second')
  await settings(null)
  expect((await listed(on)).at(-1)).toMatchObject({
    state: 'failed',
    nextAttemptAt: null,
    error: { code: 'not_connected' },
  })
  await article(on, 'Third')
  expect(await listed(on)).toHaveLength(2)
})
