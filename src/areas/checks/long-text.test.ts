import { setImmediate as turn } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { validatePost } from '#areas/checks/operations/validate-post.ts'
import { stage } from '#test/stage.ts'

const sentence = 'Email marketing of 2024 costs 30 % more than the average of all 12 tools, says a survey. '
const body = Array.from({ length: 600 }, (_, n) => `## Part ${n}\n\n${sentence.repeat(6)}`).join('\n\n')

test('everything else has its turn while a long text is checked', async () => {
  const on = await stage()
  const { item } = await on.call(createItem, {
    collectionId: 'articles' as never,
    title: 'Long',
    content: body,
    primaryKeyword: 'email marketing',
  })
  let turns = 0
  const over = new AbortController()
  const ticking = (async () => {
    for (; !over.signal.aborted; turns++) await turn()
  })()
  const before = turns

  const { publishingWarnings: warnings } = await on.call(validatePost, { id: item.id })
  over.abort()
  await ticking

  expect(warnings.length).toBeGreaterThan(0)
  expect(turns - before).toBeGreaterThan(20)
})
