import { expect, test } from 'vitest'

import { changesIn, clashes, type Draft, keptMine, textsOf, type Texts, written } from './draft.ts'

const stored = textsOf({
  title: 'A title',
  content: 'Words.',
  slug: 'a-title',
  excerpt: 'Short.',
  seoTitle: null,
  metaDescription: null,
  primaryKeyword: null,
})
const after = (changes: Partial<Texts>): Texts => ({ ...stored, ...changes })

test('a draft holds what differs, and what it said before', () => {
  const first = written({}, 'title', 'Another', stored)
  expect(first).toEqual({ title: { mine: 'Another', base: 'A title' } })
  expect(written(first, 'title', 'Another one', stored)).toEqual({ title: { mine: 'Another one', base: 'A title' } })
  expect(written(first, 'title', 'A title', stored)).toEqual({})
})

test('only fields that both have changed clash', () => {
  const draft = written(written({}, 'title', 'Mine', stored), 'excerpt', 'Mine too', stored)

  expect(clashes(draft, stored)).toEqual([])
  expect(clashes(draft, after({ content: 'Theirs.' }))).toEqual([])
  expect(clashes(draft, after({ title: 'Theirs' }))).toEqual(['title'])
  expect(clashes(draft, after({ title: 'Mine' }))).toEqual([])
  expect(clashes(keptMine(draft, 'title', after({ title: 'Theirs' })), after({ title: 'Theirs' }))).toEqual([])
})

test('what may be missing is taken away when it is emptied', () => {
  const draft: Draft = { excerpt: { mine: ' ', base: 'Short.' }, content: { mine: '', base: 'Words.' } }
  expect(changesIn(draft)).toEqual({ excerpt: null, content: '' })
})
