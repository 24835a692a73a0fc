import { expect, test } from 'vitest'

import { recordsOf } from './record-fields.ts'

const { columns, read, write } = recordsOf('term', {
  id: { column: 'id', id: 'tag' },
  name: { column: 'name' },
  socialLinks: { column: 'social_links', json: true },
  createdAt: { column: 'created_at', time: true },
})

const time = new Date('2026-01-02T03:04:05.000Z')
const row = { id: 'tag_1', name: 'News', social_links: null, created_at: time } as const

test('a record has the fields of its table, whatever else a row has', () => {
  expect(columns).toEqual(['id', 'name', 'social_links', 'created_at'])
  const wide = { ...row, slug: 'news' }

  expect(read(wide)).toEqual({
    id: 'tag_1',
    name: 'News',
    socialLinks: null,
    createdAt: time,
  })
})

test('a time that was told as text is a time', () => {
  expect(read({ ...row, created_at: time.toISOString() }).createdAt).toEqual(time)
})

test('what is given is written: null and JSON too, nothing that is undefined or no field', () => {
  const given = { name: 'News', socialLinks: { x: 'https://x.test/' }, other: 1 }

  expect(write(given)).toEqual({ name: 'News', social_links: '{"x":"https://x.test/"}' })
  expect(write({ socialLinks: null })).toEqual({ social_links: null })
  expect(write(Object.fromEntries([['name', undefined]]))).toEqual({})
})
