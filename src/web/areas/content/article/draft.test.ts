import { expect, test } from 'vitest'

import {
  changesIn,
  clashes,
  type Draft,
  echoed,
  heldBack,
  keptMine,
  missingIn,
  type Values,
  valuesOf,
  withoutSaved,
  written,
} from './draft.ts'

const stored = valuesOf({
  title: 'A title',
  content: 'Words.',
  slug: 'a-title',
  excerpt: 'Short.',
  seoTitle: null,
  metaDescription: null,
  primaryKeyword: null,
  authors: [{ id: 'aut_1', name: 'Ada', slug: 'ada' }],
  categories: [],
  tags: [],
  featuredImageId: null,
  faq: [],
  robots: { noindex: false, nofollow: false },
  customFields: {},
} as unknown as Parameters<typeof valuesOf>[0])
const after = (changes: Partial<Values>): Values => ({ ...stored, ...changes })

test('an article whose text was begun first has no title to its writer', () => {
  const item = { title: 'Untitled article', slug: 'untitled-article', authors: [], categories: [], tags: [] }
  const begun = valuesOf(item as unknown as Parameters<typeof valuesOf>[0])

  expect(begun.title).toBe('')
  expect(missingIn(written({}, 'title', '', begun), 'title')).toBeUndefined()
})

test('a title that was taken away says what is missing', () => {
  const draft = written({}, 'title', ' ', stored)

  expect(missingIn(draft, 'title')).toMatch(/needs a title/)
  expect(missingIn(draft, 'slug')).toBeUndefined()
  expect(missingIn(written({}, 'title', 'Another', stored), 'title')).toBeUndefined()
})

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

test('who wrote it and where it belongs is sent by id, and compared by what it is', () => {
  const ada = { id: 'aut_1', name: 'Ada' }
  const draft = written({}, 'authors', [ada, { id: 'aut_2', name: 'Ben' }], stored)

  expect(changesIn(draft)).toEqual({ authorIds: ['aut_1', 'aut_2'] })
  expect(written(draft, 'authors', [ada], stored)).toEqual({})
  expect(changesIn(written({}, 'robots', { noindex: true, nofollow: false }, stored))).toEqual({
    robots: { noindex: true, nofollow: false },
  })
})

test('what was changed while it was being saved is still to be saved', () => {
  const saved = written({}, 'title', 'First', stored)
  const latest = written(written(saved, 'title', 'Second', stored), 'excerpt', 'New', stored)

  const { title, excerpt } = withoutSaved(latest, saved)
  expect([title, excerpt]).toEqual([{ mine: 'Second', base: 'First' }, latest.excerpt])
  expect(withoutSaved(latest, latest)).toEqual({})
})

test('what is taken back while it is being saved is a change of what was saved', () => {
  const saved = written({}, 'robots', { noindex: true, nofollow: false }, stored)
  const latest = written(saved, 'robots', stored.robots, stored)

  expect(withoutSaved(latest, saved)).toEqual({ robots: { mine: stored.robots, base: saved.robots?.mine } })
  expect(withoutSaved(latest, saved, stored)).toEqual({})
})

test('what is stored a little differently is known, and no clash with what is typed next', () => {
  const saved = written({}, 'title', 'How ', stored)
  const now = { ...stored, title: 'How' }
  const left = withoutSaved(written(saved, 'title', 'How t', stored), saved, now)

  expect(echoed(saved, now)).toEqual({ title: { mine: 'How ', base: 'How' } })
  expect([left, clashes(left, now)]).toEqual([{ title: { mine: 'How t', base: 'How' } }, []])
})

test('what is only begun is not sent by itself', () => {
  const begun = written(written({}, 'title', ' ', stored), 'faq', [{ question: 'Why?', answer: '' }], stored)
  const draft = written(begun, 'excerpt', 'New', stored)

  expect(Object.keys(heldBack(draft))).toEqual(['excerpt'])
})
