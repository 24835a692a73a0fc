import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isSlug, slugify, slugLength, withSuffix } from './slugs.ts'

test.each([
  ['Announcing Rust 1.88.0', 'announcing-rust-1.88.0'],
  ['The Best CRM Tools (2026)', 'the-best-crm-tools-2026'],
  ["What's new? Don't panic!", 'whats-new-dont-panic'],
  ['Crème brûlée à la façon d’Émile', 'creme-brulee-a-la-facon-demile'],
  ['Straße, Ærø, Łódź, Þór, Đặng, Œuvre', 'strasse-aero-lodz-thor-dang-oeuvre'],
  ['İstanbul ışık', 'istanbul-isik'],
  ['Node.js & C++ 17', 'node-js-c-17'],
  ['snake_case__and  spaces', 'snake-case-and-spaces'],
  ['Русский язык: ёлка и йод', 'русский-язык-ёлка-и-йод'],
  ['Ελληνικά Όχι', 'ελληνικά-όχι'],
  ['日本語のがぎぐ', '日本語のがぎぐ'],
  ['हिन्दी में लेख', 'हिन्दी-में-लेख'],
  ['한국어 글', '한국어-글'],
  ['مقالة ١٢٣', 'مقالة-١٢٣'],
  ['Ｆｕｌｌ ｗｉｄｔｈ ﬁne x²', 'full-width-fine-x2'],
  ['soft\u00adhyphen zero\u200bwidth', 'softhyphen-zerowidth'],
  ['1️⃣ keycap 🎉 party', '1-keycap-party'],
  ['...1.2...3.', '1.2-3'],
  ['a - b -- c', 'a-b-c'],
  ['one\0two', 'one-two'],
  ['!?', ''],
  ['', ''],
])('the slug of %j is %j', (text, slug) => {
  expect(slugify(text)).toBe(slug)
})

test.each(['a', 'best-crm', '1.88.0', 'node.js', 'ёлка', '日本語', 'हिन्दी', 'x'.repeat(slugLength)])(
  '%j is a slug',
  (text) => {
    expect(isSlug(text)).toBe(true)
  },
)

test.each([
  '',
  'A',
  'a_b',
  'a b',
  'a/b',
  '-a',
  'a-',
  '.a',
  'a..b',
  'a--b',
  'a.-b',
  'e\u0301',
  'a\u200bb',
  'a\ufe0f',
  '\u0301a',
  '𝐀',
  'ǅ',
  'a\0',
  '\ud800',
  'x'.repeat(slugLength + 1),
])('%j is no slug', (text) => {
  expect(isSlug(text)).toBe(false)
})

test('whatever the text, what comes out is a slug or nothing, and making it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const slug = slugify(text)
      expect(slug === '' || isSlug(slug)).toBe(true)
      expect(slugify(slug)).toBe(slug)
    }),
    { numRuns: 3000 },
  )
})

test('a suffix stays within the length and leaves a slug', () => {
  expect(withSuffix('best-crm', 2)).toBe('best-crm-2')
  expect(withSuffix('x'.repeat(slugLength), 12)).toBe(`${'x'.repeat(slugLength - 3)}-12`)
  expect(isSlug(withSuffix(`${'x'.repeat(197)}-yy`, 2))).toBe(true)
  expect(isSlug(withSuffix('𠀀'.repeat(100), 2))).toBe(true)
})
