import fc from 'fast-check'
import { expect, test } from 'vitest'

import { countWords, hrefsOf, readingPage, readPage } from './page.ts'
import { sentencesOf } from './sentences.ts'

test('blocks, links, images and sections are read in their order', () => {
  const page = readPage(
    '<p>One <a href="/a" rel="nofollow noopener">two  words</a>.</p><h2>Head <em>line</em></h2><ul><li>Item</li></ul><img src="https://x.example/i.png" alt="An image"><p>Three words here.</p>',
  )

  expect(page.blocks).toEqual([
    { kind: 'paragraph', text: 'One two words.', links: [{ start: 4, end: 13 }] },
    { kind: 'heading', text: 'Head line', links: [] },
    { kind: 'other', text: 'Item', links: [] },
    { kind: 'paragraph', text: 'Three words here.', links: [] },
  ])
  expect(page.links).toEqual([{ href: '/a', anchor: 'two words', isFollowed: false }])
  expect(page.images).toEqual([{ src: 'https://x.example/i.png', alt: 'An image' }])
  expect(page.sections).toEqual([
    { heading: null, words: 3 },
    { heading: { level: 2, text: 'Head line' }, words: 4 },
  ])
  expect(page.wordCount).toBe(9)
})

test('code blocks and captions are no words, code within a sentence is', () => {
  const html =
    '<pre><code>let x = 1</code></pre><figure><img src="x"><figcaption>A caption</figcaption></figure><table><caption>Table</caption><tr><td>Cell</td></tr></table><p>Use <code>cargo</code>.</p>'

  expect(readPage(html).wordCount).toBe(3)
})

test('two characters of Chinese, Japanese or Korean are a word', () => {
  expect([countWords('日本語の'), countWords('한국어 단어'), countWords('Rust 言語 guide')]).toEqual([2, 2.5, 3])
})

test('an abbreviation ends no sentence', () => {
  expect(sentencesOf('Use a tool, e.g. Git. Dr. Ada wrote 3.5 of them! Did she?').map(({ text }) => text)).toEqual([
    'Use a tool, e.g. Git.',
    'Dr. Ada wrote 3.5 of them!',
    'Did she?',
  ])
})

test('every text is read, and a long one in time that grows with it', () => {
  const piece = fc.constantFrom(
    '<p>',
    '</p>',
    '<a href="/x">',
    '</a>',
    '<h2>',
    '</h3>',
    '<pre>',
    '</pre>',
    '<li>',
    '<td>',
    ' word ',
    '&amp;',
    '<',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const page = readPage(pieces.join(''))
      for (const { text, links } of page.blocks)
        for (const { start, end } of links) expect(0 <= start && start <= end && end <= text.length + 1).toBe(true)
    }),
  )
  expect(hrefsOf('<a href="/x">'.repeat(20_000))).toEqual(['/x'])
  expect(readPage('<p>'.repeat(20_000)).wordCount).toBe(0)
  expect(readPage(`<p>${'e.g. '.repeat(20_000)}</p>`).wordCount).toBe(20_000)
})

test('a long page is read in parts, to the same end', () => {
  const html = '<h2>A head</h2><p>Some &amp; other <a href="/somewhere">words</a> in it.</p>'.repeat(2000)

  const reading = readingPage(html)
  let [parts, part] = [0, reading.next()]
  for (; part.done !== true; parts++) part = reading.next()

  expect(parts).toBeGreaterThan(10)
  expect(part.value.links).toHaveLength(2000)
  expect(part.value.blocks.at(-1)?.text).toBe('Some & other words in it.')
  expect(part.value).toEqual(readPage(html))
})
