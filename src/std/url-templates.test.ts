import { expect, test } from 'vitest'

import { fillTemplate, isUrlTemplate, listPathOfTemplate, slugsReader } from './url-templates.ts'

test.each([
  '/{slug}',
  '/blog/{slug}',
  '/{slug}/',
  '/blog/{slug}.html',
  '/{year}/{month}/{day}/{slug}',
  '/{category}/{slug}-{id}',
])('%s is a template', (text) => {
  expect(isUrlTemplate(text)).toBe(true)
})

test.each([
  '',
  '{slug}',
  '/blog',
  '//evil.example/{slug}',
  '/\\evil.example/{slug}',
  '/{slug}/{slug}',
  '/{year}/{year}/{slug}',
  '/{tag}/{slug}',
  '/{id}',
  '/blog?x={slug}',
  '/#{slug}',
  '/a b/{slug}',
  '/../{slug}',
  '/blog/./{slug}',
  '/%2E./{slug}',
  '/{slug}/..',
  `/${'a'.repeat(2048)}/{slug}`,
])('%s is none', (text) => {
  expect(isUrlTemplate(text)).toBe(false)
})

const item = {
  slug: 'größe',
  id: 'itm_1',
  collection: 'articles',
  category: 'news',
  publishedAt: new Date('2026-01-31T23:30:00Z'),
}

test.each([
  ['/{collection}/{slug}', '/articles/gr%C3%B6%C3%9Fe'],
  ['/{year}/{month}/{day}/{slug}/', '/2026/02/01/gr%C3%B6%C3%9Fe/'],
  ['/blog/{category}/{slug}.html', '/blog/news/gr%C3%B6%C3%9Fe.html'],
  ['/p/{id}/{slug}', '/p/itm_1/gr%C3%B6%C3%9Fe'],
  ['/日本/{slug}', '/%E6%97%A5%E6%9C%AC/gr%C3%B6%C3%9Fe'],
  ['/%E6%97%A5@a,b/{slug}', '/%E6%97%A5@a,b/gr%C3%B6%C3%9Fe'],
])('%s is filled with what an item has, in the time zone', (template, path) => {
  expect(fillTemplate(template, 'Europe/Berlin', item)).toBe(path)
})

test.each([
  ['/{category}/{slug}', '/gr%C3%B6%C3%9Fe'],
  ['/blog/{category}/{slug}', '/blog/gr%C3%B6%C3%9Fe'],
  ['/in-{category}/{slug}', '/gr%C3%B6%C3%9Fe'],
  ['/blog/{slug}/{category}', '/blog/gr%C3%B6%C3%9Fe'],
  ['/{category}-{slug}', '/gr%C3%B6%C3%9Fe'],
  ['/{slug}-{category}', '/gr%C3%B6%C3%9Fe'],
  ['/{slug}_{category}.html', '/gr%C3%B6%C3%9Fe.html'],
  ['/in-{category}-{slug}', '/in-gr%C3%B6%C3%9Fe'],
])('%s without a category leaves its segment out', (template, path) => {
  expect(fillTemplate(template, 'UTC', { ...item, category: null })).toBe(path)
})

test('an item that is not published yet has the date of today', () => {
  const year = String(new Date().getUTCFullYear())
  expect(fillTemplate('/{year}/{slug}', 'UTC', { ...item, publishedAt: null })).toMatch(
    new RegExp(`^/(${year}|${Number(year) + 1})/`),
  )
})

test('a path says which slug its item would have', () => {
  const read = slugsReader('/blog/{category}/{year}/{slug}.html')
  expect(
    ['/blog/news/2026/ink.html', '/blog/2026/ink.html', '/blog/ink.html', '/blog/news/2026/a/ink.html'].map(read),
  ).toEqual([['ink'], ['ink'], [], []])
  expect(slugsReader('/{slug}')('/a')).toEqual(['a'])
  expect(['/日本/a', '/%E6%97%A5%E6%9C%AC/a', '/日/a'].map(slugsReader('/日本/{slug}'))).toEqual([['a'], ['a'], []])
})

test.each([
  ['/{year}-{slug}.html', '/2026-ink-pots.html', 'ink-pots'],
  ['/{year}/{month}/{day}-{slug}', '/2026/01/31-ink-pots', 'ink-pots'],
  ['/{id}-{slug}', '/itm_01jzz0000000000000000000zz-ink-pots', 'ink-pots'],
  ['/{slug}-{id}', '/ink-pots-itm_01jzz0000000000000000000zz', 'ink-pots'],
])('the slug of a path of %s is told from what is in its segment', (template, path, slug) => {
  expect(slugsReader(template)(path)).toEqual([slug])
})

test.each([
  ['/{category}-{slug}', '/new-inks-red', ['inks-red', 'red', 'new-inks-red']],
  ['/{slug}_{category}.html', '/red_ink_new.html', ['red_ink', 'red', 'red_ink_new']],
])('every slug that a path of %s could have is read beside a category', (template, path, slugs) => {
  expect(slugsReader(template)(path)).toEqual(slugs)
})

test.each([
  ['/blog/{slug}', '/blog'],
  ['/{slug}', '/'],
  ['/blog/{year}/{slug}', '/blog'],
  ['/a/b-{slug}', '/a'],
  ['/ä/{slug}', '/%C3%A4'],
])('the list of %s is %s', (template, path) => {
  expect(listPathOfTemplate(template)).toBe(path)
})

test('of a path of many words no more slugs are read than a category could leave', () => {
  const read = slugsReader('/{category}-{slug}')

  expect(read(`/${'word-'.repeat(400)}end`).length).toBeLessThan(20)
  expect(read('/one-two-three')).toEqual(['two-three', 'three', 'one-two-three'])
})
