import { expect, test } from 'vitest'

import type { Values } from '#web/areas/content/article/draft.ts'
import { templates } from '#web/areas/content/article/rail/structured-templates.ts'
import { isSameData, readStructured } from '#web/areas/content/article/rail/structured-text.ts'

const values = {
  title: 'How a kettle is cleaned',
  metaDescription: '',
  canonicalUrl: '',
  authors: [{ id: 'aut_1', name: 'Oda Winter' }],
  faq: [{ question: 'How often?', answer: 'Every month.' }],
  content: 'Before.\n\n## Fill it\n\nWith *citric* [acid](https://a.example).\n\n### Note\n\nCold.\n\n## Rinse it',
} as unknown as Values
const filled = (name: string, own: Partial<Values> = {}) =>
  templates
    .find((template) => template.name === name)
    ?.make({
      item: { url: 'https://x.example/kettle', articleType: null, contentFormat: 'markdown' },
      valueOf: (field) => ({ ...values, ...own })[field],
      organization: { name: 'Example Press' },
    })

test('a template is filled with what the article says', () => {
  expect(filled('Article')).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: 'How a kettle is cleaned',
    author: [{ '@type': 'Person', name: 'Oda Winter' }],
    url: 'https://x.example/kettle',
  })
  expect(filled('FAQ page')).toMatchObject({ '@type': 'FAQPage', mainEntity: [{ name: 'How often?' }] })
  expect(filled('How-to')).toMatchObject({
    name: 'How a kettle is cleaned',
    step: [
      { '@type': 'HowToStep', name: 'Fill it', text: 'With citric acid.' },
      { '@type': 'HowToStep', name: 'Rinse it', text: 'Rinse it' },
    ],
  })
})

test('a template that the article has nothing for is none', () => {
  expect(filled('FAQ page', { faq: [] })).toBeNull()
  expect(filled('How-to', { content: 'No heading.' })).toBeNull()
  expect(filled('Article', { title: ' ', authors: [] })).toBeNull()
  expect(filled('Article', { authors: [] })).toMatchObject({ author: { name: 'Example Press' } })
})

test('a text of structured data is read, with the tag around it, or a sentence says why it cannot be', () => {
  expect(readStructured(' ')).toEqual({ data: null })
  expect(readStructured('<script type="application/ld+json">{"a": 1}</script>')).toEqual({ data: { a: 1 } })
  expect(readStructured('{"a": ')).toMatchObject({ problem: expect.stringMatching(/^This is not JSON yet: /) })
  expect(readStructured('[]')).toMatchObject({ problem: expect.stringContaining('@graph') })
  expect(readStructured('1')).toMatchObject({ problem: expect.stringContaining('object') })
})

test('the order of properties makes no difference', () => {
  expect(isSameData({ a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ d: 2, c: 1 }], a: 1 })).toBe(true)
  expect(isSameData({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
})
