import { afterEach, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { answer, openReceiver } from '#test/receiver.ts'
import { stage } from '#test/stage.ts'

import { getConnectorState } from './get-connector-state.ts'
import { listDeliveries } from './list-deliveries.ts'
import { testIntegration } from './test-integration.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const input = { id: 'revalidation' }
const confirmed = { confirm: true }

async function withWebsite() {
  const receiver = await openReceiver()
  closing.push(receiver.close)
  return { receiver, on: await stage({ webhooks: () => receiver.webhook }) }
}

test('a signed test message is sent at once, with what came back', async () => {
  const { receiver, on } = await withWebsite()
  const { item } = await on.call(createItem, { collectionId: 'articles', title: 'A' })
  const result = await on.call(testIntegration, { ...input, itemId: item.id }, confirmed)

  expect(result).toMatchObject({
    httpStatus: 204,
    headersSent: ['Content-Type', 'User-Agent', 'webhook-id', 'webhook-timestamp', 'webhook-signature'],
  })
  expect(result.checks.map(({ name, ok }) => [name, ok])).toEqual([
    ['address', true],
    ['signature', true],
    ['reached', true],
    ['answer', true],
  ])
  expect(receiver.faults).toEqual([])
  expect(receiver.received[0]?.message.data).toMatchObject({ reason: 'test', items: [{ id: item.id }], redirects: [] })
  expect((await on.call(listDeliveries, { kind: 'revalidation', search: 'test' })).items).toMatchObject([
    { reason: 'test', state: 'succeeded', attempts: 1, httpStatus: 204 },
  ])
  expect((await on.call(getConnectorState, {})).revalidation.lastDelivery).toMatchObject({
    state: 'succeeded',
    httpStatus: 204,
  })
})

test('a website that refuses fails the check; one that is away fails the call', async () => {
  const { receiver, on } = await withWebsite()
  receiver.conduct(answer(401))
  const refused = await on.call(testIntegration, input, confirmed)
  expect([refused.httpStatus, refused.checks.at(-1)]).toEqual([
    401,
    { name: 'answer', ok: false, detail: 'The website answered 401.' },
  ])

  await receiver.leave()
  await expect(on.call(testIntegration, input, confirmed)).rejects.toMatchObject({
    code: 'upstream_failed',
    details: { reason: 'unreachable' },
  })
})

test('a rehearsal and a call without confirmation send nothing; a missing configuration is reported', async () => {
  const { receiver, on } = await withWebsite()

  expect(await on.call(testIntegration, input, { ...confirmed, dryRun: true })).toMatchObject({ httpStatus: null })
  await expect(on.call(testIntegration, input)).rejects.toMatchObject({ code: 'confirmation_required' })
  expect(receiver.connections()).toBe(0)
  await expect((await stage()).call(testIntegration, input, confirmed)).rejects.toMatchObject({ code: 'not_connected' })
})
