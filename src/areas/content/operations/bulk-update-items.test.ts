import { expect, test } from 'vitest'

import { bulkUpdate } from '#areas/content/jobs/bulk-update-items.ts'
import { bulkUpdateItems } from '#areas/content/operations/bulk-update-items.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { announceNothing } from '#kernel/announce.ts'
import { type ItemId, newId } from '#kernel/ids.ts'
import { stage } from '#test/stage.ts'

type Stage = Awaited<ReturnType<typeof stage>>

const articles = 'articles' as never
const confirm = { confirm: true }

async function newItems({ call }: Stage, count: number, more: object = {}): Promise<ItemId[]> {
  const ids: ItemId[] = []
  for (let n = 0; n < count; n++)
    ids.push((await call(createItem, { collectionId: articles, title: `Item ${n}`, ...more }, confirm)).item.id)
  return ids
}

async function newTag({ call }: Stage, name: string) {
  return (await call(createTaxonomyTerm, { taxonomy: 'tag', name })).term.id as never
}

const revisions = ({ rows }: Stage, id: string) =>
  rows(async ({ db }) => (await db.selectFrom('item_revision').select('n').where('item_id', '=', id).execute()).length)

test('each item is changed on its own, and one that fails does not stop the others', async () => {
  const on = await stage()
  const [a, b, gone] = (await newItems(on, 3)) as [ItemId, ItemId, ItemId]
  const unknown = newId('item')
  await on.call(deleteItem, { id: gone }, confirm)

  const { jobId, state } = await on.call(
    bulkUpdateItems,
    { ids: [a, gone, unknown, b, a], patch: { status: 'published', robots: { noindex: true } } },
    confirm,
  )
  await on.work()
  const job = await on.call(getJob, { jobId })

  expect(state).toBe('queued')
  expect(job).toMatchObject({ state: 'partial', progress: 1, error: null })
  expect(job.result).toEqual({
    results: [
      { id: a, ok: true },
      { id: gone, ok: false, error: { code: 'invalid_transition', message: expect.any(String) } },
      { id: unknown, ok: false, error: { code: 'not_found', message: 'There is no such item.' } },
      { id: b, ok: true },
    ],
  })
  for (const id of [a, b])
    expect((await on.call(getItem, { id })).item).toMatchObject({
      status: 'published',
      robots: { noindex: true, nofollow: false },
    })
})

test('tags are added to those that an item has', async () => {
  const on = await stage()
  const [first, second] = [await newTag(on, 'First'), await newTag(on, 'Second')]
  const [plain] = (await newItems(on, 1)) as [ItemId]
  const [tagged] = (await newItems(on, 1, { title: 'Tagged', tagIds: [first] })) as [ItemId]

  const { jobId } = await on.call(bulkUpdateItems, { ids: [plain, tagged], patch: { addTagIds: [second, first] } })
  await on.work()

  expect((await on.call(getJob, { jobId })).state).toBe('succeeded')
  const tagsOf = async (id: ItemId) => (await on.call(getItem, { id })).item.tags.map(({ name }) => name)
  expect([await tagsOf(plain), await tagsOf(tagged)]).toEqual([
    ['Second', 'First'],
    ['First', 'Second'],
  ])
  await expect(
    on.call(bulkUpdateItems, { ids: [plain], patch: { addTagIds: [first], tagIds: [second] } }),
  ).rejects.toMatchObject({ code: 'validation_failed', details: [{ path: '/input/patch/addTagIds' }] })
})

test('publishing, scheduling and unpublishing need a confirmation and the scope for it', async () => {
  const on = await stage()
  const ids = await newItems(on, 2)
  const [live] = (await newItems(on, 1, { title: 'Live', status: 'published' })) as [ItemId]
  const publishAt = new Date(Date.now() + 3600_000).toISOString()
  const without = { scopes: on.access.scopes.filter((scope) => scope !== 'content:publish') }

  for (const input of [
    { ids, patch: { status: 'published' as const } },
    { ids, patch: { status: 'scheduled' as const, publishAt } },
    { ids: [...ids, live], patch: { status: 'draft' as const } },
  ]) {
    await expect(on.call(bulkUpdateItems, input)).rejects.toMatchObject({ code: 'confirmation_required' })
    await expect(on.call(bulkUpdateItems, input, { ...confirm, as: without })).rejects.toMatchObject({
      code: 'insufficient_scope',
    })
  }
  await on.call(bulkUpdateItems, { ids, patch: { status: 'draft' } }, { as: without })
})

test('an item that became public after an unconfirmed call stays so', async () => {
  const on = await stage()
  const [first, second] = (await newItems(on, 2)) as [ItemId, ItemId]
  const { jobId } = await on.call(bulkUpdateItems, { ids: [first, second], patch: { status: 'draft' } })
  await on.call(updateItem, { id: first, status: 'published' }, confirm)

  await on.work()

  expect(await on.call(getJob, { jobId })).toMatchObject({
    state: 'partial',
    result: { results: [{ id: first, ok: false, error: { code: 'confirmation_required' } }, { ok: true }] },
  })
  expect((await on.call(getItem, { id: first })).item.status).toBe('published')
})

test('a job that is taken up again changes what is left, and nothing twice', async () => {
  const on = await stage()
  const ids = await newItems(on, 6)
  const { jobId } = await on.call(bulkUpdateItems, { ids, patch: { status: 'published' } }, confirm)
  const told: string[] = []
  let stumbles = 1
  const runner = on.jobRunner([bulkUpdate], {
    announce: async (db, change, about) => {
      if (told.length === 3 && stumbles-- > 0) throw new Error('stumbled')
      told.push(...change.items.map(({ id }) => id))
      return announceNothing(db, change, about)
    },
  })

  expect(await on.runJob(runner, jobId)).toBe('again')
  // Somebody changes what the first attempt has done: the second leaves it alone.
  await on.call(updateItem, { id: ids[0] as ItemId, status: 'draft' }, confirm)
  expect(await on.runJob(runner, jobId)).toBe('ended')

  expect(await on.call(getJob, { jobId })).toMatchObject({
    state: 'succeeded',
    result: { results: ids.map((id) => ({ id, ok: true })) },
  })
  expect(told).toEqual(ids)
  expect((await on.call(getItem, { id: ids[0] as ItemId })).item.status).toBe('draft')
  expect(await Promise.all(ids.slice(1).map((id) => revisions(on, id)))).toEqual([2, 2, 2, 2, 2])
})

test('a fault of one item is its own at last, and says nothing of what went wrong inside', async () => {
  const on = await stage()
  const ids = await newItems(on, 2)
  const { jobId } = await on.call(bulkUpdateItems, { ids, patch: { status: 'published' } }, confirm)
  const runner = on.jobRunner([bulkUpdate], {
    announce: async (_db, { items }) => {
      if (items[0]?.id === ids[0]) throw new Error('stumbled over a secret')
      return []
    },
  })

  while ((await on.runJob(runner, jobId)) === 'again');

  const { state, result } = await on.call(getJob, { jobId })
  expect([state, result]).toEqual([
    'partial',
    {
      results: [
        { id: ids[0], ok: false, error: { code: 'internal_error', message: expect.not.stringContaining('secret') } },
        { id: ids[1], ok: true },
      ],
    },
  ])
})

test('201 items, none, an empty patch and a date alone are refused', async () => {
  const on = await stage()
  const id = newId('item')
  const publishAt = new Date().toISOString()

  for (const input of [
    { ids: Array.from({ length: 201 }, () => newId('item')), patch: { robots: { noindex: true } } },
    { ids: [], patch: { robots: { noindex: true } } },
    { ids: [id], patch: {} },
    { ids: [id], patch: { publishAt } },
    { ids: [id], patch: { status: 'draft' as const, publishAt } },
  ])
    await expect(on.call(bulkUpdateItems, input, confirm)).rejects.toMatchObject({ code: 'validation_failed' })
})

test('a rehearsal, and a call that lacks its confirmation, say what becomes of each item', async () => {
  const on = await stage()
  const { item } = await on.call(createItem, { collectionId: 'articles' as never, title: 'One' })
  const unknown = newId('item')
  const input = { ids: [item.id, unknown], patch: { status: 'published' as const } }
  const expected = [
    { id: item.id, ok: true, title: 'One', status: 'published' },
    { id: unknown, ok: false, error: { code: 'not_found' } },
  ]

  expect(await on.call(bulkUpdateItems, input, { dryRun: true })).toMatchObject({ jobId: null, results: expected })
  await expect(on.call(bulkUpdateItems, input)).rejects.toMatchObject({
    code: 'confirmation_required',
    details: { effect: { results: expected } },
  })

  expect((await on.call(getItem, { id: item.id })).item).toMatchObject({ status: 'draft', version: item.version })
  expect(await on.call(bulkUpdateItems, input, { confirm: true })).toMatchObject({ results: null })
})

test('the log says which of its changes a call chose', async () => {
  const on = await stage()
  const { item } = await on.call(createItem, { collectionId: 'articles' as never, title: 'Tides' })
  await on.call(bulkUpdateItems, { ids: [item.id], patch: { status: 'published' } }, { confirm: true })
  await on.call(bulkUpdateItems, { ids: [item.id], patch: { robots: { noindex: true } } })

  const records = await on.rows(({ db }) =>
    db.selectFrom('audit_record').select('sentence').where('operation', '=', 'bulkUpdateItems').orderBy('id').execute(),
  )
  expect(records.map(({ sentence }) => sentence)).toEqual([
    'Started to publish many items: “Tides”',
    'Started to change many items: “Tides”',
  ])
})
