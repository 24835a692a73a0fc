import { expect, test } from 'vitest'

import { veiledText, visibleJson, visibleText } from './visible-text.ts'

test.each([
  ['a mark that turns the direction', 'invoice\u202Efdp.exe', 'invoice[U+202E]fdp.exe'],
  ['tag characters, which only a model reads', 'a\u{E0041}\u{E0042}', 'a[U+E0041][U+E0042]'],
  ['characters without a width', 'a\u200Bb\uFEFFc\u2060d', 'a[U+200B]b[U+FEFF]c[U+2060]d'],
  ['control characters', 'a\u0007b\u009Bc', 'a[U+0007]b[U+009B]c'],
  ['letters that are blank', 'a\u3164b', 'a[U+3164]b'],
  ['half of a character', 'a\uD800b', 'a\uFFFDb'],
])('%s is shown', (_what, text, shown) => {
  expect(visibleText(text)).toBe(shown)
})

test('text of any script, its breaks and joined pictures stay as they are', () => {
  const text = 'Grüße, 日本語 \u0645\u0631\u062D\u0628\u0627\n\tline 👩\u200D💻 ❤\uFE0F\u200D🔥'

  expect(visibleText(text)).toBe(text)
})

test('names and texts within a JSON value are shown, other values stay', () => {
  expect(visibleJson({ 'a\u200B': ['\u202E', 1, null, { b: true }] })).toEqual({
    'a[U+200B]': ['[U+202E]', 1, null, { b: true }],
  })
})

test('a text of which places are counted keeps its length, and hides nothing', () => {
  const text = 'A\u202EB \u{E0041}\u{E0042} Ac\u200Bme \u200B\u2060\uFEFFend \u0007\uD800 👩\u200D💻\n\tok'

  const shown = veiledText(text)

  expect(shown).toBe('A\uFFFDB \uFFFD\uFFFD\uFFFD\uFFFD Ac\u200Bme \uFFFD\uFFFD\uFFFDend \uFFFD\uFFFD 👩\u200D💻\n\tok')
  expect(shown).toHaveLength(text.length)
})
