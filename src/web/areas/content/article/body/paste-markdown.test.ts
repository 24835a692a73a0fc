import { expect, test } from 'vitest'

import { readPastedMarkdown } from './paste-markdown.ts'
import { writeBlock } from './write-markdown.ts'

const pasted = (text: string) => {
  const slice = readPastedMarkdown(text)
  return slice === null ? null : slice.content.content.map((block) => writeBlock(block)).join('\n\n')
}

test('Markdown is read as what it says, its first heading below the title', () => {
  expect(pasted('# Title\r\n\r\nSome **bold** text\r\n\r\n- a')).toBe('## Title\n\nSome **bold** text\n\n- a')
})

test.each([
  ['a heading', '## Tides'],
  ['a list', '- one\n- two'],
  ['a quote', '> said'],
  ['code', '```js\nrun()\n```'],
  ['a link', 'See [tides](https://example.com/tides).'],
  ['a table', '| a | b |\n| - | - |\n| 1 | 2 |'],
])('%s is Markdown', (_what, text) => {
  expect(pasted(text)).not.toBeNull()
})

test.each([
  'Plain words',
  'Two * three * four, and a * footnote',
  '* Only where available',
  '1986. A good year.',
  '#1 in its class',
  'snake_case_name and a*b*c',
  'See https://example.com/tides or write to ada@example.com',
  '    an indented line',
])('%j stays as it is typed', (text) => {
  expect(pasted(text)).toBeNull()
})
