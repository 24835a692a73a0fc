import { expect, test } from 'vitest'

import { bestPassage } from '#areas/library/passages.ts'

test('a short text is given whole', () => {
  expect(bestPassage('  One paragraph.\n\nAnother one. ', ['crm'], { limit: 200 })).toBe(
    'One paragraph.\n\nAnother one.',
  )
})

test('of a long text the paragraphs with the words are given, in their order, and gaps are marked', () => {
  const filler = 'Nothing that matters stands here, sentence after sentence. '.repeat(6).trim()
  const text = [filler, 'The team plan costs 12 euros.', filler, filler, 'A plan can be changed every month.'].join(
    '\n\n',
  )

  expect(bestPassage(text, ['plan', 'cost'], { limit: 300 })).toBe(
    'The team plan costs 12 euros.\n\n[…]\n\nA plan can be changed every month.',
  )
})

test('without a word that is in it, its beginning is given', () => {
  const text = Array.from({ length: 40 }, (_, n) => `Paragraph ${n} of a text about something else.`).join('\n\n')

  expect(bestPassage(text, ['crm'], { limit: 250 })).toBe('Paragraph 0 of a text about something else.')
})

test('with fill the room that is left is used from the beginning', () => {
  const text = Array.from({ length: 40 }, (_, n) => `Paragraph ${n} of a text about something else.`).join('\n\n')

  expect(bestPassage(text, ['crm'], { limit: 120, fill: true })).toBe(
    'Paragraph 0 of a text about something else.\n\nParagraph 1 of a text about something else.',
  )
})

test('a passage is never longer than its limit, whatever the text is', () => {
  for (const text of [
    'x'.repeat(50_000),
    'word '.repeat(10_000),
    '\n\n'.repeat(25_000),
    '🙂'.repeat(25_000),
    'A b. '.repeat(9000),
  ]) {
    const passage = bestPassage(text, ['word'], { limit: 300 })
    expect(passage.length).toBeLessThanOrEqual(300)
    expect(passage.isWellFormed()).toBe(true)
  }
})
