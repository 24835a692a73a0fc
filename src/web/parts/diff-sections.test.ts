import { createTwoFilesPatch } from 'diff'
import { expect, test } from 'vitest'

import { diffSections, textBefore } from './diff-sections.ts'
import { fieldWords } from './field-words.ts'

const patch = (field: string, before: string, after: string) =>
  createTwoFilesPatch(`${field} (revision 1)`, `${field} (revision 2)`, before, after, undefined, undefined, {
    context: 1,
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  })

test('a diff is told by field, with a gap between distant changes', () => {
  const body = patch('content', 'a\nb\nc\nd\ne\n', 'A\nb\nc\nd\nE\n')

  expect(diffSections(patch('title', 'Old\n', 'New\n') + body)).toMatchObject([
    {
      field: 'title',
      lines: [
        { kind: 'removed', text: 'Old' },
        { kind: 'added', text: 'New' },
      ],
    },
    {
      field: 'content',
      lines: [
        { kind: 'removed', text: 'a' },
        { kind: 'added', text: 'A' },
        { kind: 'same', text: 'b' },
        { kind: 'gap', text: '' },
        { kind: 'same', text: 'd' },
        { kind: 'removed', text: 'e' },
        { kind: 'added', text: 'E' },
      ],
    },
  ])
})

test('a line that looks like a head of a diff is a line of the text', () => {
  const [section, ...others] = diffSections(patch('content', '-- x\n', '++ x\n@@ -1 +1 @@\n-- title\n'))

  expect(others).toEqual([])
  expect(section?.lines).toEqual([
    { kind: 'removed', text: '-- x' },
    { kind: 'added', text: '++ x' },
    { kind: 'added', text: '@@ -1 +1 @@' },
    { kind: 'added', text: '-- title' },
  ])
})

test('what is new as a whole is all added, and what is the same is nothing', () => {
  expect(diffSections(patch('content', '', 'One\nTwo\n'))[0]?.lines).toEqual([
    { kind: 'added', text: 'One' },
    { kind: 'added', text: 'Two' },
  ])
  expect(diffSections('')).toEqual([])
})

test('fields are named by their labels, or in their own words', () => {
  const names = ['firstPublishedAt', 'seoTitle', 'url', 'h1', 'featuredImageId', 'odd\u202Ename']

  expect(names.map(fieldWords)).toEqual([
    'First published at',
    'SEO title',
    'URL',
    'Headline',
    'Picture',
    'Odd[U+202E]name',
  ])
})

test.each([
  ['a\nb\nc\nd\ne\n', 'A\nb\nc\nd\nE\n'],
  ['a\nb\nc\nd\ne\nf\ng\n', 'a\nb\ng\n'],
  ['b\nc\n', 'a\nb\nc\nd\n'],
  ['', 'all of it\nis new\n'],
  ['-- x\n', '++ x\n@@ -1 +1 @@\n-- title\n'],
])('the text before a change follows from its diff: %j', (before, after) => {
  const [section = { hunks: [] }] = diffSections(patch('content', before, after))

  expect(textBefore(after, section)).toBe(before.replace(/\n$/, ''))
})
