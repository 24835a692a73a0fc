import { expect, test } from 'vitest'

import { droppedParameters, matchesWildcard, urlKey } from './url-key.ts'

test.each([
  ['HTTPS://Www.Example.COM:443/A/b/', 'https://www.example.com/A/b/'],
  ['https://example.com', 'https://example.com/'],
  ['https://example.com/a#b', 'https://example.com/a'],
  ['https://example.com/?', 'https://example.com/'],
  ['https://bücher.example/straße?q=ä', 'https://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%A4'],
  ['https://example.com/%7euser/%2fx%2f?a=%41%c3', 'https://example.com/~user/%2Fx%2F?a=A%C3'],
  ['https://example.com/a;jsessionid=1F?b=1', 'https://example.com/a?b=1'],
  ['https://example.com/?UTM_source=x&b=2&a=1&PHPSESSID=y', 'https://example.com/?b=2&a=1'],
  ['https://example.com/?gclid=1', 'https://example.com/'],
  ['https://example.com/?a=1&&b=2&', 'https://example.com/?a=1&&b=2&'],
  ['https://example.com/?a=1&&sid=2', 'https://example.com/?a=1&'],
  ['https://example.com/?sid=2&', 'https://example.com/'],
  ['https://example.com:8443/a', 'https://example.com:8443/a'],
  [' ../b ', 'https://example.com/b'],
  ['//other.example/x', 'https://other.example/x'],
])('the key of %s is %s', (text, key) => {
  expect(urlKey(text, 'https://example.com/a/c')).toBe(key)
})

test.each([
  'mailto:a@example.com',
  'javascript:void(0)',
  'https://user:pass@example.com/',
  'https://',
  `/${'a'.repeat(2048)}`,
])('%s has none', (text) => {
  expect(urlKey(text, 'https://example.com/')).toBeUndefined()
})

test('the parameters that were dropped are named', () => {
  expect(droppedParameters('/a;jsessionid=2?utm_medium=x&b=1&Sid=3', 'https://example.com/')).toEqual([
    'utm_medium',
    'sid',
    'jsessionid',
  ])
})

test.each([
  ['/blog/*', '/blog/a', true],
  ['/blog/*', '/blog', false],
  ['*', '/', true],
  ['/a*b*c', '/a-b-b-c', true],
  ['/a*b*c', '/a-c', false],
  ['/a', '/a/', false],
  ['*?page=*', '/x?page=2', true],
  ['/aa*aa', '/aaa', false],
])('%s and %s: %s', (pattern, text, expected) => {
  expect(matchesWildcard(pattern, text)).toBe(expected)
})
