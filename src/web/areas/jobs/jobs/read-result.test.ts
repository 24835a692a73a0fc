import { expect, test } from 'vitest'

import { readResult } from '#web/areas/jobs/jobs/read-result.ts'

test('numbers, times, sizes and addresses are facts with a name', () => {
  const url = 'https://masthead.example/exports/org/token'
  const { facts, lists } = readResult({ url, expiresAt: '2026-11-27T10:00:00.000Z', items: 1204, bytes: 1_234_567 })

  expect(facts).toEqual([
    { name: 'File', value: 'Download', url },
    { name: 'Expires at', value: expect.stringMatching(/^2\d Nov 2026, /) },
    { name: 'Articles', value: '1,204' },
    { name: 'Size', value: '1.2 MB' },
  ])
  expect(lists).toEqual([])
})

test('what was done one by one is counted, and what was not is said with its reason', () => {
  const itemId = 'itm_01k9x8f0000000000000000000'
  const { facts, lists } = readResult({
    results: [
      { id: 'itm_01k9x8f0000000000000000001', ok: true },
      { id: itemId, ok: false, error: { code: 'in_use', message: 'Give a primaryKeyword first.' } },
    ],
  })

  expect(facts).toEqual([{ name: 'Done', value: '1' }])
  expect(lists).toEqual([
    {
      name: 'Not done',
      total: 1,
      entries: [{ text: 'Article', detail: expect.stringContaining('primary keyword'), itemId }],
    },
  ])
})

test('an article leads to its page; ids, and what is missing, are left to the raw result', () => {
  const itemId = 'itm_01k9x8f0000000000000000000'
  const { facts } = readResult({ itemId, runId: 'run_1', contextEntryIds: [], revision: null, cost: 0.012, id: 'x' })

  expect(facts).toEqual([
    { name: 'Article', value: 'Open the article', itemId },
    { name: 'Cost', value: '0.012' },
  ])
})

test('what is within is named after what it is in, and a long list says how many there are', () => {
  const skipped = Array.from({ length: 30 }, (_unused, at) => ({ source: `post-${at}`, reason: 'It has no title' }))
  const { facts, lists } = readResult({ media: { created: 3, failed: [] }, truncated: false, skipped })

  expect(facts).toEqual([
    { name: 'Media: created', value: '3' },
    { name: 'Truncated', value: 'No' },
  ])
  expect(lists).toEqual([{ name: 'Skipped', total: 30, entries: expect.any(Array) }])
  expect(lists[0]?.entries).toHaveLength(20)
  expect(lists[0]?.entries[0]).toEqual({ text: 'post-0', detail: 'It has no title' })
})

test('hidden characters of a title are written out', () => {
  const { lists } = readResult({ topics: [{ topic: 'Sly \u202Etnega' }] })

  expect(lists[0]?.entries[0]?.text).toBe('Sly [U+202E]tnega')
})
