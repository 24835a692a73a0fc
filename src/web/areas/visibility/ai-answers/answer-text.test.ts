import { expect, test } from 'vitest'

import { readAnswer } from './answer-text.ts'

const acme = (text: string, from = 0) => {
  const at = text.indexOf('Acme', from)
  return { from: at, to: at + 4, brandId: 'own' }
}

test('names are marked where they are in the stored text, whatever Markdown is around them', () => {
  const text = '## Best\n\n1. **Acme** is [the Acme page](https://acme.com/a)\n- Acme'
  const second = acme(text, text.indexOf('[the'))
  const marks = [acme(text), second, acme(text, second.to)]

  const blocks = readAnswer(text, marks)

  expect(blocks.map(({ kind, marker }) => [kind, marker])).toEqual([
    ['heading', ''],
    ['item', '1.'],
    ['item', '•'],
  ])
  const marked = blocks.flatMap(({ pieces }) => pieces.filter(({ brandId }) => brandId !== null))
  expect(marked.map(({ text: name, at }) => [name, text.slice(at, at + 4)])).toEqual([
    ['Acme', 'Acme'],
    ['Acme', 'Acme'],
    ['Acme', 'Acme'],
  ])
  expect(marked.map(({ isStrong, url }) => [isStrong, url])).toEqual([
    [true, null],
    [false, 'https://acme.com/a'],
    [false, null],
  ])
  expect(blocks[1]?.pieces.map(({ text: part }) => part).join('')).toBe('Acme is the Acme page')
})

test('a name across the signs of Markdown is marked in its parts', () => {
  const text = 'Take **Acme** Cloud.'
  const from = text.indexOf('Acme')

  const [block] = readAnswer(text, [{ from, to: from + 'Acme** Cloud'.length, brandId: 'own' }])

  expect(block?.pieces.filter(({ brandId }) => brandId === 'own').map(({ text: part }) => part)).toEqual([
    'Acme',
    ' Cloud',
  ])
})

test('rules and rows of dashes are left out', () => {
  expect(readAnswer('A\n\n---\n|---|:--|\n\nB', []).map(({ pieces }) => pieces[0]?.text)).toEqual(['A', 'B'])
})
