import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { askedAs } from '#kernel/asked.ts'
import { stage } from '#test/stage.ts'
import { told } from '#test/website.ts'

const articles = 'articles' as never

test('a call that nobody confirmed says what it would do, in the form of a dry run, and does nothing', async () => {
  const { call, rows } = await stage({ webhooks: told })
  const { item } = await call(createItem, { collectionId: articles, title: 'Coffee' })

  await expect(call(publishItem, { id: item.id })).rejects.toMatchObject({
    code: 'confirmation_required',
    details: {
      operation: 'publishItem',
      effect: { item: { id: item.id, status: 'published' } },
      howToFix: 'Repeat the call with "confirm": true.',
    },
  })
  expect((await call(getItem, { id: item.id })).item).toMatchObject({ status: 'draft', version: item.version })
  expect(await rows(({ db }) => db.selectFrom('delivery').selectAll().execute())).toEqual([])
})

test('a call learns what it would be refused for before it is confirmed', async () => {
  const { call } = await stage()
  const { item } = await call(createItem, { collectionId: articles, title: 'Gone' })
  await call(deleteItem, { id: item.id }, { confirm: true })

  const { details } = await call(publishItem, { id: item.id }).catch((refusal) => refusal)
  expect(details).toMatchObject({
    wouldFailWith: 'invalid_transition',
    howToFix: expect.stringContaining('"dryRun": true'),
  })
  expect(details).not.toHaveProperty('effect')
})

test('a read whose caller goes away ends, through every door, and its record says so', async () => {
  const { answerOf, call, rows } = await stage()
  const { item } = await call(createItem, { collectionId: articles, title: 'Coffee' })
  const caller = new AbortController()
  const leaving = {
    ...getItem,
    handle: async (...given: Parameters<typeof getItem.handle>) => (caller.abort(), getItem.handle(...given)),
  }

  for (const door of ['rest', 'mcp', 'app'] as const) {
    const { status } = await askedAs({ gone: () => caller.signal }, () => answerOf(leaving, { id: item.id }, { door }))
    expect([door, status]).toEqual([door, 499])
  }
  const ended = await rows(({ db }) =>
    db
      .selectFrom('audit_record')
      .select(['interface', 'code'])
      .where('operation', '=', 'getItem')
      .orderBy('id')
      .execute(),
  )
  expect(ended).toEqual(['rest', 'mcp'].map((door) => ({ interface: door, code: 'cancelled' })))
})

test('a change whose caller went away before it began is not begun', async () => {
  const { call, rows } = await stage()
  const gone = () => AbortSignal.abort()

  const calling = askedAs({ gone }, () => call(createItem, { collectionId: articles, title: 'Left', content: 'x' }))

  await expect(calling).rejects.toMatchObject({ code: 'cancelled' })
  expect(await rows(({ db }) => db.selectFrom('item').select('id').execute())).toEqual([])
})
