import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

import { bulkUpdateItems } from '#areas/content/operations/bulk-update-items.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { updateMemberRole } from '#areas/organizations/operations/update-member-role.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { scheduleItem } from '#areas/publishing/operations/schedule-item.ts'
import { consolidateItems } from '#areas/seo/operations/consolidate-items.ts'
import { revertChanges } from '#areas/undo/operations/revert-changes.ts'
import type { ChangedRecord } from '#kernel/approval.ts'
import { articlesOf, newMember } from '#test/sample-records.ts'
import { stage, type Stage } from '#test/stage.ts'

import { approveCall } from './operations/approve-call.ts'
import { declineCall } from './operations/decline-call.ts'
import { listApprovals } from './operations/list-approvals.ts'
import { setApprovalPolicy } from './operations/set-approval-policy.ts'

type Asked = { approvalId: never; changedSince?: ChangedRecord[] }

let on: Stage
let collectionId: never
beforeEach(async () => {
  on = await stage()
  collectionId = (await articlesOf(on)) as never
})

const wait = () => on.call(setApprovalPolicy, { risks: ['publish', 'destructive'] }, on.inPerson())
const item = async (title: string, content = 'First words.', options: { confirm?: boolean; door?: 'app' } = {}) => {
  const status = options.confirm === true ? ('published' as const) : ('draft' as const)
  return (await on.call(createItem, { collectionId, title, content, status }, options)).item
}
const publish = (id: string, options: object = {}) => on.answerOf(publishItem, { id }, { confirm: true, ...options })
const detailsOf = ({ body }: { body: string }) => (JSON.parse(body) as { error: { details: Asked } }).error.details
const approve = (approvalId: never, more: object = {}) => on.call(approveCall, { approvalId, ...more }, on.inPerson())
const shown = async (approvalId: never) => {
  const { items } = await on.call(listApprovals, { approvalId }, on.inPerson())
  if (items[0] === undefined) throw new Error('no such approval')
  return items[0]
}
const statusOf = async (id: never) => (await on.call(getItem, { id })).item.status

describe('an approval', () => {
  test('does not hold for an item that was rewritten since', async () => {
    const { id, version } = await item('Seen')
    await wait()
    const { approvalId } = detailsOf(await publish(id, { idempotencyKey: 'k' }))
    await approve(approvalId)
    await on.call(updateItem, { id: id as never, content: 'Something else.' })

    const again = await publish(id, { idempotencyKey: 'k' })

    const details = detailsOf(again)
    expect(again.status).toBe(428)
    expect(details.approvalId).not.toBe(approvalId)
    expect(details.changedSince).toEqual([{ type: 'item', id, from: version, to: version + 1 }])
    expect(await statusOf(id as never)).toBe('draft')
    expect(detailsOf(await publish(id, { idempotencyKey: 'k' })).approvalId).toBe(details.approvalId)
    expect((await shown(approvalId)).state).toBe('outdated')
    expect(await shown(details.approvalId)).toMatchObject({ state: 'pending', changedSince: details.changedSince })
    await approve(details.approvalId)
    expect((await publish(id, { idempotencyKey: 'k' })).status).toBe(200)
    expect(await statusOf(id as never)).toBe('published')
  })

  test('binds what a person saw at the decision, which a change after the request refreshes', async () => {
    const { id } = await item('Fresh', 'First words.', on.inPerson())
    await wait()
    const { approvalId } = detailsOf(await publish(id))
    const { seen } = await shown(approvalId)
    await on.call(updateItem, { id: id as never, content: 'Second words.' })

    await expect(approve(approvalId, { seen })).rejects.toMatchObject({ code: 'version_conflict' })
    const now = await shown(approvalId)
    expect(now.seen).not.toBe(seen)
    expect(now.untrusted.records).toMatchObject([
      {
        type: 'item',
        id,
        title: 'Fresh',
        change: 'changed',
        before: { status: 'draft' },
        after: { status: 'published' },
        text: { content: 'Second words.', base: { kind: 'person', revision: 1 }, warnings: expect.any(Array) },
      },
    ])
    expect(now.untrusted.records[0]?.text?.diff).toContain('-First words.\n+Second words.')
    await approve(approvalId, { seen: now.seen })
    expect((await publish(id)).status).toBe(200)
  })

  test('that is asked for again tells the agent what the call would do by now', async () => {
    const { id } = await item('Stale')
    await wait()
    const first = detailsOf(await publish(id))
    await on.call(updateItem, { id: id as never, title: 'Fresh' })

    const again = await publish(id)

    expect(again.status).toBe(428)
    expect(detailsOf(again)).toMatchObject({ approvalId: first.approvalId, effect: { item: { title: 'Fresh' } } })
    expect((await publish(id)).status).toBe(428)
  })

  test('that was declined is asked for again once what it is about has changed, and not before', async () => {
    const { id } = await item('Weak headline')
    await wait()
    const { approvalId } = detailsOf(await publish(id))
    await on.call(updateItem, { id, excerpt: 'Changed while it waits.' })
    await on.call(declineCall, { approvalId, reason: 'The headline' }, on.inPerson())

    const again = await publish(id)
    expect([again.status, detailsOf(again).approvalId]).toEqual([409, approvalId])
    await on.call(updateItem, { id, title: 'A better headline' })
    const asked = await publish(id, { idempotencyKey: 'after the headline' })

    expect(asked.status).toBe(428)
    const next = detailsOf(asked).approvalId
    expect(next).not.toBe(approvalId)
    const unkeyed = detailsOf(await publish(id)).approvalId
    expect([next, approvalId]).not.toContain(unkeyed)
    expect((await shown(approvalId)).state).toBe('declined')
    await approve(next)
    expect((await publish(id, { idempotencyKey: 'after the headline' })).status).toBe(200)
  })

  test('cannot be given for what would be refused by now', async () => {
    const { id } = await item('Gone')
    await wait()
    const { approvalId } = detailsOf(await publish(id))
    await on.rows(({ db }) => db.updateTable('item').set({ trashed_at: new Date() }).where('id', '=', id).execute())

    await expect(approve(approvalId)).rejects.toMatchObject({ code: 'invalid_transition' })
    expect(await shown(approvalId)).toMatchObject({ state: 'pending', wouldFailWith: 'invalid_transition' })
  })

  test('of a consolidation binds the items that it rewrites, and those that it would rewrite by now', async () => {
    const publicly = { confirm: true }
    const winner = await item('Winner', 'Words.', publicly)
    const loser = await item('Loser', 'Words.', publicly)
    const other = await item('Other', `A [link](/articles/${loser.slug}).`)
    await wait()
    const input = { winnerId: winner.id, duplicateIds: [loser.id], rewriteReferences: true, createRedirects: true }
    const merge = () => on.answerOf(consolidateItems, input, { confirm: true, idempotencyKey: 'merge' })
    const asked = await merge()
    expect(asked.body).toContain('approvalId')
    const first = detailsOf(asked)
    expect((await shown(first.approvalId)).untrusted.records.map(({ id }) => id)).toEqual(
      expect.arrayContaining([loser.id, other.id]),
    )
    await approve(first.approvalId)
    await on.call(updateItem, { id: other.id as never, excerpt: 'Changed.' })

    const second = detailsOf(await merge())
    expect(second.changedSince).toMatchObject([{ type: 'item', id: other.id, from: 1, to: 2 }])
    await approve(second.approvalId)
    const late = await item('Late', `Another [link](/articles/${loser.slug}).`)

    const third = detailsOf(await merge())
    expect(third.changedSince).toEqual([{ type: 'item', id: late.id, from: null, to: 1 }])
    await approve(third.approvalId)
    expect((await merge()).status).toBe(200)
  })

  test('of a job binds its items, until their turn', async () => {
    const [one, other] = [await item('One'), await item('Other')]
    await wait()
    const input = { ids: [one.id, other.id], patch: { status: 'published' as const } }
    const publishBoth = () => on.answerOf(bulkUpdateItems, input, { confirm: true, idempotencyKey: 'both' })
    const { approvalId } = detailsOf(await publishBoth())
    const { records } = (await shown(approvalId)).untrusted
    expect(records).toMatchObject([one, other].map(({ id }) => ({ id, text: { content: 'First words.' } })))
    await approve(approvalId)
    await on.call(updateItem, { id: one.id as never, content: 'Something else.' })

    const { approvalId: next, changedSince } = detailsOf(await publishBoth())
    expect(changedSince).toEqual([{ type: 'item', id: one.id, from: 1, to: 2 }])
    await approve(next)
    expect((await publishBoth()).status).toBe(200)
    await on.call(updateItem, { id: other.id as never, content: 'Unseen.' })
    await on.work()

    expect(await statusOf(one.id as never)).toBe('published')
    expect(await statusOf(other.id as never)).toBe('draft')
  })

  test('of a date binds the text: an agent edits a scheduled item with another approval', async () => {
    const { id } = await item('Dated')
    await wait()
    const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString()
    const schedule = () =>
      on.answerOf(scheduleItem, { id, publishAt: inAMonth }, { confirm: true, idempotencyKey: 'date' })

    await approve(detailsOf(await schedule()).approvalId)
    expect((await schedule()).status).toBe(200)

    const edit = () => on.answerOf(updateItem, { id, content: 'Unseen.' }, { confirm: true, idempotencyKey: 'edit' })
    const asked = await edit()

    expect(asked.status).toBe(428)
    const { approvalId } = detailsOf(asked)
    expect((await shown(approvalId)).untrusted.records).toMatchObject([{ id, text: { content: 'Unseen.' } }])
    expect((await on.call(getItem, { id: id as never, bodyFormat: 'source' })).item.content).toBe('First words.')
    await approve(approvalId)
    const edited = await edit()
    expect(edited.status).toBe(200)
    expect(await statusOf(id as never)).toBe('scheduled')

    const { requestId } = JSON.parse(edited.body) as { requestId: never }
    const back = await on.answerOf(
      revertChanges,
      { requestIds: [requestId] },
      { confirm: true, idempotencyKey: 'back' },
    )
    expect([back.status, typeof detailsOf(back).approvalId]).toEqual([428, 'string'])
  })

  test('of a role binds the membership', async () => {
    const userId = await newMember(on)
    await wait()
    const promote = () => on.answerOf(updateMemberRole, { userId, role: 'admin' }, { confirm: true })
    const { approvalId } = detailsOf(await promote())
    expect((await shown(approvalId)).untrusted.records).toMatchObject([
      { type: 'member', id: userId, before: { role: 'author' }, after: { role: 'admin' } },
    ])
    await approve(approvalId)
    await on.call(updateMemberRole, { userId, role: 'viewer' }, { confirm: true, ...on.inPerson({ elevated: true }) })

    expect(detailsOf(await promote()).changedSince).toMatchObject([{ type: 'member', id: userId, from: 1, to: 2 }])
  })

  test('does not hold for a change that commits while the call runs', async ({ skip }) => {
    if (on.database.backend.kind !== 'postgres') skip('one session: nothing runs at the same time')
    const { id } = await item('Raced')
    await wait()
    const { approvalId } = detailsOf(await publish(id))
    await approve(approvalId)

    // Begun outside the transaction of the change, so that it has one of its own.
    const locked = Promise.withResolvers<void>()
    const running = locked.promise.then(() => publish(id))
    await on.rows(async ({ db }) => {
      await db.updateTable('item').set({ title: 'Rewritten', version: 2 }).where('id', '=', id).execute()
      locked.resolve()
      await waitsForLock(db)
    })

    expect(detailsOf(await running)).toMatchObject({ changedSince: [{ type: 'item', id, from: 1, to: 2 }] })
    expect(await statusOf(id as never)).toBe('draft')
  })
})

/** Resolves when another connection waits for a row of this transaction. */
async function waitsForLock(db: Parameters<Parameters<Stage['rows']>[0]>[0]['db']): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_locks where not granted
      and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(db)
    if (rows.length > 0) return
  }
}
