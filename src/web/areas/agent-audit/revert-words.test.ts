import { expect, test } from 'vitest'

import { actionWords, mergeWords } from './revert-words.ts'

const apart = { type: 'item', action: 'unmerge', fields: ['status', 'consolidatedIntoId'] } as const
const linking = { type: 'item', action: 'unmerge', fields: ['content'] } as const
const added = { type: 'redirect', action: 'unmerge', fields: [] } as const
const turned = { type: 'redirect', action: 'unmerge', fields: ['toItemId'] } as const
const all = [apart, linking, added, turned].map((record) => ({ ...record, fields: [...record.fields] }))

test('each part of a merge says what becomes of it', () => {
  expect(all.map(actionWords)).toEqual([
    'is an article of its own again',
    'content as before',
    'is removed, it was new',
    'leads where it did before',
  ])
})

test('a merge is told as a whole, in numbers', () => {
  expect(mergeWords(all)).toBe(
    'A merge is taken back as a whole: 1 article is on its own again, 1 other article says what it said before and 2 redirects are as they were.',
  )
})
