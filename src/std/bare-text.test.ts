import { expect, test } from 'vitest'

import { readingBareText } from './bare-text.ts'
import { atOnce } from './parts.ts'

test('the text between tags is read, with entities as their characters', () => {
  expect(atOnce(readingBareText('<p>Salt &amp; <em>pep</em>per</p>\n<pre><code>a &lt; b</code></pre>'))).toBe(
    'Salt & pepper\na < b',
  )
})

test('a tag or an entity that two parts share is read whole', () => {
  const html = '<p title="one > two">x &amp; y</p>'.repeat(5000)

  expect(atOnce(readingBareText(html))).toBe('x & y'.repeat(5000))
})

test('a long text is read in parts', () => {
  const parts = [...readingBareText('<p>word</p>'.repeat(10_000))]

  expect(parts.length).toBeGreaterThan(4)
})
