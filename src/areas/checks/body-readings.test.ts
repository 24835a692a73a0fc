import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { articlesOf } from '#test/sample-records.ts'
import { stage } from '#test/stage.ts'

import { readBody } from './body-readings.ts'

const unread = () => Promise.reject(new Error('it is read once more'))

test('a long body is read before it is published, and kept for its check', async () => {
  const on = await stage()
  const collectionId = (await articlesOf(on)) as never
  const content = Array.from({ length: 3000 }, (_, n) => `Paragraph ${n} about the harbour.`).join('\n\n')
  const input = { collectionId, title: 'Long', content, status: 'published' as const }
  const { item } = await on.call(createItem, input, { confirm: true })
  const { content_html: html } = await on.rows(({ db }) =>
    db.selectFrom('item_body').select('content_html').where('item_id', '=', item.id).executeTakeFirstOrThrow(),
  )

  const { page, statements } = await readBody(html, 'en', unread)

  expect([page.blocks.length, statements.length]).toEqual([3000, 3000])
  await expect(readBody(`${html}<p>More.</p>`, 'en', unread)).rejects.toThrow('it is read once more')
})
