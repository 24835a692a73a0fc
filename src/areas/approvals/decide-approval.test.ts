import { beforeEach, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { stage, type Stage } from '#test/stage.ts'

import { approveCall } from './operations/approve-call.ts'
import { listApprovals } from './operations/list-approvals.ts'
import { setApprovalPolicy } from './operations/set-approval-policy.ts'

let on: Stage
let id: never
let approvalId: never

const publish = () => on.answerOf(publishItem, { id }, { confirm: true })
const edit = (content: string) => on.call(updateItem, { id, content })

beforeEach(async () => {
  on = await stage()
  const { item } = await on.call(createItem, { collectionId: 'articles' as never, title: 'Seen', content: 'Harmless.' })
  id = item.id as never
  await on.call(setApprovalPolicy, { risks: ['publish'] }, on.inPerson())
  const { error } = JSON.parse((await publish()).body) as { error: { details: { approvalId: never } } }
  approvalId = error.details.approvalId
})

test('a decision that names nothing seen holds for what the call was to do when it asked', async () => {
  await edit('Something else.')

  await expect(on.call(approveCall, { approvalId }, on.inPerson())).rejects.toMatchObject({ code: 'version_conflict' })
  expect((await publish()).status).toBe(428)
  const { items } = await on.call(listApprovals, { approvalId }, on.inPerson())
  expect(items).toMatchObject([
    { state: 'pending', untrusted: { records: [{ text: { content: 'Something else.' } }] } },
  ])
  await on.call(approveCall, { approvalId, seen: items[0]?.seen }, on.inPerson())
  expect((await publish()).status).toBe(200)
})

test('a decision that names nothing seen is good where nothing has changed', async () => {
  await on.call(approveCall, { approvalId }, on.inPerson())

  expect((await publish()).status).toBe(200)
})
