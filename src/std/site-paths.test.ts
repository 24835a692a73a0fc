import fc from 'fast-check'
import { expect, test } from 'vitest'

import { foreignPath, pathKey, sitePath, spellings } from './site-paths.ts'

test.each([
  ['/old', '/old'],
  ['/blog/old/', '/blog/old/'],
  ['/größe', '/gr%C3%B6%C3%9Fe'],
  ['/gr%c3%b6%c3%9fe', '/gr%C3%B6%C3%9Fe'],
  ['/a%20b/@c;d=1,2&e', '/a%20b/@c;d=1,2&e'],
  ['/2019/Old_Post.html', '/2019/Old_Post.html'],
  ['/a%2Fb%3Fc', '/a%2Fb%3Fc'],
])('%s is spelled %s', (given, spelled) => {
  expect(sitePath(given)).toBe(spelled)
})

test.each([
  '',
  'old',
  '/',
  '//old',
  '/a//b',
  '/a?b',
  '/a#b',
  '/a b',
  String.raw`/a\b`,
  '/a/../b',
  '/%2e%2e/b',
  '/.',
  '/%ff',
  '/%',
  '/a%00',
  '/a\u0007',
  `/${'a'.repeat(2048)}`,
  'https://a.example/b',
])('%j is no path', (given) => {
  expect(sitePath(given)).toBeUndefined()
})

test('the spelling of a spelling is the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const once = sitePath(`/${text}`)
      if (once !== undefined) expect(sitePath(once)).toBe(once)
    }),
  )
})

test('a path is found under each of its spellings', () => {
  for (const path of ['/a/größe:1', '/a/größe:1/', '/a/gr%C3%B6%C3%9Fe:1', '/a/gr%c3%b6%c3%9fe%3a1/'])
    expect(spellings(path)).toEqual([
      '/a/größe:1',
      '/a/größe:1/',
      '/a/gr%C3%B6%C3%9Fe:1',
      '/a/gr%C3%B6%C3%9Fe:1/',
      '/a/gr%C3%B6%C3%9Fe%3A1',
      '/a/gr%C3%B6%C3%9Fe%3A1/',
      '/a/gr%c3%b6%c3%9fe:1',
      '/a/gr%c3%b6%c3%9fe:1/',
      '/a/gr%c3%b6%c3%9fe%3a1',
      '/a/gr%c3%b6%c3%9fe%3a1/',
    ])
  expect(spellings('/')).toEqual(['/'])
})

test('a path that another program wrote gets its canonical spelling, and what is no path stays', () => {
  expect(foreignPath('/a b/ü')).toBe('/a%20b/%C3%BC')
  expect(foreignPath('/k%c3%a4se')).toBe('/k%C3%A4se')
  expect(foreignPath('/?p=12')).toBe('/?p=12')
})

test('paths are compared decoded and without their last slash', () => {
  expect(pathKey('/a%20b/')).toBe('/a b')
  expect(pathKey('/a%ff')).toBe('/a%ff')
  expect(pathKey('/')).toBe('')
})
