import { afterEach, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { listDeliveries } from '#areas/integrations/operations/list-deliveries.ts'
import { listIntegrations } from '#areas/integrations/operations/list-integrations.ts'
import { pushItemToCms } from '#areas/integrations/operations/push-item-to-cms.ts'
import { retryDelivery } from '#areas/integrations/operations/retry-delivery.ts'
import { setConnectorSecret } from '#areas/integrations/operations/set-connector-secret.ts'
import { setContentMode } from '#areas/integrations/operations/set-content-mode.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { unpublishItem } from '#areas/publishing/operations/unpublish-item.ts'
import { jobs } from '#catalog/jobs.ts'
import { sharedParts } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'
import { openEndpoint } from '#test/standins/endpoint.ts'

const confirmed = { confirm: true }
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** An organization whose content goes to an endpoint of its own on this machine. */
async function connected() {
  const endpoint = await openEndpoint()
  closing.push(endpoint.close)
  const on = await stage({ debounceMs: 0 })
  const { outbound } = await sharedParts()
  const inPerson = { ...confirmed, ...on.inPerson({ elevated: true }) }
  const { integration } = await on.call(setConnectorSecret, endpoint.given, inPerson)
  await on.call(setContentMode, { mode: 'webhook' }, confirmed)
  const runner = on.jobRunner(jobs, { fetch: outbound.fetch })
  const run = (jobId: string | null) => on.runJob(runner, jobId ?? '')
  const publish = (id: string) => on.call(publishItem, { id }, confirmed)
  const item = async (title: string, more: Record<string, unknown> = {}) =>
    (await on.call(createItem, { collectionId: 'articles', title, content: `Text of ${title}.`, ...more })).item.id
  const look = async (id: string) => (await on.call(getItem, { id })).item
  const hurry = () =>
    on.rows(({ db }) =>
      db
        .updateTable('delivery')
        .set({ next_attempt_at: new Date() })
        .where('next_attempt_at', 'is not', null)
        .execute(),
    )
  return { endpoint, on, integration, inPerson, run, publish, item, look, hurry }
}

test('connecting sends nothing, and a secret that was made is answered once', async () => {
  const endpoint = await openEndpoint()
  closing.push(endpoint.close)
  const on = await stage()
  const inPerson = { ...confirmed, ...on.inPerson({ elevated: true }) }
  const { settings } = endpoint.given

  const made = await on.call(setConnectorSecret, { provider: 'webhook', settings, secret: {} }, inPerson)
  expect(Buffer.from((made.signingSecret ?? '').slice('whsec_'.length), 'base64')).toHaveLength(32)
  expect(made.integration).toMatchObject({ kind: 'webhook', state: 'connected', connectedAs: null, settings })
  const { id } = made.integration
  const given = await on.call(setConnectorSecret, { ...endpoint.given, integrationId: id as `int_${string}` }, inPerson)
  expect(given.signingSecret).toBeUndefined()
  await expect(
    on.call(setConnectorSecret, { ...endpoint.given, secret: { signingSecret: 'a word' } }, inPerson),
  ).rejects.toMatchObject({ code: 'conflict' })
  expect(endpoint.requests).toEqual([])
  const rows = await on.rows(({ db }) => db.selectFrom('integration').selectAll().execute())
  expect(JSON.stringify(rows)).not.toContain(endpoint.given.secret.signingSecret.slice('whsec_'.length))
})

test('an item is told whole, signed: published, updated, unpublished, deleted', async () => {
  const { endpoint, on, run, publish, item, look } = await connected()
  const id = await item('Tides', { seoTitle: 'Tides for search', canonicalUrl: 'https://www.example.com/tides' })
  const { jobId } = await publish(id)
  expect((await on.call(listDeliveries, { kind: 'cms' })).items).toMatchObject([
    { messageId: expect.stringMatching(/^msg_/) },
  ])
  await run(jobId)
  expect((await on.call(listDeliveries, { kind: 'cms' })).items).toMatchObject([{ httpStatus: expect.any(Number) }])

  const [first] = endpoint.received
  expect(first?.message).toMatchObject({
    type: 'item.published',
    data: {
      item: {
        title: 'Tides',
        slug: 'tides',
        content: 'Text of Tides.',
        content_html: '<p>Text of Tides.</p>',
        status: 'published',
        seo_title: 'Tides for search',
        canonical_url: 'https://www.example.com/tides',
        author: null,
      },
      itemId: id,
      collection: 'articles',
      url: 'https://www.example.com/tides',
      previousSlug: null,
    },
  })
  expect(Date.parse(first?.message.timestamp ?? '')).not.toBeNaN()
  expect(await look(id)).toMatchObject({
    externalState: 'synced',
    externalId: `ext-${id}`,
    externalUrl: 'https://shop.test/tides',
  })
  expect((await on.call(getJob, { jobId: jobId ?? '' })).result).toMatchObject({
    results: [{ id, ok: true, action: 'created', metaNotPersisted: [] }],
  })

  await run((await on.call(updateItem, { id, title: 'Ebb' }, confirmed)).jobId)
  await run((await on.call(unpublishItem, { id }, confirmed)).jobId)
  await run((await publish(id)).jobId)
  await run((await on.call(deleteItem, { id }, confirmed)).jobId)
  await run((await on.call(deleteItem, { id, permanent: true }, confirmed)).jobId)
  expect(endpoint.received.slice(1).map(({ message: { type, data } }) => [type, data.previousSlug])).toEqual([
    ['item.updated', null],
    ['item.unpublished', null],
    // It has the item still: it answers with 409 and its id.
    ['item.published', null],
    ['item.updated', null],
    ['item.unpublished', null],
    ['item.deleted', 'tides'],
  ])
  expect(endpoint.received.at(-1)?.message.data).toMatchObject({ item: null, itemId: id })
  expect(endpoint.kept.size).toBe(0)
  expect(new Set(endpoint.received.map(({ id: messageId }) => messageId)).size).toBe(7)
})

test('a changed slug names the one before', async () => {
  const { endpoint, on, run, publish, item } = await connected()
  const id = await item('Tides')
  await run((await publish(id)).jobId)
  await run((await on.call(updateItem, { id, slug: 'ebb' }, confirmed)).jobId)
  await run((await on.call(updateItem, { id, title: 'Ebb' }, confirmed)).jobId)

  expect(endpoint.received.map(({ message: { data } }) => [data.item?.['slug'], data.previousSlug])).toEqual([
    ['tides', null],
    ['ebb', 'tides'],
    ['ebb', null],
  ])
})

test('a push that changes nothing sends nothing, and drafts are not sent', async () => {
  const { endpoint, on, run, publish, item } = await connected()
  const id = await item('Once')
  await run((await publish(id)).jobId)
  const { jobId } = await on.call(pushItemToCms, { itemIds: [id], as: 'published' }, confirmed)
  await run(jobId)

  expect((await on.call(getJob, { jobId })).result).toMatchObject({ results: [{ ok: true, action: 'unchanged' }] })
  await expect(on.call(pushItemToCms, { itemIds: [id], as: 'draft' }, confirmed)).rejects.toMatchObject({
    code: 'wrong_mode',
  })
  expect(endpoint.received).toHaveLength(1)
})

test('a repeated message has the same id and bytes, and a newer text is another message', async () => {
  const { endpoint, on, run, publish, item, look, hurry } = await connected()
  const id = await item('Again')
  endpoint.fail(() => true, 'drop', { status: 503, retryAfter: '30' })
  const { jobId } = await publish(id)
  expect(await run(jobId)).toBe('again')
  await hurry()
  expect(await run(jobId)).toBe('again')
  const [delivery] = (await on.call(listDeliveries, { kind: 'cms' })).items
  expect(Date.parse(delivery?.nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(25_000)
  expect(await look(id)).toMatchObject({ externalState: 'pending' })
  await hurry()
  expect(await run(jobId)).toBe('ended')

  // The first one was kept, so the repeated one was answered with 409 and the id, and the text was told again.
  const [first, repeated, update] = endpoint.received
  expect([repeated?.id, repeated?.body]).toEqual([first?.id, first?.body])
  expect(update?.message.type).toBe('item.updated')
  expect(update?.id).not.toBe(first?.id)
  expect(endpoint.received).toHaveLength(3)
  expect(await look(id)).toMatchObject({ externalState: 'synced', externalId: `ext-${id}` })
  expect((await on.call(getJob, { jobId: jobId ?? '' })).result).toMatchObject({ results: [{ action: 'updated' }] })
})

test('what is taken back while an answer is lost is told again, although it was told before', async () => {
  const { endpoint, on, run, publish, item, hurry } = await connected()
  const id = await item('First')
  await run((await publish(id)).jobId)
  endpoint.fail(() => true, 'drop')
  const { jobId } = await on.call(updateItem, { id, title: 'Second' }, confirmed)
  expect(await run(jobId)).toBe('again')

  await on.call(updateItem, { id, title: 'First' }, confirmed)
  await hurry()
  await run(jobId)

  expect(endpoint.kept.get(id)).toMatchObject({ title: 'First' })
})

test('an endpoint that has the item already and refuses the text again did not take it', async () => {
  const { endpoint, run, publish, item, look } = await connected()
  const id = await item('Refused twice')
  endpoint.answers({ status: 409, json: { externalId: 'ext-77' } })

  expect(await run((await publish(id)).jobId)).toBe('ended')

  expect(endpoint.received.map(({ message }) => message.type)).toEqual(['item.published', 'item.updated'])
  expect(await look(id)).toMatchObject({ externalState: 'failed', publishError: { code: 'remote_changed' } })
})

test('an answer without an id is one, and what it refuses is not sent again by itself', async () => {
  const { endpoint, on, run, publish, item, look } = await connected()
  const [quiet, refused] = [await item('Quiet'), await item('Refused')]
  endpoint.answers({ status: 204 })
  await run((await publish(quiet)).jobId)
  expect(await look(quiet)).toMatchObject({ externalState: 'synced', externalId: quiet, externalUrl: null })
  endpoint.answers({ status: 422, json: { message: 'canary' } })
  const { jobId } = await publish(refused)
  expect(await run(jobId)).toBe('ended')

  expect(await look(refused)).toMatchObject({ externalState: 'failed', publishError: { code: 'target_rejected' } })
  const failed = (await on.call(listDeliveries, { kind: 'cms', state: 'failed' })).items
  expect(JSON.stringify(failed)).not.toContain('canary')
  endpoint.answers(undefined)
  await on.call(retryDelivery, { deliveryIds: [failed[0]?.id ?? ''] }, confirmed)
  const again = await on.rows(({ db }) =>
    db.selectFrom('job').select('id').where('state', '=', 'queued').executeTakeFirst(),
  )
  await run(again?.id ?? null)
  expect(await look(refused)).toMatchObject({ externalState: 'synced' })
})

test.each([401, 403])('%i is a refused credential: what waits goes on once it is renewed', async (status) => {
  const { endpoint, on, integration, inPerson, run, publish, item, look } = await connected()
  const id = await item('Refused')
  endpoint.answers({ status })
  const { jobId } = await publish(id)
  expect(await run(jobId)).toBe('again')
  expect((await on.call(listIntegrations, {})).items).toMatchObject([{ state: 'auth_expired' }])
  endpoint.answers(undefined)
  const { signingSecret = '' } = await on.call(
    setConnectorSecret,
    { provider: 'webhook', secret: {}, integrationId: integration.id as `int_${string}` },
    inPerson,
  )
  endpoint.expects(signingSecret)
  expect(await run(jobId)).toBe('ended')

  expect(await look(id)).toMatchObject({ externalState: 'synced' })
})

test('410 disconnects: nothing more is sent, and publishing says so', async () => {
  const { endpoint, on, run, publish, item, look } = await connected()
  const [first, second] = [await item('First'), await item('Second')]
  endpoint.answers({ status: 410 })
  expect(await run((await publish(first)).jobId)).toBe('ended')

  expect((await on.call(listIntegrations, {})).items).toMatchObject([
    { state: 'disconnected', lastError: { code: 'not_connected' } },
  ])
  expect(await look(first)).toMatchObject({ externalState: 'failed', publishError: { code: 'not_connected' } })
  await expect(publish(second)).rejects.toMatchObject({ code: 'not_connected' })
  expect(endpoint.received).toHaveLength(1)
})
