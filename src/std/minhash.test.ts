import { createHash } from 'node:crypto'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { bandsOf, likeness, packed, signatureOf, unpacked } from './minhash.ts'
import { wordsOf } from './test-texts.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc
    .array(fc.constantFrom('one', 'two', 'three', 'quatre', '五', 'шесть', '\u0301', '🙂'), { maxLength: 80 })
    .map((words) => words.join(' ')),
)
const between = (one: string, other: string) => likeness(signatureOf(one).minhash, signatureOf(other).minhash)

test('any text has a signature or none, alike in both directions, and is itself', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const { minhash, shingles } = signatureOf(one)

      expect(minhash === undefined).toBe(shingles === 0)
      expect(between(one, other)).toBe(between(other, one))
      expect(between(one, other)).toSatisfy((value: number) => value >= 0 && value <= 1)
      expect(between(one, one)).toBe(minhash === undefined ? 0 : 1)
    }),
  )
})

test('stored signatures stay those of their texts, whatever their scripts', () => {
  const mixed = signatureOf(
    'Ｆｕｌｌ width, naïve café_au_lait: İstanbul ﬁnds 漢字とかな交じり文 ภาษาไทย ລາວ ខ្មែរ မြန်မာ 𠀀𠀁 𐐀𐐨 e\u0301tude 3.14 don’t 🎉 \ud800 end of it all',
  )

  expect(mixed.shingles).toBe(46)
  expect(
    createHash('sha256')
      .update(packed(mixed.minhash ?? new Uint32Array()))
      .digest('hex'),
  ).toBe('dc107c3284a692ed0cee60da2d280e3112ec1231bce114c107c2cf72d103bc2e')
})

test('case, punctuation and white space do not count, words do', () => {
  const one = 'The quick brown fox jumps over the lazy dog.'

  expect(between(one, 'the QUICK,\n\nbrown fox - jumps over the lazy dog')).toBe(1)
  expect(between(one, 'the quick brown cat jumps over the lazy dog')).toBeLessThan(0.3)
  expect(signatureOf('only four words here').minhash).toBeUndefined()
})

test('scripts without blanks are compared by their characters', () => {
  expect(between('今天天气很好我们去公园散步', '今天天气很好我们去公园散步吧')).toBeGreaterThan(0.7)
  expect(between('今天天气很好我们去公园散步', '数据库的索引可以加快查询')).toBe(0)
})

// Of two texts of 1,000 words with c words of their beginning in common, the similarity is known.
test.each([0.5, 0.6, 0.85])('the estimate is near the truth at %d', (truth) => {
  const common = Math.round((2 * truth * 1000) / (1 + truth))
  const estimates = Array.from({ length: 40 }, (_, n) =>
    between(wordsOf(1000, 3 * n), `${wordsOf(common, 3 * n)} ${wordsOf(1000 - common, 3 * n + 1)}`),
  )
  const mean = estimates.reduce((sum, value) => sum + value, 0) / estimates.length

  expect(Math.abs(mean - truth)).toBeLessThan(0.03)
})

test('what is 0.7 alike meets in a stored band, what is not alike does not', () => {
  const common = Math.round((2 * 0.7 * 1000) / 1.7)
  const meets = (one: string, other: string) => {
    const [own, others] = [one, other].map((body) => bandsOf(signatureOf(body).minhash ?? new Uint32Array(128)))
    return own?.some((hash, band) => hash === others?.[band]) === true
  }
  const pairs = Array.from({ length: 60 }, (_, n) =>
    meets(wordsOf(1000, 3 * n), `${wordsOf(common, 3 * n)} ${wordsOf(1000 - common, 3 * n + 1)}`),
  )

  expect(pairs.filter(Boolean).length).toBeGreaterThanOrEqual(57)
  expect(meets(wordsOf(1000, 1), wordsOf(1000, 2))).toBe(false)
})

test('a signature is stored and read again; what is no signature is none', () => {
  const { minhash = new Uint32Array() } = signatureOf(wordsOf(100, 1))

  expect(unpacked(packed(minhash))).toEqual(minhash)
  expect(unpacked(Buffer.from([1]))).toBeUndefined()
  expect(unpacked(null)).toBeUndefined()
  // Stored signatures are compared with new ones forever.
  expect(Array.from(minhash.slice(0, 3))).toMatchInlineSnapshot(`
    [
      19347174,
      4720651,
      32289580,
    ]
  `)
})
