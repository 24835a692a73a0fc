import { expect, test } from 'vitest'

import { replaceLinks } from './replace-links.ts'

const base = 'https://a.example/blog/post'
const replacements = new Map([
  ['https://a.example/old', 'https://a.example/new'],
  ['https://a.example/gone', null],
  ['http://a.example/i.png', 'https://a.example/i.png'],
])
const inMarkdown = (content: string) => replaceLinks(content, { format: 'markdown', base, replacements })
const inHtml = (content: string) => replaceLinks(content, { format: 'html', base, replacements })

test.each([
  [
    '[a](/old) and [b](../old?utm_source=x#part "T")',
    '[a](https://a.example/new) and [b](https://a.example/new#part "T")',
    2,
  ],
  ['[a *b*](https://a.example/gone), ok', 'a *b*, ok', 1],
  ['![i](http://a.example/i.png) ![j](/gone)', '![i](https://a.example/i.png) ', 2],
  [
    '`[a](/old)`\n\n```\n[a](/old) ![i](http://a.example/i.png)\n```\n',
    '`[a](/old)`\n\n```\n[a](/old) ![i](http://a.example/i.png)\n```\n',
    0,
  ],
  ['[a](/older) [b](#old)', '[a](/older) [b](#old)', 0],
])('Markdown: %s', (content, expected, replaced) => {
  expect(inMarkdown(content)).toEqual({ content: expected, replaced })
})

test.each([
  ['<p><a class="x" href="/old">a</a></p>', '<p><a class="x" href="https://a.example/new">a</a></p>', 1],
  ['<p><a href="/gone"><b>a</b></a></p>', '<p><b>a</b></p>', 1],
  ['<img alt="x" src="http://a.example/i.png">', '<img alt="x" src="https://a.example/i.png">', 1],
  ['<pre><img src="http://a.example/i.png"></pre>', '<pre><img src="http://a.example/i.png"></pre>', 0],
])('HTML: %s', (content, expected, replaced) => {
  expect(inHtml(content)).toEqual({ content: expected, replaced })
})
