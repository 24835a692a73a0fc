import { expect, test } from 'vitest'

import { hasCommonWord } from './common-words.ts'

test.each(['Notion', 'apple', 'LINEAR', 'Bricks', ' Slack ', 'Ｎｏｔｉｏｎ'])('%s is a common word', async (name) => {
  expect(await hasCommonWord(['Acme Corp', name])).toBe(true)
})

test.each(['Figma', 'Strapi', 'Monday', 'Notion Labs', 'notion.so', 'Été', '42', '', 'a/b', 'x\ny'])(
  '%j is none',
  async (name) => {
    expect(await hasCommonWord([name])).toBe(false)
  },
)

test('without names there is none', async () => {
  expect(await hasCommonWord([])).toBe(false)
})
