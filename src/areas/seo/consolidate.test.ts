import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { consolidateItems } from '#areas/seo/operations/consolidate-items.ts'
import type { ItemId } from '#kernel/ids.ts'
import { stage } from '#test/stage.ts'

const flags = { rewriteReferences: true, createRedirects: true } as const
const tables = ['item', 'item_body', 'item_search', 'item_revision', 'redirect', 'idempotency_key'] as const

async function pair() {
  const on = await stage()
  const item = async (title: string, content = 'Words.'): Promise<ItemId> =>
    (
      await on.call(
        createItem,
        { collectionId: 'articles' as never, title, content, status: 'published' },
        { confirm: true },
      )
    ).item.id
  const [winnerId, copy] = [await item('Winner'), await item('Copy')]
  const linking = await item('Linking', '[a](/articles/copy)')
  const input = { winnerId, duplicateIds: [copy], ...flags }
  const rows = () =>
    on.rows(async ({ db }) => {
      const found: unknown[] = []
      for (const table of tables) found.push([table, await db.selectFrom(table).selectAll().execute()])
      return JSON.stringify(found)
    })
  return { ...on, item, linking, input, rows }
}

/** The operation, with something that happens between its preparation and its transaction. */
function racing(meanwhile: () => Promise<unknown>): typeof consolidateItems {
  return {
    ...consolidateItems,
    async prepare(ctx, input) {
      const prepared = await consolidateItems.prepare?.(ctx, input)
      await meanwhile()
      return prepared
    },
  }
}

/** The operation, with a database that is gone from the nth statement on. */
function failingAt(n: number): { op: typeof consolidateItems; sent: () => number } {
  let sent = 0
  const op: typeof consolidateItems = {
    ...consolidateItems,
    handle(ctx, input, prepared) {
      const db = new Proxy(ctx.db, {
        get(target, name) {
          if (/^(?:select|insert|update|delete)/.test(String(name)) && ++sent === n) throw new Error('the process died')
          const value: unknown = Reflect.get(target, name, target)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
      return consolidateItems.handle({ ...ctx, db }, input, prepared)
    },
  }
  return { op, sent: () => sent }
}

test('a failure at any statement leaves nothing behind, and the retry does all of it', async () => {
  const on = await pair()
  const before = await on.rows()
  const { op, sent } = failingAt(Infinity)
  await on.call(op, on.input, { dryRun: true })
  const statements = sent()
  expect(statements).toBeGreaterThan(20)

  for (let n = 1; n <= statements; n++) {
    const answer = await on.answerOf(failingAt(n).op, on.input, { confirm: true, idempotencyKey: 'stable' })
    expect([n, answer.status]).toEqual([n, 500])
    expect(await on.rows()).toBe(before)
  }

  expect(await on.call(consolidateItems, on.input, { confirm: true, idempotencyKey: 'stable' })).toMatchObject({
    rewrittenItems: 1,
  })
})

test.each<[string, (on: Awaited<ReturnType<typeof pair>>) => Promise<unknown>]>([
  [
    'a body that links to a duplicate changes',
    (on) => on.call(updateItem, { id: on.linking, content: '[b](/articles/copy) more' }),
  ],
  ['another item begins to link to one', (on) => on.item('Late', '[late](/articles/copy)')],
  [
    'a duplicate gets another slug',
    (on) => on.call(updateItem, { id: on.input.duplicateIds[0] as ItemId, slug: 'moved' }),
  ],
])('when %s at the same time, the call is refused and nothing is half', async (_name, change) => {
  const on = await pair()
  let between = ''

  const call = on.call(
    racing(async () => {
      await change(on)
      between = await on.rows()
    }),
    on.input,
    { confirm: true, idempotencyKey: 'k' },
  )

  await expect(call).rejects.toMatchObject({ code: 'conflict' })
  const withoutKey = (rows: string) => rows.slice(0, rows.indexOf('["idempotency_key"'))
  expect(withoutKey(await on.rows())).toBe(withoutKey(between))
  expect(await on.call(consolidateItems, on.input, { confirm: true, idempotencyKey: 'k2' })).toMatchObject({
    redirects: expect.any(Array),
  })
})

test('what changes elsewhere at the same time does not matter', async () => {
  const on = await pair()
  const other = await on.item('Other')

  const op = racing(async () => {
    await on.call(updateItem, { id: other, content: 'New words.' })
    await on.item('One more')
  })

  expect(await on.call(op, on.input, { confirm: true, idempotencyKey: 'k' })).toMatchObject({ rewrittenItems: 1 })
})
