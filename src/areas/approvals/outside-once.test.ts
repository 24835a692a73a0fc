import { afterEach, beforeEach, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { selectIntegrationTarget } from '#areas/integrations/operations/select-integration-target.ts'
import { sendChatMessage } from '#areas/integrations/operations/send-chat-message.ts'
import { setConnectorSecret } from '#areas/integrations/operations/set-connector-secret.ts'
import { openConnectors } from '#connectors/index.ts'
import type { SafeFetch } from '#kernel/http.ts'
import { sharedParts } from '#test/shared-parts.ts'
import { stage, type Stage } from '#test/stage.ts'
import { openChat } from '#test/standins/chat.ts'

import { approveCall } from './operations/approve-call.ts'
import { listApprovals } from './operations/list-approvals.ts'
import { setApprovalPolicy } from './operations/set-approval-policy.ts'

let chat: Awaited<ReturnType<typeof openChat>>
let on: Stage
let id: never
beforeEach(async () => {
  chat = await openChat()
  on = await stage({ connectors: openConnectors({ slack: chat.url }) })
  const inPerson = { confirm: true, ...on.inPerson({ elevated: true }) }
  const given = { provider: 'slack' as const, secret: chat.slack.secret }
  id = (await on.call(setConnectorSecret, given, inPerson)).integration.id as never
  await aim('C44')
  await on.call(setApprovalPolicy, { risks: ['publish'] }, on.inPerson())
})
afterEach(() => chat.close())

const aim = (externalId: string) =>
  on.call(selectIntegrationTarget, { id, type: 'channel', externalId }, { confirm: true, ...on.inPerson() })
const send = (more: object = { text: 'Tides are high.' }, options: object = {}) =>
  on.answerOf(sendChatMessage, { id, ...more }, { confirm: true, ...options })
const detailsOf = ({ body }: { body: string }) =>
  (JSON.parse(body) as { error: { details: { approvalId: never; changedSince?: object[] } } }).error.details
const approve = (approvalId: never) => on.call(approveCall, { approvalId }, on.inPerson())
const stateOf = async (approvalId: never) =>
  (await on.call(listApprovals, { approvalId }, on.inPerson())).items[0]?.state

test('of two calls with one approval, one sends', async () => {
  const { approvalId } = detailsOf(await send())
  await approve(approvalId)
  const { outbound } = await sharedParts()
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: SafeFetch = async (...request) => {
    begun.resolve()
    await goOn.promise
    return outbound.fetch(...request)
  }

  const first = send(undefined, { fetch: slow })
  await begun.promise
  const second = await send()
  goOn.resolve()

  expect([second.status, (await first).status]).toEqual([428, 200])
  expect(chat.messages).toHaveLength(1)
  expect(await stateOf(approvalId)).toBe('used')
})

test('a call that could not send gives its approval back', async () => {
  const { approvalId } = detailsOf(await send())
  await approve(approvalId)
  chat.slackFails('ratelimited')

  expect((await send()).status).toBe(503)
  expect(await stateOf(approvalId)).toBe('approved')
})

test('people are shown the text of a template and where it goes, and what is sent is that', async () => {
  const { approvalId } = detailsOf(await send({ template: 'published' }))
  const { items } = await on.call(listApprovals, { approvalId }, on.inPerson())
  expect(items[0]?.untrusted.effect).toMatchObject({
    message: { to: 'Slack: #channel-44 (C44)', text: 'Nothing was published in the last 24 hours.' },
  })
  await approve(approvalId)
  await on.call(
    createItem,
    { collectionId: 'articles', title: 'Unseen', status: 'published' },
    { confirm: true, ...on.inPerson() },
  )

  const again = await send({ template: 'published' })

  expect([again.status, detailsOf(again).changedSince]).toEqual([
    428,
    [{ type: 'effect', id: '/message/text', from: null, to: null }],
  ])
  expect(chat.messages).toEqual([])
})

test('a message does not go to another channel than the approved one', async () => {
  await approve(detailsOf(await send()).approvalId)
  await aim('C7')

  const again = await send()

  expect([again.status, detailsOf(again).changedSince]).toMatchObject([428, [{ type: 'integration', id }]])
  expect(chat.messages).toEqual([])
})
