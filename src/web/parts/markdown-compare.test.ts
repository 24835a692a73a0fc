import { expect, test } from 'vitest'

import { readMarkdown } from '#web/parts/markdown-blocks.ts'
import { compareBlocks } from '#web/parts/markdown-compare.ts'

const told = (before: string, after: string) =>
  compareBlocks(readMarkdown(before), readMarkdown(after)).map(
    ({ kind, runs }) =>
      `${kind}: ${runs.map((run) => `${{ same: '', added: '+', removed: '-' }[run.kind]}${run.text}`).join('|')}`,
  )
const shown = (text: string) => readMarkdown(text).map(({ pieces }) => pieces.map((piece) => piece.text).join(''))

test('words that changed are told within their paragraph, and neighbours as one', () => {
  expect(told('The price is 10 a month.\n\nSame.', 'The price is 20 a year.\n\nSame.')).toEqual([
    'changed: The price is |-10|+20| a |-month|+year|.',
    'same: Same.',
  ])
  expect(told('It was many interviews long.', 'It was 70 talks long.')).toEqual([
    'changed: It was |-many interviews|+70 talks| long.',
  ])
})

test('a paragraph that came before a changed one is new, and one with other words replaces', () => {
  expect(told('The price is 10 a month.', 'An introduction.\n\nThe price is 20 a month.')).toEqual([
    'added: +An introduction.',
    'changed: The price is |-10|+20| a month.',
  ])
  expect(told('Nothing alike here.', 'Wholly other words.')).toEqual([
    'removed: -Nothing alike here.',
    'added: +Wholly other words.',
  ])
})

test('a link to another address is a change', () => {
  expect(told('See [the guide](https://a.example).', 'See [the guide](https://b.example).')).toEqual([
    'changed: See |the guide| (https://|-a|+b|.example)|.',
  ])
})

test('nothing of a text is hidden', () => {
  const text = [
    'A [link](https://a.example "its title"), ![a picture](https://b.example/c.png) and <b onclick="x()">raw</b>.[^1]',
    '<!-- a comment -->',
    '[name]: https://d.example',
    '[^1]: A note.',
    '```js secret=1\ncode()\n```',
    '- [x] done\n- open',
    '| a | b |\n|---|---|\n| 1 | [c](https://e.example) |',
  ].join('\n\n')

  expect(shown(text)).toEqual([
    'A link (https://a.example “its title”), [Picture: a picture] (https://b.example/c.png) and <b onclick="x()">raw</b>.[^1]',
    '<!-- a comment -->',
    '[name]: https://d.example',
    '[^1]: A note.',
    'js secret=1\ncode()',
    'done',
    'open',
    'a | b',
    '1 | c (https://e.example)',
  ])
  expect(readMarkdown('1. one\n2. two').map(({ marker }) => marker)).toEqual(['1.', '2.'])
})

test('the whole of both texts is told, whatever they are', () => {
  const texts = ['', 'a', 'a b c', 'c b a', 'a b\n\nc d', 'x\n\na b\n\ny', '# a\n\n- b\n- c d', 'a a a b a']
  const side = (all: ReturnType<typeof compareBlocks>, without: 'added' | 'removed') =>
    all.flatMap(({ runs }) => runs.filter(({ kind }) => kind !== without).map(({ text }) => text)).join('')
  const plain = (text: string) => shown(text).join('')

  for (const before of texts)
    for (const after of texts) {
      const compared = compareBlocks(readMarkdown(before), readMarkdown(after))
      expect([side(compared, 'added'), side(compared, 'removed')]).toEqual([plain(before), plain(after)])
    }
})
