import { expect, test } from 'vitest'

import { listAgentAuditLog } from '#areas/agent-audit/operations/list-agent-audit-log.ts'
import { bulkUpdate } from '#areas/content/jobs/bulk-update-items.ts'
import { bulkUpdateItems } from '#areas/content/operations/bulk-update-items.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { listItemRevisions } from '#areas/content/operations/list-item-revisions.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { submitDraft } from '#areas/generation/operations/submit-draft.ts'
import { cancelJob } from '#areas/jobs/operations/cancel-job.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { createContextEntry } from '#areas/library/operations/create-context-entry.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { scheduleItem } from '#areas/publishing/operations/schedule-item.ts'
import { unpublishItem } from '#areas/publishing/operations/unpublish-item.ts'
import { unscheduleItem } from '#areas/publishing/operations/unschedule-item.ts'
import { listRedirects } from '#areas/seo/operations/list-redirects.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { deleteTaxonomyTerm } from '#areas/taxonomies/operations/delete-taxonomy-term.ts'
import { createBlogTopic } from '#areas/topics/operations/create-blog-topic.ts'
import { listTopics } from '#areas/topics/operations/list-topics.ts'
import { findCalls } from '#areas/undo/calls.ts'
import { revertChangesJob } from '#areas/undo/jobs/revert-changes.ts'
import { revertChanges } from '#areas/undo/operations/revert-changes.ts'
import { planOf } from '#areas/undo/plan.ts'
import { newId } from '#kernel/ids.ts'
import { job } from '#kernel/job.ts'
import { addKey } from '#test/people.ts'
import { undoStage } from '#test/undo-stage.ts'
import { told, toldDuring } from '#test/website.ts'

const inAYear = () => new Date(Date.now() + 300 * 24 * 3600 * 1000).toISOString()

async function draftOf(on: Awaited<ReturnType<typeof undoStage>>, more = {}) {
  const { result, requestId } = await on.done(createItem, { collectionId: 'articles', title: 'Draft', ...more })
  return { id: result['item']?.id as `itm_${string}`, requestId }
}

const sampleTopic = {
  topic: 'How to choose ink',
  primaryKeyword: 'choose ink',
  angle: 'What lasts',
  collectionPresetId: 'articles',
}
const sampleDraft = {
  title: 'How to choose ink',
  content: 'Choose ink by the paper.',
  tldr: 'Look at the paper first, then at how long the ink must last, and try two of them for a week before you buy.',
  seoTitle: 'How to choose ink for your paper',
  metaDescription: 'Choose ink in three steps: the paper, how long it must last, and a week with two of them.',
}

test('a state is taken back alone, and every row is as it was', async () => {
  const on = await undoStage()
  const [draft, public_, elsewhere] = [await draftOf(on), await on.publish('Public'), await on.publish('Elsewhere')]
  const scheduled = await draftOf(on, { title: 'Scheduled', status: 'scheduled', publishAt: inAYear() })
  const cases = [
    ['unpublish', publishItem, { id: draft.id }],
    ['unschedule', scheduleItem, { id: draft.id, publishAt: inAYear() }],
    ['republish', unscheduleItem, { id: scheduled.id }],
    ['republish', unpublishItem, { id: public_, redirectTo: elsewhere }],
    ['untrash', deleteItem, { id: public_ }],
  ] as const

  for (const [action, op, input] of cases) {
    const before = await on.allRows()
    const { requestId } = await on.done(op, input)
    const undone = await on.revert(requestId)

    expect(undone.records.find(({ type }) => type === 'item')).toMatchObject({ id: input.id, action })
    expect(undone.skipped).toEqual([])
    expect(await on.allRows()).toEqual(before)
  }
})

test('the first date of a publication goes by itself where somebody else unpublished the item, once', async () => {
  const on = await undoStage()
  const { id } = await draftOf(on)
  const published = await on.done(publishItem, { id })
  await on.done(unpublishItem, { id }, on.asPerson)
  const input = { requestIds: [published.requestId] }

  const plan = await on.call(revertChanges, input, { dryRun: true, ...on.asPerson })
  const undone = await on.revert(published.requestId)

  expect(undone).toMatchObject({ records: plan.records, skipped: [], reverted: 1 })
  expect(undone.records).toMatchObject([{ id, action: 'restore', fields: ['firstPublishedAt'] }])
  expect(await on.itemOf(id)).toMatchObject({ status: 'draft', firstPublishedAt: null })
  const [latest] = (await on.call(listItemRevisions, { id })).items
  expect(latest).toMatchObject({ revertOf: [published.requestId] })
  expect(await on.revert(published.requestId)).toMatchObject({ records: [], skipped: [], reverted: 0 })
})

test('a merged category comes back with its items, and goes again', async () => {
  const on = await undoStage()
  const category = async (name: string) =>
    (await on.done(createTaxonomyTerm, { taxonomy: 'category', name })).result['term']?.id ?? ''
  const [kept, gone, third] = [await category('Kept'), await category('Gone'), await category('Third')]
  await draftOf(on, { title: 'One', categoryIds: [third, gone] })
  await draftOf(on, { title: 'Both', categoryIds: [gone, third, kept] })
  const since = await draftOf(on, { title: 'Since', categoryIds: [gone] })
  const before = await on.allRows()
  const merge = await on.done(deleteTaxonomyTerm, { termId: gone, reassignToId: kept })
  const merged = await on.allRows()

  const undone = await on.done(revertChanges, { requestIds: [merge.requestId] }, on.asPerson)
  expect(await on.allRows()).toEqual(before)

  await on.revert(undone.requestId)
  expect(await on.allRows()).toEqual(merged)

  await on.done(updateItem, { id: since.id, categoryIds: [third] })
  await on.revert(merge.requestId)
  expect(await on.itemOf(since.id)).toMatchObject({ categories: [{ id: third }] })
})

test('what cannot be taken back is skipped with its reason, and holds nothing up', async () => {
  const on = await undoStage()
  const tag = await on.done(createTaxonomyTerm, { taxonomy: 'tag', name: 'Used' })
  const topic = await on.done(createBlogTopic, sampleTopic)
  const renamed = await on.publish('Renamed')
  const rename = await on.done(updateItem, { id: renamed, slug: 'renamed-since' })
  const removed = await draftOf(on, { title: 'Removed' })
  const behind = await on.publish('Behind')
  const unpublish = await on.done(unpublishItem, { id: behind })
  const fine = await draftOf(on, { title: 'Fine' })
  const calls = [tag, topic, rename, removed, unpublish, fine].map(({ requestId }) => requestId)

  const taken = await draftOf(on, { title: 'Taken' })
  await on.done(updateItem, { id: taken.id, slug: 'renamed' })
  const tagId = tag.result['term']?.id ?? ''
  await draftOf(on, { title: 'User', tagIds: [tagId] })
  const topicId = topic.result['topic']?.id ?? ''
  await on.done(submitDraft, { topicId, draft: sampleDraft })
  await on.done(deleteItem, { id: removed.id, permanent: true })
  await on.done(updateItem, { id: behind, content: 'Nobody has seen this.' })
  const policy = { publishingPolicy: { requireApproval: true } }
  await on.done(updateOrganizationSettings, policy, on.asPerson)

  const [redirectId] = (await on.call(listRedirects, {})).items.map(({ id }) => id)
  const undone = await on.revert(...calls)

  expect(Object.fromEntries(undone.skipped.map(({ id, code }) => [id, code]))).toEqual({
    [tagId]: 'in_use',
    [topicId]: 'in_use',
    [renamed]: 'slug_taken',
    [redirectId ?? '']: 'in_use',
    [removed.id]: 'gone',
    [behind]: 'not_revertible',
  })
  expect(undone.records.map(({ id }) => id)).toContain(fine.id)
})

test('what is older than 90 days stays', async () => {
  const on = await undoStage()
  const { id, requestId } = await draftOf(on)
  const now = new Date(Date.now() + 91 * 24 * 3600 * 1000)

  const plan = await on.rows(async ({ db }) =>
    planOf(db, { calls: await findCalls(db, { requestIds: [requestId] }, on.access), scopes: on.access.scopes, now }),
  )

  expect(plan).toMatchObject({ records: [], skipped: [{ id, code: 'too_old' }] })
})

test('websites learn of an item that is no longer public, and of those that still are', async () => {
  const on = await undoStage({ webhooks: told })
  const kept = await on.publish('Kept')
  const draft = (await on.done(createItem, { collectionId: 'articles', title: 'Draft' })).result['item']?.id
  const calls = [
    await on.done(createItem, { collectionId: 'articles', title: 'New', status: 'published' }),
    await on.done(updateItem, { id: draft, status: 'published' }),
    await on.done(updateItem, { id: kept, title: 'Changed' }),
  ]
  const made = calls[0]?.result['item']?.id

  const messages = await toldDuring(on, () => on.revert(...calls.map(({ requestId }) => requestId)))

  expect(messages.toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
    { reason: 'deleted', itemIds: [made] },
    { reason: 'unpublished', itemIds: [draft] },
    { reason: 'updated', itemIds: [kept] },
  ])
})

test('websites learn of a transaction in one message', async () => {
  const on = await undoStage({ webhooks: told })
  const ids = [await on.publish('One'), await on.publish('Two')]
  const calls = [
    await on.done(updateItem, { id: ids[0], title: 'Changed', slug: 'changed' }),
    await on.done(updateItem, { id: ids[1], title: 'Changed too' }),
  ]

  const messages = await toldDuring(on, () => on.revert(...calls.map(({ requestId }) => requestId)))

  expect(messages).toMatchObject([{ reason: 'updated' }])
  expect(messages[0]?.itemIds.toSorted()).toEqual(ids.toSorted())
})

test('a job that dies between its transactions goes on where it was', async () => {
  const on = await undoStage()
  const from = new Date(Date.now() - 1000).toISOString()
  for (let n = 0; n < 51; n++) await on.call(createContextEntry, { kind: 'fact', title: `Fact ${n}`, body: 'B' })
  const left = () => on.rows(({ db }) => db.selectFrom('context_entry').select('id').execute())
  const sitting = { credentialId: on.access.actor.credentialId, from, to: new Date(Date.now() + 1000).toISOString() }
  const { jobId } = await on.call(revertChanges, { sitting }, { confirm: true })
  const atSecond = Promise.withResolvers<void>()
  const dying = job({
    ...revertChangesJob,
    work: (ctx, input) => {
      const once: typeof ctx.once = (name, work) => {
        if (name === '0') return ctx.once(name, work)
        atSecond.resolve()
        return new Promise(() => {})
      }
      return revertChangesJob.work({ ...ctx, once }, input)
    },
  })
  void on.runJob(on.jobRunner([dying]), String(jobId))
  await atSecond.promise
  expect(await left()).toHaveLength(1)

  await on.runJob(on.jobRunner([revertChangesJob]), String(jobId))

  expect(await left()).toEqual([])
  expect(await on.call(getJob, { jobId: jobId ?? 'job_' })).toMatchObject({
    state: 'succeeded',
    result: { reverted: 51 },
  })
})

test('a call whose job is at work is not taken back before it has ended', async () => {
  const on = await undoStage()
  const ids = [(await draftOf(on)).id, (await draftOf(on)).id]
  const pushed = await on.done(updateItem, { id: ids[0], title: 'Changed' })
  const bulk = await on.call(bulkUpdateItems, { ids, patch: { status: 'published' } }, { confirm: true })
  const { requestId } = await on.call(getJob, { jobId: bulk.jobId })
  const second = Promise.withResolvers<void>()
  const halfway = job({
    ...bulkUpdate,
    work: (ctx, input) => {
      const once: typeof ctx.once = (name, work) => {
        if (name === ids[0]) return ctx.once(name, work)
        second.resolve()
        return new Promise(() => {})
      }
      return bulkUpdate.work({ ...ctx, once }, input)
    },
  })
  void on.runJob(on.jobRunner([halfway]), bulk.jobId)
  await second.promise

  const early = await on.revert(requestId, pushed.requestId)
  const alternative = { operation: 'cancelJob', input: { jobId: bulk.jobId } }
  expect(early).toMatchObject({
    records: [{ id: ids[0], fields: ['title'] }],
    skipped: [{ type: 'call', id: requestId, title: 'bulkUpdateItems', code: 'not_revertible', alternative }],
  })
  const log = await on.call(listAgentAuditLog, {})
  expect(log.items.flatMap((one) => ('revertedBy' in one ? one.requestId : []))).toEqual([pushed.requestId])

  await on.call(cancelJob, { jobId: bulk.jobId }, on.asPerson)
  const undone = await on.revert(requestId)
  expect(undone).toMatchObject({ records: [{ id: ids[0], action: 'unpublish' }], skipped: [] })
})

test('what a key did is its own after it was rotated', async () => {
  const on = await undoStage()
  const owner = { organizationId: on.access.organization.id, userId: on.access.actor.userId }
  const keys = [await addKey(on.database, owner), await addKey(on.database, owner), await addKey(on.database, owner)]
  const [first, second, foreign] = keys.map(({ id }) => id)
  await on.database.asIdentity((db) =>
    db.updateTable('auth.api_keys').set({ rotated_from: first }).where('id', '=', String(second)).execute(),
  )
  const as = (credentialId = newId('apiKey') as string) => ({ as: { actor: { ...on.access.actor, credentialId } } })
  const { requestId } = await on.done(createItem, { collectionId: 'articles', title: 'Mine' }, as(first))
  const revert = (by: string | undefined) =>
    on.call(revertChanges, { requestIds: [requestId] }, { confirm: true, ...as(by) })

  await expect(revert(foreign)).rejects.toMatchObject({ code: 'not_found' })
  expect(await revert(second)).toMatchObject({ reverted: 1 })
})

test('a note is kept with each revision of the call and its job, and in the log', async () => {
  const on = await undoStage()
  const { id, requestId } = await draftOf(on, { note: 'For the launch' })
  const tag = await on.done(createTaxonomyTerm, { taxonomy: 'tag', name: 'Launch' })
  const tagIds = [tag.result['term']?.id]
  await on.done(bulkUpdateItems, { ids: [id], patch: { tagIds }, note: 'Not yet' })
  await on.work()
  const refused = on.call(publishItem, { id, note: 'Two\nlines' }, { confirm: true })
  await expect(refused).rejects.toMatchObject({ code: 'validation_failed' })
  await expect(on.call(updateItem, { id, note: 'Nothing' })).rejects.toMatchObject({ code: 'validation_failed' })
  await expect(on.call(publishItem, { id, note: 'Unconfirmed' })).rejects.toThrow()

  const { items } = await on.call(listItemRevisions, { id })
  expect(items.map(({ note }) => note)).toEqual(['Not yet', 'For the launch'])
  const log = await on.call(listAgentAuditLog, {})
  const notes = log.items.flatMap(({ note }) => note ?? [])
  expect(notes.toSorted()).toEqual(['For the launch', 'Not yet', 'Unconfirmed'])
  expect(log.items.find((record) => record.requestId === requestId)).toMatchObject({ note: 'For the launch' })
})

test.each<[string, Record<string, unknown> | undefined]>([
  ['stays', { tldr: 'Somebody has written another one since.' }],
  ['goes', undefined],
])('a topic whose draft %s is free for another one only where that is gone', async (_name, change) => {
  const on = await undoStage()
  const topicId = (await on.done(createBlogTopic, sampleTopic)).result['topic']?.id ?? ''
  const submitted = await on.done(submitDraft, { topicId, draft: sampleDraft })
  const id = submitted.result['item']?.id as `itm_${string}`
  if (change !== undefined) await on.done(updateItem, { id, ...change })

  const undone = await on.revert(submitted.requestId)

  const [topic] = (await on.call(listTopics, {})).items
  if (change === undefined) {
    expect(undone.skipped).toEqual([])
    return expect(topic).toMatchObject({ state: 'pending', itemId: null })
  }
  expect(undone).toMatchObject({
    records: [],
    skipped: [
      { id, code: 'changed_since' },
      { id: topicId, code: 'in_use' },
    ],
  })
  expect(topic).toMatchObject({ state: 'drafted', itemId: id })
})

test('a topic does not get back a draft that is gone for good, and is told so', async () => {
  const on = await undoStage()
  const topicId = (await on.done(createBlogTopic, sampleTopic)).result['topic']?.id ?? ''
  const submitted = await on.done(submitDraft, { topicId, draft: sampleDraft })
  await on.done(deleteItem, { id: submitted.result['item']?.id, permanent: true })
  const undone = await on.done(revertChanges, { requestIds: [submitted.requestId] }, on.asPerson)

  const again = await on.revert(undone.requestId)

  expect(again.records).toEqual([])
  expect(again.skipped).toMatchObject([{ id: topicId, code: 'gone', fields: ['state', 'itemId'] }])
})
