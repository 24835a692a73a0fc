import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { stageRevision } from '#areas/content/revisions/revisions.ts'
import { lockWorld } from '#areas/items/stored/world.ts'
import { createContextEntry } from '#areas/library/operations/create-context-entry.ts'
import { deleteContextEntry } from '#areas/library/operations/delete-context-entry.ts'
import { getContextEntry } from '#areas/library/operations/get-context-entry.ts'
import { listContextEntries } from '#areas/library/operations/list-context-entries.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { unpublishItem } from '#areas/publishing/operations/unpublish-item.ts'
import { consolidateItems } from '#areas/seo/operations/consolidate-items.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { deleteTaxonomyTerm } from '#areas/taxonomies/operations/delete-taxonomy-term.ts'
import { listTaxonomyTerms } from '#areas/taxonomies/operations/list-taxonomy-terms.ts'
import { createBlogTopic } from '#areas/topics/operations/create-blog-topic.ts'
import { deleteTopic } from '#areas/topics/operations/delete-topic.ts'
import { listTopics } from '#areas/topics/operations/list-topics.ts'
import { revertChanges } from '#areas/undo/operations/revert-changes.ts'
import { newId } from '#kernel/ids.ts'
import { undoStage } from '#test/undo-stage.ts'

const confirm = { confirm: true } as const

test('a change is taken back field by field, once, and the revert can be reverted', async () => {
  const on = await undoStage()
  const id = await on.publish('Old', { content: 'Old words.', excerpt: 'Mine' })
  const change = await on.done(updateItem, { id, title: 'New', content: 'New words.', slug: 'new' })
  await on.call(updateItem, { id, excerpt: 'Later' }, confirm)

  const plan = await on.call(revertChanges, { requestIds: [change.requestId] }, { dryRun: true })
  expect(plan.records).toMatchObject([
    { type: 'item', id, action: 'restore', live: true, to: { title: 'Old', content: 'Old words.', slug: 'old' } },
    { type: 'redirect', action: 'remove' },
  ])
  const undone = await on.done(revertChanges, { requestIds: [change.requestId], note: 'Not this' })

  expect(await on.itemOf(id)).toMatchObject({ title: 'Old', content: 'Old words.', slug: 'old', excerpt: 'Later' })
  expect(await on.revert(change.requestId)).toMatchObject({ records: [], skipped: [], reverted: 0 })

  await on.revert(undone.requestId)
  expect(await on.itemOf(id)).toMatchObject({ title: 'New', content: 'New words.', slug: 'new', excerpt: 'Later' })
})

test('what others changed since stays, with their name on it; the rest is taken back', async () => {
  const on = await undoStage()
  const id = await on.publish('Old', { excerpt: 'Old' })
  const change = await on.done(updateItem, { id, title: 'New', excerpt: 'New' })
  await on.call(updateItem, { id, title: 'Theirs' }, confirm)

  const undone = await on.revert(change.requestId)

  expect(undone).toMatchObject({
    records: [{ id, fields: ['excerpt'] }],
    skipped: [{ id, code: 'changed_since', fields: ['title'], by: { credentialId: on.access.actor.credentialId } }],
  })
  expect(await on.itemOf(id)).toMatchObject({ title: 'Theirs', excerpt: 'Old' })
})

test('another order of members is taken back too', async () => {
  const on = await undoStage()
  const id = await on.publish('Ordered', { schemaJsonLd: { '@type': 'Thing', name: 'N', url: 'https://example.com/' } })
  const turned = { url: 'https://example.com/', name: 'N', '@type': 'Thing' }
  const change = await on.done(updateItem, { id, schemaJsonLd: turned })
  expect(Object.keys((await on.itemOf(id)).schemaJsonLd ?? {})).toEqual(Object.keys(turned))

  const undone = await on.revert(change.requestId)

  expect(undone.records).toMatchObject([{ id, fields: ['schemaJsonLd'] }])
  expect(Object.keys((await on.itemOf(id)).schemaJsonLd ?? {})).toEqual(['@type', 'name', 'url'])
})

test('what was made goes, what was removed comes back, with its state and id', async () => {
  const on = await undoStage()
  const published = await on.publish('Public')
  const date = (await on.itemOf(published)).publishAt
  const entry = (await on.call(createContextEntry, { kind: 'fact', title: 'F', body: 'B' })).entry
  const calls = [
    await on.done(createItem, { collectionId: 'articles', title: 'Made' }),
    await on.done(createTaxonomyTerm, { taxonomy: 'tag', name: 'CRM' }),
    await on.done(deleteContextEntry, { id: entry.id }),
    await on.done(deleteItem, { id: published }),
  ]
  const withoutRights = { scopes: ['content:read', 'content:write'] as const }
  const weak = await on.call(
    revertChanges,
    { requestIds: calls.map(({ requestId }) => requestId) },
    { dryRun: true, as: { scopes: [...withoutRights.scopes] } },
  )
  expect(weak.records).toMatchObject([{ type: 'entry', action: 'recreate' }])
  expect(weak.skipped.map(({ code }) => code)).toEqual(Array(3).fill('insufficient_scope'))

  const undone = await on.revert(...calls.map(({ requestId }) => requestId))

  expect(undone.records.map(({ type, action }) => `${type} ${action}`).toSorted()).toEqual([
    'entry recreate',
    'item trash',
    'item untrash',
    'term remove',
  ])
  expect(undone.skipped).toEqual([])
  expect((await on.call(getContextEntry, { id: entry.id })).entry).toMatchObject({ title: 'F', body: 'B' })
  expect(await on.itemOf(published)).toMatchObject({ status: 'published', publishAt: date, deletedAt: null })
})

test('what comes back was created when it was created at first', async () => {
  const on = await undoStage()
  const subject = {
    topic: 'How to choose ink',
    primaryKeyword: 'ink',
    angle: 'What lasts',
    collectionPresetId: 'articles',
  }
  const { entry } = await on.call(createContextEntry, { kind: 'fact', title: 'F', body: 'B' })
  const { topic } = await on.call(createBlogTopic, subject as never)
  const { term } = await on.call(createTaxonomyTerm, { taxonomy: 'tag', name: 'CRM' })
  const now = async () => [
    (await on.call(listContextEntries, {})).items,
    (await on.call(listTopics, {})).items,
    (await on.call(listTaxonomyTerms, { taxonomy: 'tag' })).items,
  ]
  const times = async () => (await now()).flat().map(({ id, createdAt }) => ({ id, createdAt }))
  const before = await times()
  const calls = [
    await on.done(deleteContextEntry, { id: entry.id }),
    await on.done(deleteTopic, { topicId: topic.id }),
    await on.done(deleteTaxonomyTerm, { termId: term.id }),
  ]
  expect(await times()).toEqual([])

  await on.revert(...calls.map(({ requestId }) => requestId))

  expect(await times()).toEqual(before)
})

test('an item goes live again with the text that was public, or by publishItem where approval is required', async () => {
  const on = await undoStage()
  const [same, rewritten] = [await on.publish('Kept'), await on.publish('Approved')]
  const policy = { publishingPolicy: { requireApproval: true } }
  await on.call(updateOrganizationSettings, policy, { ...confirm, ...on.inPerson() })
  const calls = [await on.done(unpublishItem, { id: same }), await on.done(unpublishItem, { id: rewritten })]
  await on.call(updateItem, { id: rewritten, content: 'Never seen by anybody.' })

  const undone = await on.revert(...calls.map(({ requestId }) => requestId))

  expect(undone.records).toMatchObject([{ id: same, action: 'republish' }])
  const alternative = { operation: 'publishItem', input: { id: rewritten } }
  expect(undone.skipped).toMatchObject([{ id: rewritten, code: 'not_revertible', alternative }])
  expect([(await on.itemOf(same)).status, (await on.itemOf(rewritten)).status]).toEqual(['published', 'draft'])
})

test('an agent takes back its own calls only', async () => {
  const on = await undoStage()
  const { requestId } = await on.done(createItem, { collectionId: 'articles', title: 'Theirs' })
  const actor = { ...on.access.actor, credentialId: newId('apiKey') }

  const call = on.call(revertChanges, { requestIds: [requestId] }, { ...confirm, as: { actor } })

  await expect(call).rejects.toMatchObject({ code: 'not_found' })
})

test('more than 50 records are taken back by a job', async () => {
  const on = await undoStage()
  const from = new Date(Date.now() - 1000).toISOString()
  for (let n = 0; n < 51; n++) await on.call(createContextEntry, { kind: 'fact', title: `Fact ${n}`, body: 'B' })
  const { credentialId } = on.access.actor
  const input = { sitting: { credentialId, from, to: new Date(Date.now() + 1000).toISOString() } }

  const answer = await on.call(revertChanges, input, confirm)
  expect(answer).toMatchObject({ reverted: 0, jobId: expect.stringMatching(/^job_/) })
  await on.work()

  expect(await on.rows(({ db }) => db.selectFrom('context_entry').select('id').execute())).toEqual([])
})

test('a consolidation undone leaves every row as it was', async () => {
  const on = await undoStage()
  const winner = await on.publish('Winner', { publishAt: '2024-01-01T00:00:00Z' })
  const copy = await on.publish('Copy', { publishAt: '2024-02-02T00:00:00Z', slug: 'first' })
  await on.call(updateItem, { id: copy, slug: 'copy' }, confirm)
  const twin = await on.publish('Twin', { canonicalUrl: 'https://elsewhere.example/twin' })
  await on.publish('Linking', { content: '[a](/articles/copy?x=1#y) and [b](/articles/first)' })
  await on.done(createItem, {
    collectionId: 'articles',
    title: 'Draft',
    content: '[c](/articles/twin)',
    relatedArticles: [copy],
  })
  await on.rows(async ({ db }) => {
    // A rewrite that waits belongs to no state.
    await stageRevision(
      db,
      await lockWorld(db, copy),
      { title: 'Better' },
      { actor: on.access.actor, requestId: null, now: new Date() },
    )
  })
  const before = await on.allRows()
  const flags = { rewriteReferences: true, createRedirects: true }
  const merge = await on.done(
    consolidateItems,
    { winnerId: winner, duplicateIds: [copy, twin], ...flags },
    { idempotencyKey: 'k' },
  )
  expect(await on.allRows()).not.toEqual(before)

  const undone = await on.revert(merge.requestId)

  expect(undone.skipped).toEqual([])
  expect(new Set(undone.records.map(({ action }) => action))).toEqual(new Set(['unmerge']))
  expect(await on.allRows()).toEqual(before)
})

test('a sitting of saves is taken back as a whole, and not in part', async () => {
  const on = await undoStage()
  const { item } = await on.call(createItem, { collectionId: 'articles', title: 'Old', content: 'Old words.' })
  const first = await on.done(updateItem, { id: item.id, title: 'New' }, on.asPerson)
  const second = await on.done(updateItem, { id: item.id, content: 'New words.' }, on.asPerson)

  for (const [one, other] of [
    [first.requestId, second.requestId],
    [second.requestId, first.requestId],
  ] as const)
    expect(await on.revert(one)).toMatchObject({
      reverted: 0,
      skipped: [
        {
          id: item.id,
          code: 'changed_since',
          fields: ['title', 'content'],
          by: { requestId: other },
          alternative: { operation: 'revertChanges', input: { requestIds: expect.arrayContaining([one, other]) } },
        },
      ],
    })
  await on.revert(first.requestId, second.requestId)
  expect(await on.itemOf(item.id)).toMatchObject({ title: 'Old', content: 'Old words.' })
})
