import { expect, test } from 'vitest'

import { phrasesOf, phraseText, sharedParts } from './phrases.ts'

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

test('a version is one word: a release is found by its name and version, and no other release is', () => {
  const text = 'As of Acme 1.45 this works. It was announced with Acme 1.4, not with Acme 1.45.2.'
  const titles = ['Announcing Acme 1.45.0', 'Announcing Acme 1.4', 'Announcing Acme 1.45.2', 'Announcing Acme 1.5']

  const found = titles.map((title) =>
    phraseText(text, [], 'en')
      .find(phrasesOf({ title, primaryKeyword: null, secondaryKeywords: [] }, 'en'))
      .map(({ start, end }) => text.slice(start, end)),
  )

  expect(found).toEqual([['Acme 1.45'], ['announced with Acme 1.4', 'Acme 1.4'], ['Acme 1.45.2'], []])
})

test('a part of a title that several items have names none of them', () => {
  const titled = (title: string) => phrasesOf({ title, primaryKeyword: null, secondaryKeywords: [] }, 'en')

  const shared = sharedParts(['March Project Goals Update', 'April Project Goals Update', 'Harbour'].map(titled))

  expect([...shared]).toEqual(['project goal updat'])
})
