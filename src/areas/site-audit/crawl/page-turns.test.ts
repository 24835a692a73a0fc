import { expect, test } from 'vitest'

import { signing } from '#areas/checks/index.ts'
import { readCanonical } from '#areas/site-audit/rules/canonical.ts'
import { checkingDrift } from '#areas/site-audit/rules/item-drift.ts'
import { readingJsonLd } from '#areas/site-audit/rules/json-ld-rules.ts'
import { checkingPage } from '#areas/site-audit/rules/page-rules.ts'
import { atOnce } from '#std/parts.ts'

import { readPage, readingPage } from './page-facts.ts'
import { countingWords, hashingText, readingText, readingTextOfPage } from './page-text.ts'
import { readingTree } from './page-tree.ts'

const url = 'https://a.example/guide'
const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, n) => `<p>Of ${n} harbours <a href="/${n}">number ${n}</a> is better.</p>`).join('')
const textOf = (html: string) => readPage(html, url).text
const treeOf = (html: string) => atOnce(readingTree(html))
const shown = (html: string) => ({
  title: 'x',
  seoTitle: null,
  metaDescription: null,
  publicUrl: url,
  contentHtml: html.replaceAll('better', 'better than what anybody said of it before'),
})
const pageOf = (html: string) => ({
  url,
  facts: readPage(html, url),
  canonical: readCanonical([], null),
  xRobotsTag: null,
  indexable: true,
  isOwn: () => true,
})

// turns.md#long-work-breathes
test.each([
  ['the tree', (html: string) => readingTree(html)],
  ['what it says', (html: string) => readingPage(html, url)],
  ['its text', (html: string) => readingText(treeOf(html))],
  ['the part of it that counts', (html: string) => readingTextOfPage(treeOf(html))],
  ['its words', (html: string) => countingWords(textOf(html), 'en')],
  ['its hash', (html: string) => hashingText(textOf(html))],
  ['what it is compared by', (html: string) => signing(textOf(html))],
  ['what its rules find', (html: string) => checkingPage(pageOf(html))],
  ['its item', (html: string) => checkingDrift(shown(html), readPage(html, url), readCanonical([], null))],
  [
    'its data',
    (html: string) =>
      readingJsonLd([JSON.stringify(html.split('<p>').flatMap((name, at) => (at % 2 === 0 ? { name } : [])))]),
  ],
] as const)('others have a turn within %s of a long page, the more the longer it is', (_, reading) => {
  const parts = (html: string) => [...reading(html)].length

  const [short, double] = [parts(paragraphs(3000)), parts(paragraphs(6000))]

  expect(short).toBeGreaterThan(3)
  expect(double).toBeGreaterThanOrEqual(2 * short - 3)
})

test('others have a turn while what each element says is taken', () => {
  const html = paragraphs(3000)
  const text = textOf(html)
  const besides = [readingTree(html), readingTextOfPage(treeOf(html)), countingWords(text, 'en'), hashingText(text)]

  const turns = [...readingPage(html, url)].length - besides.reduce((sum, parts) => sum + [...parts].length, 0)

  expect(turns).toBeGreaterThan(100)
})

test.each(['harbour ', '港', 'a\u0301'])('a line of nothing but %j is read in parts, too', (word) => {
  const html = `<main>${word.repeat(200_000)}</main>`
  const { text } = readPage(html, url)

  expect([...readingText(treeOf(html))].length + [...hashingText(text)].length).toBeGreaterThan(8)
  expect([...checkingPage(pageOf(html))].length).toBeGreaterThan(8)
})

test('the hash of a text is that of the whole text, whatever its pieces', () => {
  const text = `${'One  two '.repeat(5000)}\n${'x'.repeat(50_000)} ${'\u0391\u03a3 e\u0301 '.repeat(9000)}`
  const other = `${'one two '.repeat(5000)}${'X'.repeat(50_000)}\t${'\u03b1\u03c2 \u00e9  '.repeat(9000)}`

  expect(atOnce(hashingText(text))).toBe(atOnce(hashingText(other)))
})

test('a placeholder is found wherever it is in a long text, and what ends like one is none', () => {
  const found = (text: string) => {
    const finding = atOnce(checkingPage(pageOf(`<main>${text}</main>`))).find(({ rule }) => rule === 'placeholder_text')
    return finding?.evidence['found'] ?? []
  }

  for (let before = 19_980; before < 20_020; before++)
    expect(found(`${'x '.repeat(before / 2)}lorem ipsum ${'y '.repeat(5000)}`)).toEqual(['lorem ipsum'])
  // The second piece begins with it, in the middle of a word.
  expect(found(`${'x'.repeat(20_700)}TBD:${'x'.repeat(5000)}`)).toEqual([])
})
