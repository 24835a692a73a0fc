import { expect, test } from 'vitest'

import type { Draft, Values } from '#web/areas/content/article/draft.ts'
import { diffSections } from '#web/parts/diff-sections.ts'

import { changedFields } from './changed-fields.ts'

const [ada, ben] = [
  { id: 'aut_1', name: 'Ada' },
  { id: 'aut_2', name: 'Ben' },
]
const stored = { title: 'Tides', excerpt: '', content: 'One.\n\nTwo.', authors: [ada] } as unknown as Values

test('each field that a draft changes is shown with what the public reads now and what it will read', () => {
  const draft: Draft = {
    content: { mine: 'One.\n\nThree.', base: 'One.\n\nTwo.' },
    excerpt: { mine: 'Short.', base: '' },
    authors: { mine: [ada, ben], base: [ada] },
  }

  const sections = diffSections(changedFields(draft, stored))

  const changed = sections.map(({ field, lines }) => [field, lines.filter(({ kind }) => kind !== 'same')])
  expect(changed).toEqual([
    [
      'content',
      [
        { kind: 'removed', text: 'Two.' },
        { kind: 'added', text: 'Three.' },
      ],
    ],
    ['excerpt', [{ kind: 'added', text: 'Short.' }]],
    ['authorIds', [{ kind: 'added', text: 'Ben' }]],
  ])
})

test('the change is one of what is live now, whatever it said when the person began', () => {
  const draft: Draft = { title: { mine: 'Winds', base: 'Waves' } }

  expect(changedFields(draft, stored)).toContain('-Tides\n+Winds\n')
  expect(changedFields({ title: { mine: 'Tides', base: 'Waves' } }, stored)).toBe('')
})
