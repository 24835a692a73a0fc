import fc from 'fast-check'
import { expect, test } from 'vitest'

import { contentWords, fold, keywordKey, keywordWords, segmentsOf } from './content-words.ts'

test('content words are folded, without stop words, and lightly stemmed', () => {
  expect(contentWords("The prices of Pricing: plans and planning, a company's policies")).toEqual([
    'pric',
    'pric',
    'plan',
    'plan',
    'company',
    'policy',
  ])
  expect(contentWords('Résumé für Mütter', 'de-DE')).toEqual(['resum', 'mutt'])
  expect(contentWords('Les meilleurs logiciels de gestion', 'fr')).toEqual(['meilleur', 'logiciel', 'gestion'])
})

test.each([
  ['boxes', 'box'],
  ['classes', 'class'],
  ['studies', 'study'],
  ['running', 'run'],
  ['selling', 'sell'],
  ['string', 'string'],
  ['speed', 'speed'],
  ['status', 'status'],
  ['analysis', 'analysis'],
  ['bus', 'bus'],
])('%s is stemmed to %s', (word, expected) => {
  expect(contentWords(word)).toEqual([expected])
})

test('words of different subjects stay different', () => {
  for (const [one, other] of [
    ['organ', 'organization'],
    ['universe', 'university'],
    ['c++ compiler', 'c# compiler'],
    ['c compiler', 'c++ compiler'],
  ] as const)
    expect(keywordKey(one)).not.toBe(keywordKey(other))
})

test('a keyword is compared without order, years, stop words and endings', () => {
  expect(keywordKey('Best CRM for Startups 2026')).toBe(keywordKey('the best startup CRMs'))
  expect(keywordKey('2024')).toBe('2024')
  expect(keywordKey(' – ')).toBe('')
  expect(keywordKey('word '.repeat(3) + 'x'.repeat(500))).toHaveLength(200)
  expect(keywordWords('The Who')).toEqual(['the', 'who'])
  expect(keywordKey('日本の料理', 'ja')).not.toBe('')
})

test('every text and every locale has content words or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 8 }), (text, locale) => {
      expect(Array.isArray(contentWords(text, locale))).toBe(true)
      expect(keywordKey(text, locale)).toBe(keywordKey(text, locale))
    }),
  )
})

const marks = [...Array.from({ length: 95 }, (_, i) => String.fromCodePoint(32 + i)), ...'\n\t\r‘’“”–—…']
const plain = fc.array(fc.oneof(fc.constantFrom(...marks), fc.constantFrom(...`aZ1_.,:;'’ "@/`)), { maxLength: 40 })

test.each(['en', 'de', 'sv', 'fi', 'ja', 'xx'])(
  'words of plain text are those that Intl.Segmenter finds, in %s',
  (locale) => {
    const segmenter = new Intl.Segmenter(locale === 'xx' ? 'en' : locale, { granularity: 'word' })
    const found = (text: string) =>
      [...segmenter.segment(text)].flatMap((one) => (one.isWordLike === true ? one.segment : []))

    fc.assert(
      fc.property(plain, (characters) => {
        const text = characters.join('')
        expect(segmentsOf(text, locale)).toEqual(found(text))
      }),
      { numRuns: 1000 },
    )
  },
)

test('text without marks is folded as any other', () => {
  const folded = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]+/g, '')
      .normalize('NFC')

  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(fold(text)).toBe(fold(folded(text)))
    }),
  )
})

test('the words of a short text are found once, for each language', () => {
  expect(contentWords('die Preise', 'de')).toBe(contentWords('die Preise', 'de-AT'))
  expect(contentWords('die Preise', 'de')).not.toEqual(contentWords('die Preise', 'en'))
})
