import { expect, test } from 'vitest'

import { crawlDelay, decide, parseRobots, productToken } from './robots.ts'

const allowed = (text: string, path: string, token = 'Masthead') => decide(parseRobots(text), token, path).allowed

test.each([
  ['User-agent: *\nDisallow: /private', '/private/a', false],
  ['User-agent: *\nDisallow: /private', '/public', true],
  ['User-agent: *\nDisallow:', '/a', true],
  ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
  ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf?download', true],
  ['User-agent: *\nDisallow: /*?sort=', '/list?sort=price', false],
  ['User-agent: *\nDisallow: /$', '/', false],
  ['User-agent: *\nDisallow: /$', '/a', true],
  ['User-agent: *\nDisallow: /%7Euser', '/~user/a', false],
  ['User-agent: *\nDisallow: /straße', '/stra%C3%9Fe', false],
  ['User-agent: masthead\nDisallow: /\n\nUser-agent: *\nAllow: /', '/a', false],
  ['User-agent: *\nDisallow: /\n\nUser-agent: Masthead\nDisallow: /x', '/a', true],
  ['User-agent: Masthead-Image\nDisallow: /', '/a', true],
  ['User-agent: other\nUser-agent: Masthead\nDisallow: /a', '/a', false],
  ['User-agent: Masthead\nSitemap: https://example.com/s.xml\nUser-agent: other\nDisallow: /a', '/a', false],
  ['User-agent: Masthead\nDisallow:\n\nUser-agent: *\nDisallow: /', '/a', true],
  ['User-agent: Masthead\nDisallow: /a\nUser-agent: x\nDisallow: /c\nUser-agent: MASTHEAD\nDisallow: /b', '/b', false],
  ['\ufeffUser-agent: *\rDisallow: /a # not this', '/a', false],
  ['Disallow: /', '/a', true],
  ['User-agent: *\nDisallow: /', '/robots.txt', true],
])('%j allows %s: %s', (text, path, expected) => {
  expect(allowed(text, path)).toBe(expected)
})

test('the deciding line is named as it stands', () => {
  const robots = parseRobots('# ours\nUser-agent: *\n disallow:/a  # why\nAllow: /')

  expect(decide(robots, 'GPTBot', '/a')).toEqual({ allowed: false, rule: ' disallow:/a  # why', line: 3 })
  expect(decide(robots, 'GPTBot', '/b')).toEqual({ allowed: true, rule: 'Allow: /', line: 4 })
  expect(decide(parseRobots(''), 'GPTBot', '/b')).toEqual({ allowed: true, rule: null, line: null })
})

test('lines are counted as an editor counts them, whatever ends them', () => {
  const lines = [
    '# 1',
    '',
    'User-agent: *',
    ...Array.from({ length: 17 }, (_, n) => `Disallow: /${n + 4}`),
    'Disallow: /secret',
  ]

  for (const end of ['\n', '\r\n', '\r'])
    expect(decide(parseRobots(`\ufeff${lines.join(end)}${end}Allow: /`), 'Masthead', '/secret/a')).toEqual({
      allowed: false,
      rule: 'Disallow: /secret',
      line: 21,
    })
})

test('a pause is at most ten seconds', () => {
  expect(crawlDelay(parseRobots('User-agent: *\nCrawl-delay: 0.5'), 'Masthead')).toBe(0.5)
  expect(crawlDelay(parseRobots('User-agent: *\nCrawl-delay: 600'), 'Masthead')).toBe(10)
  expect(crawlDelay(parseRobots('User-agent: *\nCrawl-delay: soon'), 'Masthead')).toBe(0)
})

test('the product token ends at a slash or blank', () => {
  expect(['Masthead/1.0 (x)', 'Bot with words', 'Bot'].map(productToken)).toEqual(['Masthead', 'Bot', 'Bot'])
})

test('sitemaps stand outside groups', () => {
  expect(
    parseRobots('Sitemap: https://a.example/1.xml\nUser-agent: *\nSITEMAP:https://a.example/2.xml').sitemaps,
  ).toEqual(['https://a.example/1.xml', 'https://a.example/2.xml'])
})
