import { expect, test } from 'vitest'

import { approveCall } from '#areas/approvals/operations/approve-call.ts'
import { listApprovals } from '#areas/approvals/operations/list-approvals.ts'
import { setApprovalPolicy } from '#areas/approvals/operations/set-approval-policy.ts'
import { bulkUpdateItems } from '#areas/content/operations/bulk-update-items.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { revertChanges } from '#areas/undo/operations/revert-changes.ts'
import { undoStage } from '#test/undo-stage.ts'

const records = 51

/** A bulk change to drafts that an agent asks to take back, in a stage where people approve that. */
async function askedStage() {
  const on = await undoStage()
  const ids: `itm_${string}`[] = []
  for (let n = 0; n < records; n++) ids.push(await on.publish(`Item ${n}`, { content: `Words ${n}.` }))
  const change = await on.done(bulkUpdateItems, { ids, patch: { status: 'draft' } })
  await on.work()
  await on.call(setApprovalPolicy, { risks: ['publish', 'destructive'] }, on.inPerson())
  const ask = async () => {
    const { status, body } = await on.answerOf(
      revertChanges,
      { requestIds: [change.requestId] },
      { confirm: true, idempotencyKey: 'undo' },
    )
    // The parts of the answer that the tests look at.
    const { error, result } = JSON.parse(body) as {
      error?: { details: { approvalId: never; changedSince?: unknown } }
      result?: { jobId: `job_${string}` }
    }
    return { status, details: error?.details, jobId: result?.jobId }
  }
  const { details } = await ask()
  if (details === undefined) throw new Error('nobody was asked')
  const { items } = await on.call(listApprovals, { approvalId: details.approvalId }, on.inPerson())
  await on.call(approveCall, { approvalId: details.approvalId, seen: items[0]?.seen }, on.inPerson())
  return { on, ids, ask, shown: items[0]?.untrusted.records ?? [] }
}

test('an approval of a large revert shows the texts that go public, and ends with an edit of one', async () => {
  const { on, ids, ask, shown } = await askedStage()
  const id = ids[7] ?? 'itm_'
  expect(shown).toHaveLength(records)
  expect(shown.find((one) => one.id === id)).toMatchObject({
    before: { status: 'draft' },
    after: { status: 'published' },
    text: { content: 'Words 7.' },
  })
  await on.call(updateItem, { id, content: 'Nobody saw this.' })

  const again = await ask()

  expect([again.status, again.details?.changedSince]).toMatchObject([428, [{ type: 'item', id }]])
  expect((await on.itemOf(id)).status).toBe('draft')
})

test('a large revert that was approved leaves what somebody edits before its job comes to it', async () => {
  const { on, ids, ask } = await askedStage()
  const id = ids[7] ?? 'itm_'
  const { jobId = 'job_' } = await ask()
  await on.call(updateItem, { id, content: 'Nobody saw this.' })

  await on.work()

  expect((await on.call(getJob, { jobId })).result).toMatchObject({
    reverted: records - 1,
    skipped: [{ id, code: 'changed_since' }],
  })
  expect((await on.itemOf(id)).status).toBe('draft')
})
