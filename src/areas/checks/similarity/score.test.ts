import fc from 'fast-check'
import { expect, test } from 'vitest'

import { signatureOf } from '#std/minhash.ts'
import { wordsOf } from '#std/test-texts.ts'

import { headingsOf } from './headings.ts'
import { compare, type Features, headingWords, scoreOf, strengthOf, subjectOf } from './score.ts'

const features = fc.record({
  title: fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('Best CRM 2024', 'May', 'Part II', 'v1.2.3 for #4', '  for ', 'ǅ for 1'),
  ),
  primaryKeyword: fc.option(fc.string({ unit: 'binary' })),
  secondaryKeywords: fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }),
  headings: fc.array(fc.constantFrom('price', 'plan', 'team'), { maxLength: 3 }).map((words) => new Set(words)),
  minhash: fc.constantFrom(undefined, signatureOf('one two three four five six').minhash),
  publishAt: fc.constantFrom(null, 0, 1e12),
})
const subject = (given: Partial<Features>) =>
  subjectOf(
    {
      title: '',
      primaryKeyword: null,
      secondaryKeywords: [],
      headings: new Set(),
      minhash: undefined,
      publishAt: null,
      ...given,
    },
    'en',
  )

test('any two items have a score, alike in both directions', () => {
  fc.assert(
    fc.property(features, features, (one, other) => {
      const [a, b] = [subjectOf(one, 'en'), subjectOf(other, 'en')]
      const found = compare(a, b)

      expect(compare(b, a)).toEqual(found)
      for (const value of [found.score, found.body, strengthOf(found)])
        expect(value).toSatisfy((score: number) => score >= 0 && score <= 1)
    }),
  )
})

test('an item with words in its title competes with itself, with the highest score', () => {
  fc.assert(
    fc.property(features, (one) => {
      const same = compare(subjectOf(one, 'en'), subjectOf(one, 'en'))
      const hasWords = subjectOf(one, 'en').signal.tokens.size > 0

      expect(same.parts.title).toBe(hasWords ? 1 : 0)
      expect(same.isSeries).toBe(false)
      if (hasWords && one.secondaryKeywords.length === 0 && one.primaryKeyword === null)
        expect(same.score).toBeCloseTo(one.headings.size > 0 ? 1 : 0.75)
    }),
  )
})

test('the weights are those of the specification; what neither side has is spread in proportion', () => {
  expect(scoreOf({ title: 1, keyword: 0, headings: 0 })).toBeCloseTo(0.5)
  expect(scoreOf({ title: 0, keyword: 1, headings: 1 })).toBeCloseTo(0.5)
  expect(scoreOf({ title: 1, keyword: undefined, headings: 0 })).toBeCloseTo(0.75)
})

test('keywords are equal whatever their order, ending and year, or overlap', () => {
  const title = 'Something to read'
  const one = subject({ title, primaryKeyword: 'CRM software 2024', secondaryKeywords: ['sales tools'] })

  expect(compare(one, subject({ primaryKeyword: 'software CRMs' }))).toMatchObject({
    samePrimary: true,
    parts: { keyword: 1 },
  })
  expect(compare(one, subject({ primaryKeyword: 'erp', secondaryKeywords: ['sales tool'] }))).toMatchObject({
    samePrimary: false,
    parts: { keyword: 0.5 },
  })
  expect(compare(one, subject({}))).toMatchObject({ samePrimary: false, parts: { keyword: 0 } })
})

test('headings are read from the rendered body, without markup', () => {
  const html = '<h2>First <em>steps</em> &amp; more</h2><p>x</p><h3>No</h3><h2>Steps again</h2><h2>open'

  expect(headingsOf(html)).toEqual(['First steps   more', 'Steps again'])
  expect(headingWords(headingsOf(html), 'en')).toEqual(['first', 'step'])
  expect(headingsOf('<h2>'.repeat(100_000))).toEqual([])
})

test('one title at different times is a series, unless text, keyword or date say something else', () => {
  const day = 24 * 3600_000
  const text = (seed: number) => signatureOf(wordsOf(300, seed)).minhash
  const first = subject({ title: 'News from the Lab', publishAt: 0, minhash: text(1) })
  const isSeries = (given: Partial<Features>, one = first) =>
    compare(one, subject({ title: 'News from the lab', publishAt: 7 * day, minhash: text(2), ...given })).isSeries

  expect(isSeries({})).toBe(true)
  expect(isSeries({ publishAt: 5 * day })).toBe(false)
  expect(isSeries({ publishAt: null })).toBe(false)
  expect(isSeries({ minhash: text(1) })).toBe(false)
  expect(isSeries({ title: 'News from our lab in Oslo' })).toBe(false)
  const keyed = { primaryKeyword: 'lab news' }
  expect(isSeries(keyed, subject({ title: 'News from the Lab', publishAt: 0, minhash: text(1), ...keyed }))).toBe(false)
  const evergreen = { title: 'How to run a lab' }
  expect(isSeries(evergreen, subject({ ...evergreen, publishAt: 0, minhash: text(1) }))).toBe(false)
})
