import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { requestItemReview } from '#areas/content/operations/request-item-review.ts'
import { submitItemReview } from '#areas/content/operations/submit-item-review.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import type { Access } from '#kernel/access.ts'
import { newId, type UserId } from '#kernel/ids.ts'
import type { Mail, Message } from '#kernel/mail.ts'
import { ceilingOf, type Role } from '#kernel/scope.ts'
import { addMember, addUser } from '#test/people.ts'
import { stage } from '#test/stage.ts'

type Stage = Awaited<ReturnType<typeof stage>>

const articles = 'articles' as never
const confirm = { confirm: true }

/** A member of the organization, and what calls of theirs are made with. */
async function member(on: Stage, role: Role): Promise<{ userId: UserId; as: Partial<Access> }> {
  const userId = await addMember(on.database, on.access.organization.id, role)
  const actor = { ...on.access.actor, userId, kind: 'user' as const, credentialType: 'session' as const }
  return { userId, as: { role, scopes: ceilingOf[role], grantedScopes: ceilingOf[role], actor } }
}

async function draft({ call }: Stage, as?: Partial<Access>) {
  return (await call(createItem, { collectionId: articles, title: 'A draft' }, as === undefined ? {} : { as })).item
}

const policy = (on: Stage, wanted: { requireApproval?: boolean; fourEyes?: boolean }) =>
  on.rows(({ db }) =>
    db
      .updateTable('organization_setting')
      .set({ publishing_policy: JSON.stringify(wanted) })
      .execute(),
  )

function mailbox(): { mail: Mail; sent: Message[] } {
  const sent: Message[] = []
  return { sent, mail: { isConfigured: true, queue: async (_db, message) => void sent.push(message) } }
}

test('a review is requested, decided and shown, and both sides are told by mail', async () => {
  const on = await stage()
  const [author, editor] = [await member(on, 'author'), await member(on, 'editor')]
  const { id } = await draft(on, author.as)
  const { mail, sent } = mailbox()
  const reviewerUserIds = [editor.userId, editor.userId]

  const asked = await on.call(requestItemReview, { id, reviewerUserIds, note: 'By Friday' }, { as: author.as, mail })
  const first = (await on.call(getItem, { id })).item
  const decided = await on.call(
    submitItemReview,
    { id, decision: 'changes', note: 'Name a source' },
    { as: editor.as, mail },
  )
  const second = (await on.call(getItem, { id })).item

  expect([asked, decided]).toEqual([
    { reviewState: 'requested', version: 2, mailed: 1 },
    { reviewState: 'changes_requested', version: 3 },
  ])
  expect(first).toMatchObject({
    reviewState: 'requested',
    review: { requestedBy: author.userId, reviewerUserIds: [editor.userId], note: 'By Friday', decision: null },
  })
  expect(second).toMatchObject({
    reviewState: 'changes_requested',
    review: { decision: 'changes', decidedBy: editor.userId, decisionNote: 'Name a source' },
  })
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [`${editor.userId}@example.com`, 'Review: A draft'],
    [`${author.userId}@example.com`, 'Changes asked for: A draft'],
  ])
  expect(sent[0]?.text).toContain('By Friday')
  expect(sent[0]?.text).toContain(`https://masthead.test/o/${on.access.organization.slug}/content/${id}`)
})

test('who is asked again about an item gets no second mail within a day, until they have decided', async () => {
  const on = await stage()
  const [author, editor, other] = [await member(on, 'author'), await member(on, 'editor'), await member(on, 'editor')]
  const { id } = await draft(on, author.as)
  const { mail, sent } = mailbox()
  const ask = (reviewers: UserId[], more: object = {}) =>
    on.call(requestItemReview, { id, reviewerUserIds: reviewers, ...more }, { as: author.as, mail })
  await ask([editor.userId])

  const again = await ask([editor.userId, other.userId], { note: 'Please!' })
  await on.call(updateItem, { id, title: 'Another title' }, { as: author.as })
  const edited = await ask([editor.userId])
  await on.call(submitItemReview, { id, decision: 'changes' }, { as: editor.as })
  const decided = await ask([editor.userId, other.userId])

  expect([again.mailed, edited.mailed, decided.mailed]).toEqual([1, 0, 1])
  expect(sent.map(({ to }) => to?.slice(0, editor.userId.length))).toEqual(
    [editor, other, editor].map((one) => one.userId),
  )
  expect((await on.call(getItem, { id })).item.review?.reviewerUserIds).toEqual([editor.userId, other.userId])
})

test('a member gets twenty mails about reviews in a day at most, and still finds the rest', async () => {
  const on = await stage()
  const editor = await member(on, 'editor')
  const { mail, sent } = mailbox()

  for (let n = 0; n < 22; n++) {
    const { id } = await draft(on)
    await on.call(requestItemReview, { id, reviewerUserIds: [editor.userId] }, { mail })
  }

  expect(sent).toHaveLength(20)
})

test('only members who may approve are asked', async () => {
  const on = await stage()
  const { id } = await draft(on)
  const foreign = await stage()
  const suspended = await member(on, 'editor')
  await on.database.asIdentity((db) =>
    db
      .updateTable('auth.memberships')
      .set({ suspended_at: new Date() })
      .where('user_id', '=', suspended.userId)
      .execute(),
  )
  const ask = (userId: string) => on.call(requestItemReview, { id, reviewerUserIds: [userId as UserId] })

  for (const nobody of [newId('user'), 'nonsense', foreign.access.actor.userId, await addUser(on.database)])
    await expect(ask(nobody)).rejects.toMatchObject({ code: 'not_found', message: expect.stringContaining('reviewer') })
  for (const unfit of [(await member(on, 'author')).userId, suspended.userId])
    await expect(ask(unfit)).rejects.toMatchObject({
      code: 'validation_failed',
      details: [{ path: '/input/reviewerUserIds' }],
    })
  expect((await on.call(getItem, { id })).item).toMatchObject({ reviewState: 'none', review: null, version: 1 })
})

test('a review that nobody asked for, an approved item and the trash are refused', async () => {
  const on = await stage()
  const { id } = await draft(on)
  const reviewerUserIds = [(await member(on, 'editor')).userId]
  const refused = (state: string) => ({ code: 'invalid_transition', details: { state } })

  await expect(on.call(submitItemReview, { id, decision: 'approve' })).rejects.toMatchObject(refused('none'))
  await on.call(requestItemReview, { id, reviewerUserIds })
  await on.call(submitItemReview, { id, decision: 'approve' })
  await expect(on.call(submitItemReview, { id, decision: 'changes' })).rejects.toMatchObject(refused('approved'))
  await expect(on.call(requestItemReview, { id, reviewerUserIds })).rejects.toMatchObject(refused('approved'))
  await on.call(deleteItem, { id }, confirm)

  await expect(on.call(requestItemReview, { id, reviewerUserIds })).rejects.toMatchObject(refused('trash'))
  await expect(on.call(submitItemReview, { id, decision: 'approve' })).rejects.toMatchObject(refused('trash'))
})

test('an approval is for what was seen: a stale version is refused, and an edit afterwards takes it away', async () => {
  const on = await stage()
  await policy(on, { requireApproval: true })
  const reviewerUserIds = [(await member(on, 'editor')).userId]
  const { id } = await draft(on)
  const { version } = await on.call(requestItemReview, { id, reviewerUserIds })
  await on.call(updateItem, { id, content: 'More.' })

  await expect(on.call(submitItemReview, { id, decision: 'approve', ifVersion: version })).rejects.toMatchObject({
    code: 'version_conflict',
  })
  await on.call(submitItemReview, { id, decision: 'approve', ifVersion: version + 1 })
  await expect(
    on.call(updateItem, { id, content: 'Something else.', status: 'published' }, confirm),
  ).rejects.toMatchObject({ code: 'blocked_by_policy' })
  expect((await on.call(getItem, { id })).item).toMatchObject({ reviewState: 'approved', status: 'draft' })
  await on.call(updateItem, { id, slug: 'another' })
  expect((await on.call(getItem, { id })).item.reviewState).toBe('none')
  await expect(on.call(updateItem, { id, status: 'published' }, confirm)).rejects.toMatchObject({
    code: 'blocked_by_policy',
  })
})

test('status, date and filing are no edits: what is approved stays so, and edits of public items stay live', async () => {
  const on = await stage()
  await policy(on, { requireApproval: true })
  const { id } = await draft(on)
  await on.call(requestItemReview, { id, reviewerUserIds: [(await member(on, 'editor')).userId] })
  await on.call(submitItemReview, { id, decision: 'approve' })

  const publishAt = new Date(Date.now() + 3600_000).toISOString()
  await on.call(updateItem, { id, status: 'scheduled', publishAt, tagIds: [] }, confirm)
  const { item: live } = await on.call(updateItem, { id, status: 'published' }, confirm)
  const { item: edited } = await on.call(updateItem, { id, title: 'Better', status: 'published' }, confirm)

  expect(live).toMatchObject({ status: 'published', reviewState: 'approved' })
  expect(edited).toMatchObject({ status: 'published', reviewState: 'none', title: 'Better' })
})

test('with four eyes nobody approves what they wrote, by hand or through an agent', async () => {
  const on = await stage()
  await policy(on, { fourEyes: true })
  const [first, second, third] = [await member(on, 'editor'), await member(on, 'editor'), await member(on, 'editor')]
  const agentOf = (person: typeof first): Partial<Access> => ({
    ...person.as,
    actor: { ...on.access.actor, userId: person.userId, kind: 'agent', credentialType: 'api_key' },
  })
  const { id } = await draft(on, agentOf(first))
  await on.call(updateItem, { id, title: 'Better' }, { as: second.as })
  const ask = (userId: UserId) => on.call(requestItemReview, { id, reviewerUserIds: [userId] }, { as: first.as })
  const decide = (as: Partial<Access>, decision: 'approve' | 'changes' = 'approve') =>
    on.call(submitItemReview, { id, decision }, { as })
  const forbidden = { code: 'role_forbidden', details: { fourEyes: true } }

  await expect(ask(second.userId)).rejects.toMatchObject({ code: 'validation_failed' })
  await ask(third.userId)
  for (const writer of [first.as, second.as, agentOf(first), agentOf(second)])
    await expect(decide(writer)).rejects.toMatchObject(forbidden)
  await expect(decide(agentOf(third))).resolves.toMatchObject({ reviewState: 'approved' })

  // The third has written since; the second has not, and the first made the item.
  await on.call(updateItem, { id, title: 'Best' }, { as: third.as })
  await ask(second.userId)
  for (const writer of [first.as, third.as]) await expect(decide(writer)).rejects.toMatchObject(forbidden)
  await expect(decide(first.as, 'changes')).resolves.toMatchObject({ reviewState: 'changes_requested' })
  await ask(second.userId)
  await expect(decide(second.as)).resolves.toMatchObject({ reviewState: 'approved' })
})

test('without four eyes the writer may approve, and nobody is told of what they did themselves', async () => {
  const on = await stage()
  const { id } = await draft(on)
  const { mail, sent } = mailbox()
  const reviewerUserIds = [on.access.actor.userId]
  await on.call(requestItemReview, { id, reviewerUserIds }, { mail })

  await on.call(submitItemReview, { id, decision: 'approve' }, { mail })

  expect(sent).toEqual([])
  expect((await on.call(getItem, { id })).item.reviewState).toBe('approved')
})

test('an approval lets a due item that was refused be tried again at once', async () => {
  const on = await stage()
  await policy(on, { requireApproval: true })
  const { id } = await draft(on)
  await on.call(requestItemReview, { id, reviewerUserIds: [(await member(on, 'editor')).userId] })
  const retryAt = new Date(Date.now() + 3600_000)
  await on.rows(({ db }) =>
    db
      .updateTable('item')
      .set({ status: 'scheduled', publish_at: new Date(), publish_retry_at: retryAt, publish_attempts: 4 })
      .where('id', '=', id)
      .execute(),
  )

  await on.call(submitItemReview, { id, decision: 'approve' })

  const row = await on.rows(({ db }) =>
    db.selectFrom('item').select('publish_retry_at').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(row.publish_retry_at).toBeNull()
})
