import { afterEach, expect, test, vi } from 'vitest'

import { countItems } from '#areas/collections/collections.ts'
import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { announceCopies } from '#areas/integrations/copies/announce-copies.ts'
import type { ChangedItem } from '#kernel/change.ts'
import { newId } from '#kernel/ids.ts'
import { textHash } from '#std/text-hash.ts'
import { connectedCms } from '#test/connected-cms.ts'
import { addScheduledItems } from '#test/many-items.ts'
import { stage } from '#test/stage.ts'
import { openWordpress } from '#test/standins/wordpress.ts'
import { told } from '#test/website.ts'
import { startedBySystem } from '#work/started-by-system.ts'

// Ten thousand items take half a minute to write, and longer next to other tests on a small machine.
vi.setConfig({ testTimeout: 240_000 })

const confirm = { confirm: true }
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

// PostgreSQL takes 65,535 parameters with a statement.
test('a change of five thousand items is pushed to the copies of all', async () => {
  const site = await openWordpress()
  closing.push(site.close)
  const { on } = await connectedCms(site)
  const items = Array.from({ length: 5000 }, () => ({ id: newId('item') }) as ChangedItem)
  const about = { organizationId: on.access.organization.id, now: new Date(), contentMode: 'wordpress' as const }

  const told = await on.rows(({ db }) =>
    announceCopies(db, { reason: 'updated', items }, { ...about, start: startedBySystem(db) }),
  )

  expect(new Set(told.map(({ deliveryId }) => deliveryId)).size).toBe(items.length)
  const stored = await on.rows(({ db }) =>
    db
      .selectFrom('delivery')
      .select(['item_id', 'event', 'kind', 'subjects', 'payload', 'message_id'])
      .where('id', '=', told[0]?.deliveryId ?? '')
      .execute(),
  )
  expect(stored).toEqual([
    {
      item_id: items[0]?.id,
      event: 'item.updated',
      kind: 'cms',
      subjects: [items[0]?.id],
      payload: null,
      message_id: null,
    },
  ])
})

test('thousands of redirects that lead elsewhere are noted, each with what it was', async () => {
  const on = await stage()
  const make = async (title: string) =>
    (await on.call(createItem, { collectionId: 'articles' as never, title })).item.id
  const [former, next] = [await make('Former'), await make('Next')]
  const paths = Array.from({ length: 3500 }, (_, n) => `/old/${n}`)
  await on.rows(async ({ db }) => {
    for (let at = 0; at < paths.length; at += 500) {
      const rows = paths.slice(at, at + 500).map((path) => ({
        id: newId('redirect'),
        from_path: path,
        from_hash: textHash(path),
        from_slug: '',
        to_item_id: former,
        reason: 'manual' as const,
      }))
      await db.insertInto('redirect').values(rows).execute()
    }
  })

  await on.call(deleteItem, { id: former, redirectTo: next }, confirm)

  const revisions = await on.rows(({ db }) =>
    db
      .selectFrom('record_revision')
      .select(['n', 'author_type', 'snapshot', ({ fn }) => fn.countAll<number>().over().as('all')])
      .orderBy('record_id')
      .orderBy('n')
      .limit(2)
      .execute(),
  )
  expect(revisions).toMatchObject([
    { n: 1, author_type: 'system', all: 7000, snapshot: { toItemId: former } },
    { n: 2, author_type: 'agent', all: 7000, snapshot: { toItemId: next } },
  ])
})

test('ten thousand and one items are counted, and all are told of where their collection gets another template', async () => {
  const on = await stage({ webhooks: told })
  const count = 10_001
  const published = { count, publishAt: new Date('2026-01-01'), status: 'published' } as const
  await addScheduledItems(on.database, on.access.organization.id, published)
  const counts = async () => (await on.rows(({ db }) => countItems(db))).values().next().value
  expect(await counts()).toMatchObject({ total: count, published: count })

  await on.call(updateCollection, { collectionId: 'articles' as never, urlTemplate: '/read/{slug}' })

  const inputs = await on.rows(({ db }) =>
    db.selectFrom('job').select('input').where('kind', '=', 'tellOfItems').execute(),
  )
  const itemIds = inputs.flatMap(({ input }) => (input as { itemIds: string[] }).itemIds)
  expect([inputs.length, itemIds.length, new Set(itemIds).size]).toEqual([11, count, count])
})
