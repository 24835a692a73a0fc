import { expect, test } from 'vitest'

import { answersSearch } from './answers-search.ts'

const prompt = `prm_${'0'.repeat(26)}`

test('what the screen knows is kept, and nothing else', () => {
  const known = { range: '365d', tab: 'runs', mode: 'memory', prompt, at: 3, search: 'crm', named: 'no' }

  expect(answersSearch(known)).toEqual(known)
  expect(
    answersSearch({
      range: '28d',
      tab: 'findings',
      prompt: 'itm_1',
      engine: prompt,
      at: 1,
      page: 'x',
      search: '',
      constructor: 1,
      toString: 1,
    }),
  ).toEqual({})
  expect(answersSearch({ range: undefined, page: 2 })).toEqual({ page: 2 })
  expect(answersSearch({ search: 2026 })).toEqual({ search: '2026' })
})
