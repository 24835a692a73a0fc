import { expect, test } from 'vitest'

import { listCollections } from '#areas/collections/operations/list-collections.ts'
import { createContextEntry } from '#areas/library/operations/create-context-entry.ts'
import { deleteContextEntry } from '#areas/library/operations/delete-context-entry.ts'
import { getContextEntry } from '#areas/library/operations/get-context-entry.ts'
import { listContextEntries } from '#areas/library/operations/list-context-entries.ts'
import { updateContextEntry } from '#areas/library/operations/update-context-entry.ts'
import { stage } from '#test/stage.ts'

test('every field is kept; tags are lower case, each once', async () => {
  const { call } = await stage()
  const { items } = await call(listCollections, {})
  const collections = items.map(({ id }) => id)
  const fields = {
    kind: 'style_rule',
    title: 'Numbers',
    body: 'Write numbers up to twelve as words.\n\nExcept in tables.',
    url: 'https://example.com/style',
    pinned: true,
    collections,
    validUntil: '2999-01-02T03:04:05.000Z',
  } as const

  const { entry } = await call(createContextEntry, {
    ...fields,
    collections,
    tags: [' Style  Guide', 'style guide', ' '],
  })

  expect(entry).toMatchObject({ ...fields, tags: ['style guide'], version: 1 })
  expect((await call(getContextEntry, { id: entry.id })).entry).toEqual(entry)
})

test('a body of 50,000 characters is kept, a longer one is refused', async () => {
  const { call } = await stage()
  const body = 'ä'.repeat(50_000)

  const { entry } = await call(createContextEntry, { kind: 'product', title: 'Long', body })

  expect((await call(getContextEntry, { id: entry.id })).entry.body).toBe(body)
  expect((await call(listContextEntries, {})).items[0]?.excerpt?.length).toBeLessThanOrEqual(300)
  await expect(call(createContextEntry, { kind: 'product', title: 'Longer', body: `${body}x` })).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: '/input/body' }],
  })
})

test('a collection that there is not is refused with its path', async () => {
  const { call } = await stage()
  const unknown = 'col_01jzz0000000000000000000zz'
  const refused = {
    code: 'not_found',
    details: [{ path: '/input/collections/0', code: 'not_found' }],
  }

  await expect(
    call(createContextEntry, { kind: 'fact', title: 'A', body: 'b', collections: [unknown] }),
  ).rejects.toMatchObject(refused)
  const { entry } = await call(createContextEntry, { kind: 'fact', title: 'A', body: 'b' })
  await expect(call(updateContextEntry, { id: entry.id, collections: [unknown] })).rejects.toMatchObject(refused)
})

test('only the given fields change, null clears, and another version is refused', async () => {
  const { call } = await stage()
  const { entry } = await call(createContextEntry, {
    kind: 'fact',
    title: 'Founded',
    body: 'In 2011.',
    url: 'https://example.com/',
    tags: ['history'],
  })

  const changed = await call(updateContextEntry, { id: entry.id, title: 'Foundation', url: null, ifVersion: 1 })

  expect(changed.entry).toMatchObject({
    title: 'Foundation',
    body: 'In 2011.',
    url: null,
    tags: ['history'],
    version: 2,
  })
  await expect(call(updateContextEntry, { id: entry.id, title: 'Late', ifVersion: 1 })).rejects.toMatchObject({
    code: 'version_conflict',
  })
  await expect(call(updateContextEntry, { id: entry.id })).rejects.toMatchObject({ code: 'validation_failed' })
})

test('lists are narrowed by kind, tag and text, pinned ones first', async () => {
  const { call } = await stage()
  const add = (title: string, more: object) =>
    call(createContextEntry, { kind: 'fact', title, body: `Body of ${title}`, ...more })
  await add('Pinned', { pinned: true, tags: ['a'] })
  await add('Plain', { tags: ['A', 'b'] })
  await add('Voice', { kind: 'brand_voice' })
  const titles = async (input: object) => (await call(listContextEntries, input)).items.map(({ title }) => title)

  expect(await titles({})).toEqual(['Pinned', 'Voice', 'Plain'])
  expect(await titles({ kind: 'brand_voice' })).toEqual(['Voice'])
  expect(await titles({ tag: ' A' })).toEqual(['Pinned', 'Plain'])
  expect(await titles({ search: 'body of p' })).toEqual(['Pinned', 'Plain'])
  expect(await titles({ search: '%' })).toEqual([])
  expect(await call(listContextEntries, { page: 2, pageSize: 2 })).toMatchObject({ total: 3, hasMore: false })
})

test('a deleted entry is gone', async () => {
  const { call } = await stage()
  const { entry } = await call(createContextEntry, { kind: 'fact', title: 'Gone', body: 'Soon.' })

  await call(deleteContextEntry, { id: entry.id }, { confirm: true })

  await expect(call(getContextEntry, { id: entry.id })).rejects.toMatchObject({ code: 'not_found' })
})
