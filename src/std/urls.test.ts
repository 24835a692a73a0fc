import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isHttpUrl, isSafeReturnPath, joinUrl, lastSegment } from './urls.ts'

test.each([
  ['best-crm', 'best-crm'],
  ['https://example.com/blog/best-crm', 'best-crm'],
  ['https://example.com/blog/Best-CRM///?utm=a/b#x/y', 'best-crm'],
  ['/blog/best-crm/', 'best-crm'],
  ['//example.com/best-crm', 'best-crm'],
  ['https://example.com', ''],
  ['https://example.com/', ''],
  ['https://example.com?x=/a', ''],
  ['https://example.com/caf%C3%A9', 'café'],
  ['https://example.com/cafe%CC%81', 'café'],
  ['https://example.com/%D1%91%D0%BB%D0%BA%D0%B0', 'ёлка'],
  ['/a%2Fb', 'a/b'],
  ['/a%2520b', 'a%20b'],
  ['/100%', '100%'],
  ['/x%ffy%E0%A4%A', 'x%ffy%e0%a4%a'],
  ['/%ed%a0%80', '%ed%a0%80'],
  ['/a%00b', 'a%00b'],
  ['  best crm ', 'best crm'],
  ['', ''],
  ['///', ''],
])('the last segment of %j is %j', (text, segment) => {
  expect(lastSegment(text)).toBe(segment)
})

test('a last segment never throws and never holds what the text did not hold as NUL', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[%0-9a-fx/?#]{0,40}$/), (text) => {
      expect(lastSegment(text)).not.toContain('\0')
    }),
  )
})

test('only absolute http and https URLs of at most 2,048 characters count', () => {
  expect(isHttpUrl('https://example.com/a?b#c')).toBe(true)
  expect(isHttpUrl('HTTP://localhost:3000')).toBe(true)
  const others = [
    '',
    '/a',
    '//a.b',
    'ftp://a.b',
    'javascript:alert(1)',
    'https:a.b',
    'https://',
    'https://a b',
    'http://a\n.b',
  ]
  for (const text of [...others, String.raw`https:\\a.b`, `https://a.b/${'x'.repeat(2048)}`])
    expect(isHttpUrl(text)).toBe(false)
})

test('base and path meet in one slash', () => {
  expect(joinUrl('https://a.b', 'c')).toBe('https://a.b/c')
  expect(joinUrl('https://a.b/x//', '//c/')).toBe('https://a.b/x/c/')
  expect(joinUrl('https://a.b/', '')).toBe('https://a.b')
})

test.each(['/', '/content', '/content/itm_1?tab=seo&q=100%25#faq', '/a//b', '/caf%C3%A9'])(
  '%j is a safe return path',
  (text) => {
    expect(isSafeReturnPath(text)).toBe(true)
  },
)

test.each([
  '',
  'content',
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  String.raw`/\evil.example`,
  String.raw`\\evil.example`,
  '/%2fevil.example',
  '/%2Fevil.example',
  '/%5cevil.example',
  '/%252fevil.example',
  '/%25252fevil.example',
  '%2f%2fevil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/a\r\nSet-Cookie: x',
  ' //evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  'javascript:alert(1)',
  `/${'a'.repeat(2048)}`,
])('%j is no safe return path', (text) => {
  expect(isSafeReturnPath(text)).toBe(false)
})
