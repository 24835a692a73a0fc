import { expect, test } from 'vitest'

import { phrasesOf, phraseText } from './phrases.ts'

test('words are cut by the rules of the language: a German plural is found, and German stop words are none', () => {
  const text = 'Wir haben Wanderschuhe für die Berge getestet.'
  const item = { title: 'x', primaryKeyword: 'der Wanderschuh', secondaryKeywords: [] }

  const find = (locale: string) =>
    phraseText(text, [], locale)
      .find(phrasesOf(item, locale))
      .map(({ start, end }) => text.slice(start, end))

  expect(find('de-AT')).toEqual(['Wanderschuhe'])
  expect(find('en')).toEqual([])
})
