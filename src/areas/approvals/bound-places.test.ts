import { afterEach, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { replaceMedia } from '#areas/content/operations/replace-media.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { retryDelivery } from '#areas/integrations/operations/retry-delivery.ts'
import { setConnectorSecret } from '#areas/integrations/operations/set-connector-secret.ts'
import { submitIndexNow } from '#areas/integrations/operations/submit-index-now.ts'
import { testIntegration } from '#areas/integrations/operations/test-integration.ts'
import { updateIntegrationSettings } from '#areas/integrations/operations/update-integration-settings.ts'
import { updateMedia } from '#areas/media/operations/update-media.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { openConnectors } from '#connectors/index.ts'
import type { ChangedRecord } from '#kernel/approval.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { newImage, newPicture } from '#test/pictures.ts'
import { connectWebsite } from '#test/sample-connections.ts'
import { newDelivery } from '#test/sample-records.ts'
import { stage, type Stage } from '#test/stage.ts'
import { openIndexNow } from '#test/standins/indexnow.ts'

import { approveCall } from './operations/approve-call.ts'
import { listApprovals } from './operations/list-approvals.ts'
import { setApprovalPolicy } from './operations/set-approval-policy.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

type Details = { approvalId: never; changedSince?: ChangedRecord[] }
const detailsOf = ({ body }: { body: string }) => (JSON.parse(body) as { error: { details: Details } }).error.details

/** A call that a person has approved: what the person was shown, and the call repeated. */
async function approved(on: Stage, op: AnyOperation, input: object, risk: 'write' | 'external' = 'external') {
  await on.call(setApprovalPolicy, { risks: ['publish', risk] }, on.inPerson())
  const make = () => on.answerOf(op, input, { confirm: true, idempotencyKey: 'once' })
  const { approvalId } = detailsOf(await make())
  const { items } = await on.call(listApprovals, { approvalId }, on.inPerson())
  await on.call(approveCall, { approvalId }, on.inPerson())
  return { make, shown: items[0]?.untrusted.effect }
}

const moveWebsite = (on: Stage, webhookUrl: string) =>
  on.call(
    updateIntegrationSettings,
    { id: 'revalidation', settings: { webhookUrl } },
    { confirm: true, ...on.inPerson() },
  )

test.each([
  ['another website', 'https://elsewhere.example/api/revalidate'],
  ['another path of the same website', 'https://www.example.com/other'],
])('a delivery is not sent again to %s than the approved one', async (_name, webhookUrl) => {
  const on = await stage()
  await connectWebsite(on)
  await moveWebsite(on, 'https://www.example.com/api/revalidate')
  const { make, shown } = await approved(on, retryDelivery, { deliveryIds: [await newDelivery(on)] })
  await moveWebsite(on, webhookUrl)

  const again = await make()

  expect(shown).toEqual({ requeued: 1, to: ['www.example.com'] })
  expect([again.status, detailsOf(again).changedSince]).toMatchObject([428, [{ type: 'revalidation' }]])
})

test('a test message does not go to another path than the approved one', async () => {
  const on = await stage()
  await connectWebsite(on)
  await moveWebsite(on, 'https://www.example.com/api/revalidate')
  const { make } = await approved(on, testIntegration, { id: 'revalidation' })
  await moveWebsite(on, 'https://www.example.com/other')

  const again = await make()

  expect([again.status, detailsOf(again).changedSince]).toMatchObject([428, [{ type: 'revalidation' }]])
})

test('another image brings only the alt text that a person saw', async () => {
  const on = await stage()
  const [from, to] = [(await newImage(on)).id, (await newImage(on, await newPicture())).id]
  const describe = (mediaId: typeof to, alt: string) => on.call(updateMedia, { mediaId, alt }, on.inPerson())
  await describe(from, 'A ship')
  await describe(to, 'A boat')
  await on.call(createItem, { collectionId: 'articles', title: 'Tides', featuredImageId: from } as never, on.inPerson())
  const { make, shown } = await approved(on, replaceMedia, { from, to }, 'write')
  await describe(to, 'Buy now')

  const again = await make()

  expect(shown).toMatchObject({ alt: { from: 'A ship', to: 'A boat' } })
  expect([again.status, detailsOf(again).changedSince]).toMatchObject([428, [{ id: to }]])
})

test('only the addresses that a person saw are submitted, and an approval holds while they are the same', async () => {
  const service = await openIndexNow()
  closing.push(service.close)
  const on = await stage({ connectors: openConnectors({ indexnow: service.url }) })
  await on.call(setConnectorSecret, service.given, { confirm: true, ...on.inPerson({ elevated: true }) })
  const [old, other] = [`${service.url}/tides`, `${service.url}/secret`]
  const article = { collectionId: 'articles', title: 'Tides', canonicalUrl: old }
  const id = (await on.call(createItem, article, on.inPerson())).item.id as never
  await on.call(publishItem, { id }, { confirm: true, ...on.inPerson() })
  const { make, shown } = await approved(on, submitIndexNow, { itemIds: [id] })
  await on.call(updateItem, { id, canonicalUrl: other }, on.inPerson())

  const again = await make()

  expect(shown).toMatchObject({ urls: [old] })
  expect([again.status, detailsOf(again).changedSince]).toMatchObject([428, [{ id }]])
  expect(service.submitted).toEqual([])
  await on.call(approveCall, { approvalId: detailsOf(again).approvalId }, on.inPerson())
  expect((await make()).status).toBe(200)
  expect(service.submitted.map(({ urlList }) => urlList)).toEqual([[other]])
})
