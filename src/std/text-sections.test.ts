import { expect, test } from 'vitest'

import { sectionsOf } from './text-sections.ts'

test('a section reaches to the next heading of its level or above', () => {
  const content =
    'Intro\n\n## **First** step\n\nA\n\n### Detail\n\nB\n\n```\n## code\n```\n\n## Second [link](/x) ##\n\nC'

  const sections = sectionsOf(content, 'markdown')

  expect(sections.map(({ slug, level }) => [slug, level])).toEqual([
    ['first-step', 2],
    ['detail', 3],
    ['second-link', 2],
  ])
  expect(content.slice(sections[0]?.start, sections[0]?.end)).toMatch(/^## \*\*First[\s\S]*## code\n```\n\n$/)
  expect(content.slice(sections[2]?.start, sections[2]?.end)).toBe('## Second [link](/x) ##\n\nC')
})

test('headings of HTML are found by their words', () => {
  const content = '<p>A</p><h2 id="x">One <em>more</em></h2><p>B</p><h3>Sub</h3><h2>Two</h2><p>C</p>'

  expect(sectionsOf(content, 'html').map(({ slug, start, end }) => [slug, content.slice(start, end)])).toEqual([
    ['one-more', '<h2 id="x">One <em>more</em></h2><p>B</p><h3>Sub</h3>'],
    ['sub', '<h3>Sub</h3>'],
    ['two', '<h2>Two</h2><p>C</p>'],
  ])
})

test('headings that are alike are told apart by their number', () => {
  const slugs = (content: string, format: 'markdown' | 'html') => sectionsOf(content, format).map(({ slug }) => slug)
  expect(slugs('## Same\n\na\n\n## Same\n\nb\n\n## Same 2\n\n## Same', 'markdown')).toEqual([
    'same',
    'same-2',
    'same-2-2',
    'same-3',
  ])
  expect(slugs('<h2>Same</h2><p>a</p><h2>Same</h2>', 'html')).toEqual(['same', 'same-2'])
})
