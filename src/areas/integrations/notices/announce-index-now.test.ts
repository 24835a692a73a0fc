import { afterEach, beforeEach, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { listDeliveries } from '#areas/integrations/operations/list-deliveries.ts'
import { retryDelivery } from '#areas/integrations/operations/retry-delivery.ts'
import { setConnectorSecret } from '#areas/integrations/operations/set-connector-secret.ts'
import { submitIndexNow } from '#areas/integrations/operations/submit-index-now.ts'
import { unpublishItem } from '#areas/publishing/operations/unpublish-item.ts'
import { jobs } from '#catalog/jobs.ts'
import { openConnectors } from '#connectors/index.ts'
import { sharedParts } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'
import { openIndexNow } from '#test/standins/indexnow.ts'

const confirmed = { confirm: true }
let service: Awaited<ReturnType<typeof openIndexNow>>
let on: Awaited<ReturnType<typeof stage>>
let run: () => Promise<void>
beforeEach(async () => {
  service = await openIndexNow()
  on = await stage({ debounceMs: 0, connectors: openConnectors({ indexnow: service.url }) })
  const { outbound } = await sharedParts()
  /** What waits is due now, and is sent; what has to wait again does so. */
  run = async () => {
    await on.rows(({ db }) =>
      db
        .updateTable('delivery')
        .set({ next_attempt_at: new Date() })
        .where('next_attempt_at', 'is not', null)
        .execute(),
    )
    const runner = on.jobRunner(jobs, { fetch: outbound.fetch })
    const waiting = await on.rows(({ db }) => db.selectFrom('job').select('id').where('state', '=', 'queued').execute())
    for (const { id } of waiting) await on.runJob(runner, id)
  }
})
afterEach(() => service.close())

const connect = () => on.call(setConnectorSecret, service.given, { ...confirmed, ...on.inPerson({ elevated: true }) })
const publish = async (path: string) => {
  const input = { collectionId: 'articles', title: path, canonicalUrl: `${service.url}/${path}` } as const
  return (await on.call(createItem, { ...input, status: 'published' }, confirmed)).item.id
}
const deliveries = async () => (await on.call(listDeliveries, { kind: 'indexnow' })).items
const submitted = () => service.submitted.map(({ urlList }) => urlList.map((url) => url.replace(service.url, '')))

test('what is published, changed and taken off is submitted, five minutes after the first change', async () => {
  await publish('before')
  await connect()
  const id = await publish('tides')
  await on.call(updateItem, { id, title: 'Ebb' }, confirmed)
  const [waiting, ...others] = await deliveries()
  expect(others).toEqual([])
  expect(waiting).toMatchObject({ event: 'indexnow.submit', state: 'queued', itemId: id, messageId: null })
  const inMs = Date.parse(waiting?.nextAttemptAt ?? '') - Date.now()
  expect(inMs).toBeGreaterThan(290_000)
  expect(inMs).toBeLessThan(301_000)
  await run()
  expect(submitted()).toEqual([['/tides']])
  expect(await deliveries()).toMatchObject([{ state: 'succeeded', httpStatus: 200, attempts: 1 }])

  await on.call(updateItem, { id, canonicalUrl: `${service.url}/ebb` }, confirmed)
  await on.rows(({ db }) =>
    db
      .updateTable('delivery')
      .set({ finished_at: new Date(Date.now() - 301_000) })
      .where('finished_at', 'is not', null)
      .execute(),
  )
  await run()
  expect(submitted().at(-1)?.toSorted()).toEqual(['/ebb', '/tides'])
  await on.call(unpublishItem, { id }, confirmed)
  await on.rows(({ db }) =>
    db
      .updateTable('delivery')
      .set({ finished_at: new Date(Date.now() - 301_000) })
      .where('finished_at', 'is not', null)
      .execute(),
  )
  await run()
  expect(submitted().at(-1)).toEqual(['/ebb'])
})

test('an address that was just submitted is left out, and so are those of other hosts', async () => {
  await connect()
  const id = await publish('tides')
  await on.call(submitIndexNow, { itemIds: [id] }, confirmed)
  await run()
  expect(submitted()).toEqual([['/tides']])
  expect((await deliveries()).map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])

  const elsewhere = { canonicalUrl: 'https://www.example.com/elsewhere', status: 'published' as const }
  await on.call(createItem, { collectionId: 'articles', title: 'Elsewhere', ...elsewhere }, confirmed)
  expect(await deliveries()).toHaveLength(2)
})

test('a busy service or website is asked again, and a key file that is missing is said and not tried again', async () => {
  await connect()
  await publish('busy')
  service.keyFile({ status: 503, text: '' })
  await run()
  expect(await deliveries()).toMatchObject([
    { state: 'failed', nextAttemptAt: expect.any(String), error: { code: 'key_file_missing' } },
  ])
  service.keyFile({ status: 200, text: service.given.secret.key })
  service.answers(429)
  await run()
  expect(await deliveries()).toMatchObject([{ state: 'failed', error: { code: 'unavailable' } }])
  service.answers(200)
  await run()
  expect(submitted()).toEqual([['/busy']])

  await on.rows(({ db }) =>
    db
      .updateTable('delivery')
      .set({ finished_at: new Date(Date.now() - 3_700_000), body: '{"urlList":[]}' })
      .execute(),
  )
  service.keyFile({ status: 404, text: '' })
  await publish('lost')
  await run()
  const [lost] = await deliveries()
  expect(lost).toMatchObject({ state: 'failed', nextAttemptAt: null, error: { code: 'key_file_missing' } })
  service.keyFile({ status: 200, text: service.given.secret.key })
  await on.call(retryDelivery, { deliveryIds: [lost?.id ?? ''] }, confirmed)
  await run()
  expect(submitted().at(-1)).toEqual(['/lost'])
})
