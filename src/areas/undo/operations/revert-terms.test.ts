import { expect, test } from 'vitest'

import { listAgentAuditLog } from '#areas/agent-audit/operations/list-agent-audit-log.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { createAuthor } from '#areas/taxonomies/operations/create-author.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { deleteAuthor } from '#areas/taxonomies/operations/delete-author.ts'
import { deleteTaxonomyTerm } from '#areas/taxonomies/operations/delete-taxonomy-term.ts'
import { revertChanges } from '#areas/undo/operations/revert-changes.ts'
import { undoStage } from '#test/undo-stage.ts'

async function termsStage() {
  const on = await undoStage()
  const [collection] = await on.rows(({ db }) =>
    db.selectFrom('collection').select('id').where('slug', '=', 'articles').execute(),
  )
  const tag = async (name: string) =>
    (await on.done(createTaxonomyTerm, { taxonomy: 'tag', name })).result['term']?.id ?? ''
  const author = async (name: string) =>
    (await on.done(createAuthor, { collectionId: collection?.id, name })).result['author']?.id ?? ''
  const draft = async (
    more: Partial<Record<'tagIds' | 'categoryIds' | 'authorIds', string[]>> & { title?: string },
  ) => {
    const { result, requestId } = await on.done(createItem, { collectionId: 'articles', title: 'Draft', ...more })
    return { id: result['item']?.id as `itm_${string}`, requestId }
  }
  return { ...on, tag, author, draft }
}

test('an item gets back the tags and authors that it had before, after another one took their place', async () => {
  const on = await termsStage()
  const [a, b] = [await on.tag('A'), await on.tag('B')]
  const [ann, bob] = [await on.author('Ann'), await on.author('Bob')]
  const { id } = await on.draft({ tagIds: [a], authorIds: [ann] })

  const merge = await on.done(deleteTaxonomyTerm, { termId: a, reassignToId: b })
  const handed = await on.done(deleteAuthor, { authorId: ann, reassignToId: bob })
  const emptied = await on.done(updateItem, { id, tagIds: [], authorIds: [], excerpt: 'E' })
  const log = await on.call(listAgentAuditLog, {})
  const effectsOf = (requestId: string) => log.items.find((one) => one.requestId === requestId)?.effects
  expect(effectsOf(merge.requestId)).toMatchObject([{ type: 'item', id, from: 1, to: 2 }, { type: 'term' }])
  expect(effectsOf(handed.requestId)).toMatchObject([{ type: 'item', id, from: 2, to: 3 }])

  expect(await on.revert(emptied.requestId)).toMatchObject({ reverted: 1, skipped: [] })
  expect(await on.itemOf(id)).toMatchObject({ tags: [{ id: b }], authors: [{ id: bob }] })

  // An author does not come back.
  expect(await on.revert(handed.requestId)).toMatchObject({
    records: [],
    skipped: [{ id, code: 'gone', fields: ['authorIds'] }],
  })
  expect((await on.revert(merge.requestId)).skipped).toEqual([])
  expect(await on.itemOf(id)).toMatchObject({ tags: [{ id: a }], authors: [{ id: bob }] })
})

test('a tag that they made goes although an item that they made has it in the trash, not with one of others', async () => {
  const on = await termsStage()
  const newTag = (name: string) => on.done(createTaxonomyTerm, { taxonomy: 'tag', name })
  const [free, used] = [await newTag('Free'), await newTag('Used')]
  const draft = await on.draft({ tagIds: [free.result['term']?.id ?? ''] })
  const deleted = await on.done(deleteItem, { id: draft.id })
  const other = await on.draft({ tagIds: [used.result['term']?.id ?? ''] })
  await on.done(deleteItem, { id: other.id })

  const undone = await on.revert(...[free, used, draft, deleted].map(({ requestId }) => requestId))

  expect(undone.records).toMatchObject([{ title: 'Free', action: 'remove' }])
  expect(undone.skipped).toMatchObject([{ title: 'Used', code: 'in_use' }])
})

test('merges one after the other are taken back from the last to the first, or together', async () => {
  const on = await termsStage()
  const [a, b, c] = [await on.tag('A'), await on.tag('B'), await on.tag('C')]
  const [one, two] = [await on.draft({ tagIds: [a] }), await on.draft({ tagIds: [a] })]
  const first = await on.done(deleteTaxonomyTerm, { termId: a, reassignToId: b })
  const second = await on.done(deleteTaxonomyTerm, { termId: b, reassignToId: c })

  const early = await on.revert(first.requestId)
  expect(early.records).toMatchObject([{ type: 'term', id: a, action: 'recreate' }])
  expect(early.skipped.map(({ id, code, fields }) => [id, code, fields])).toEqual([
    [one.id, 'changed_since', ['tagIds']],
    [two.id, 'changed_since', ['tagIds']],
  ])

  const both = await on.revert(first.requestId, second.requestId)
  expect(both.skipped).toEqual([])
  expect(await on.itemOf(one.id)).toMatchObject({ tags: [{ id: a }] })
  expect(await on.itemOf(two.id)).toMatchObject({ tags: [{ id: a }] })
})

test('a merge of more items than fit into a transaction is taken back by a job', async () => {
  const on = await termsStage()
  const [a, b] = [await on.tag('A'), await on.tag('B')]
  for (let n = 0; n < 51; n++) await on.draft({ title: `Draft ${n}`, tagIds: [a] })
  const before = await on.allRows()
  const merge = await on.done(deleteTaxonomyTerm, { termId: a, reassignToId: b })

  const { result } = await on.done(revertChanges, { requestIds: [merge.requestId] }, on.asPerson)
  await on.work()
  expect(result['skipped']).toEqual([])
  expect(await on.allRows()).toEqual(before)
})

test('an item that was made with a tag of its own goes with it, and comes back with it', async () => {
  const on = await termsStage()
  const made = await on.done(createTaxonomyTerm, { taxonomy: 'tag', name: 'New' })
  const tagId = made.result['term']?.id ?? ''
  const { id, requestId } = await on.draft({ tagIds: [tagId] })

  const undone = await on.done(revertChanges, { requestIds: [made.requestId, requestId] }, on.asPerson)
  expect(await on.itemOf(id)).toMatchObject({ deletedAt: expect.any(String), tags: [] })

  await on.revert(undone.requestId)
  expect(await on.itemOf(id)).toMatchObject({ deletedAt: null, tags: [{ id: tagId }] })
})

test('an item in the trash loses the category that goes from its address as well', async () => {
  const on = await termsStage()
  const made = await on.done(createTaxonomyTerm, { taxonomy: 'category', name: 'Ghost' })
  const { id, requestId } = await on.draft({ categoryIds: [made.result['term']?.id ?? ''] })

  await on.done(revertChanges, { requestIds: [made.requestId, requestId] }, on.asPerson)

  const inAddresses = await on.rows(({ db }) =>
    db.selectFrom('item').select('category_slug').where('id', '=', id).execute(),
  )
  expect(inAddresses).toEqual([{ category_slug: null }])
})

test('an item that was merged in the trash gets its tag back there', async () => {
  const on = await termsStage()
  const [a, b] = [await on.tag('A'), await on.tag('B')]
  const { id } = await on.draft({ tagIds: [a] })
  await on.done(deleteItem, { id })
  const merge = await on.done(deleteTaxonomyTerm, { termId: a, reassignToId: b })

  const undone = await on.revert(merge.requestId)

  expect(undone).toMatchObject({
    records: [
      { id, action: 'restore' },
      { id: a, action: 'recreate' },
    ],
    skipped: [],
  })
  expect(await on.itemOf(id)).toMatchObject({ deletedAt: expect.any(String), tags: [{ id: a }] })
})

test('an edit is taken back although somebody moved the item to the trash since', async () => {
  const on = await termsStage()
  const { id } = await on.draft({ title: 'Before' })
  const edit = await on.done(updateItem, { id, title: 'After' })
  await on.done(deleteItem, { id }, on.asPerson)

  const undone = await on.revert(edit.requestId)

  expect(undone).toMatchObject({ records: [{ id, action: 'restore', fields: ['title'], live: false }], skipped: [] })
  expect(await on.itemOf(id)).toMatchObject({ deletedAt: expect.any(String), title: 'Before' })
})
