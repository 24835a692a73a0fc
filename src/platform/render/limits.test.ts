import { expect, test } from 'vitest'

import { countTags, limits, markupExcess, sizeExcess } from './limits.ts'
import { markdownNesting } from './markdown-nesting.ts'

test('a body has at most 1,000,000 bytes, whatever its characters', () => {
  expect(sizeExcess('a'.repeat(limits.bytes))).toBeUndefined()
  expect(sizeExcess('é'.repeat(500_001))).toEqual({ limit: 'bytes', found: 1_000_002 })
})

test('a body has at most 20,000 tags', () => {
  expect(markupExcess('<br>'.repeat(limits.tags), 'html')).toBeUndefined()
  expect(markupExcess('<p></p>'.repeat(10_001), 'markdown')).toEqual({ limit: 'tags', found: 20_002 })
})

test.each([
  ['<div>'.repeat(100), 100],
  ['<p>'.repeat(500), 0],
  ['<li>text'.repeat(500), 0],
  ['<div></x>'.repeat(150), 150],
  ['<b></b>'.repeat(150), 1],
  ['<DIV><div></Div></DIV>', 2],
  ['<div><!-- <div> --><em>', 2],
  ['a < b', 0],
])('the nesting of %.30s is %i', (html, nesting) => {
  expect(countTags(html).nesting).toBe(nesting)
})

test.each([
  ['> '.repeat(150), 150],
  ['>'.repeat(150), 150],
  [`${'- '.repeat(150)}a`, 150],
  [`${'1. '.repeat(150)}a`, 150],
  [Array.from({ length: 150 }, (_, i) => `${' '.repeat(i * 2)}- a`).join('\n'), 150],
  ['['.repeat(150), 150],
  ['!['.repeat(150), 150],
  [`${'*'.repeat(150)}a`, 150],
  ['*a '.repeat(150), 150],
  ['**a\n'.repeat(150), 300],
])('Markdown such as %.20j nests %i deep', (markdown, nesting) => {
  expect(markdownNesting(markdown)).toBe(nesting)
})

test.each([
  '- - - - - - '.repeat(50),
  '* '.repeat(200),
  `\`\`\`\n${'['.repeat(500)}\n\`\`\``,
  `~~~js\n${'> '.repeat(500)}\n~~~\n`,
  '- a\n- b\n'.repeat(500),
  'text *with* [links](x) and **bold**\n'.repeat(500),
  'snake_case_name '.repeat(500),
  'an open [ bracket\n\n'.repeat(500),
  String.raw`\[\[\[\*a`.repeat(200),
])('ordinary Markdown such as %.25j is flat', (markdown) => {
  expect(markdownNesting(markdown)).toBeLessThan(10)
})
