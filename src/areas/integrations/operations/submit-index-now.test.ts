import { afterEach, beforeEach, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { getConnectorState } from '#areas/integrations/operations/get-connector-state.ts'
import { listDeliveries } from '#areas/integrations/operations/list-deliveries.ts'
import { setConnectorSecret } from '#areas/integrations/operations/set-connector-secret.ts'
import { submitIndexNow } from '#areas/integrations/operations/submit-index-now.ts'
import { updateIntegrationSettings } from '#areas/integrations/operations/update-integration-settings.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { openConnectors } from '#connectors/index.ts'
import { stage } from '#test/stage.ts'
import { openIndexNow } from '#test/standins/indexnow.ts'

const confirm = { confirm: true }
let service: Awaited<ReturnType<typeof openIndexNow>>
let on: Awaited<ReturnType<typeof stage>>
beforeEach(async () => {
  service = await openIndexNow()
  on = await stage({ connectors: openConnectors({ indexnow: service.url }) })
})
afterEach(() => service.close())

const connect = () => on.call(setConnectorSecret, service.given, { ...confirm, ...on.inPerson({ elevated: true }) })
const submit = (urls: string[]) => on.call(submitIndexNow, { urls }, confirm)
const keyFileReads = () => service.requests.filter(({ method }) => method === 'GET').length

test('addresses are submitted once in five minutes, and the key file counts for an hour', async () => {
  await connect()
  const [a, b] = [`${service.url}/a`, `${service.url}/b`]
  const endpoint = `${service.url}/indexnow`
  expect(await submit([a, a])).toEqual({
    perEndpoint: [{ endpoint, status: 200, submitted: 1, skipped: 0 }],
    urls: null,
  })
  const before = keyFileReads()
  service.answers(202)
  expect(await submit([a, b])).toEqual({
    perEndpoint: [{ endpoint, status: 202, submitted: 1, skipped: 1 }],
    urls: null,
  })

  expect(await submit([a, b])).toEqual({
    perEndpoint: [{ endpoint, status: null, submitted: 0, skipped: 2 }],
    urls: null,
  })
  expect(keyFileReads()).toBe(before)
  expect(service.submitted.map(({ urlList }) => urlList)).toEqual([[a], [b]])
  const { key } = service.given.secret
  const { keyLocation } = service.given.settings
  expect(service.submitted[0]).toMatchObject({ host: new URL(service.url).host, key, keyLocation })
  const { items } = await on.call(listDeliveries, { kind: 'indexnow' })
  expect(items).toMatchObject([
    { event: 'indexnow.submit', state: 'succeeded', httpStatus: 202, messageId: null },
    { httpStatus: 200 },
  ])
  expect((await on.call(getConnectorState, {})).revalidation.lastDelivery).toBeNull()
})

test('two calls at the same time submit an address once', async () => {
  await connect()
  const [a, b] = [`${service.url}/a`, `${service.url}/b`]

  const answers = await Promise.all([submit([a, b]), submit([b, a]), submit([a])])

  expect(service.submitted.flatMap(({ urlList }) => urlList).toSorted()).toEqual([a, b])
  // Whoever comes first takes what it names: either one takes both, or two take one each.
  const counts = answers.flatMap(({ perEndpoint }) => perEndpoint.map(({ submitted }) => submitted))
  expect(counts.toSorted().filter((count) => count > 0)).toBeOneOf([[2], [1, 1]])
  const { items } = await on.call(listDeliveries, { kind: 'indexnow' })
  expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['succeeded']))
})

test.each([
  [400, 'target_rejected'],
  [403, 'target_rejected'],
  [422, 'target_rejected'],
  [429, 'unavailable'],
  [500, 'upstream_failed'],
] as const)('an answer of %i is %s, and what was refused may be submitted again', async (status, code) => {
  await connect()
  service.answers(status)
  await expect(submit([`${service.url}/a`])).rejects.toMatchObject({ code })
  service.answers(200)
  expect((await submit([`${service.url}/a`])).perEndpoint).toMatchObject([{ submitted: 1, skipped: 0 }])
})

test.each([
  [404, '0123456789abcdef'],
  [200, '<h1>Welcome</h1>'],
])('a key file that answers %i with %s is missing', async (status, text) => {
  await connect()
  service.keyFile({ status, text })
  await expect(submit([`${service.url}/a`])).rejects.toMatchObject({ code: 'key_file_missing' })
  expect(service.submitted).toEqual([])
})

test('nothing is submitted without a connection, for another host, or in a rehearsal', async () => {
  const a = `${service.url}/a`
  await expect(submit([a])).rejects.toMatchObject({ code: 'not_connected' })
  await connect()
  await expect(submit([a, 'https://www.example.com/a'])).rejects.toMatchObject({ code: 'url_not_allowed' })
  const { item } = await on.call(createItem, { collectionId: 'articles', title: 'Tides' }, confirm)
  await on.call(publishItem, { id: item.id }, confirm)
  await expect(on.call(submitIndexNow, { itemIds: [item.id] }, confirm)).rejects.toMatchObject({
    code: 'url_not_allowed',
  })
  expect((await on.call(submitIndexNow, { urls: [a] }, { ...confirm, dryRun: true })).perEndpoint).toMatchObject([
    { status: null, submitted: 1, skipped: 0 },
  ])
  expect(service.submitted).toEqual([])
})

test('items are submitted by their public address', async () => {
  await connect()
  const { item } = await on.call(
    createItem,
    { collectionId: 'articles', title: 'Tides', canonicalUrl: `${service.url}/tides` },
    confirm,
  )
  await expect(on.call(submitIndexNow, { itemIds: [item.id] }, confirm)).rejects.toMatchObject({
    code: 'invalid_transition',
    details: { state: 'draft', allowed: ['publishItem'] },
  })
  await on.call(publishItem, { id: item.id }, confirm)

  await on.call(submitIndexNow, { itemIds: [item.id] }, confirm)

  expect(service.submitted.map(({ urlList }) => urlList)).toEqual([[`${service.url}/tides`]])
})

test('an address of the key file that contains the key shows it nowhere, and follows a new one', async () => {
  const { key } = service.given.secret
  const keyLocation = `${service.url}/${key}.txt`
  const { integration } = await on.call(
    setConnectorSecret,
    { ...service.given, settings: { keyLocation } },
    { ...confirm, ...on.inPerson({ elevated: true }) },
  )
  const shown = `${service.url}/{key}.txt`
  expect(integration.settings).toEqual({ keyLocation: shown })
  const id = integration.id as `int_${string}`
  const changed = await on.call(updateIntegrationSettings, { id, settings: { keyLocation } }, confirm)

  expect(changed.integration.settings).toEqual({ keyLocation: shown })
  expect(await submit([`${service.url}/a`])).toMatchObject({ perEndpoint: [{ submitted: 1 }] })
  expect(service.submitted).toMatchObject([{ keyLocation }])
})
