import { createHash } from 'node:crypto'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { newId } from '#kernel/ids.ts'
import { Secret } from '#kernel/secret.ts'
import { stage } from '#test/stage.ts'

import { listDeliveries } from './list-deliveries.ts'

test('a search finds the host of an address, and nothing of its path and query', async () => {
  const url = 'https://website.example/hooks/canary?token=sparrow'
  const on = await stage({ webhooks: () => ({ url, secret: new Secret('x'), legacyHeader: null }) })
  await on.call(createItem, { collectionId: 'articles', title: 'A', status: 'published' }, { confirm: true })
  const found = async (search: string) => (await on.call(listDeliveries, { search })).items.length

  expect([await found('Website.example'), await found('published')]).toEqual([1, 1])
  for (const hidden of ['canary', 'sparrow', '/hooks', 'https://'])
    expect([hidden, await found(hidden)]).toEqual([hidden, 0])
})

test('the hash of a request is that of the bytes that are sent', async () => {
  const url = 'https://website.example/'
  const on = await stage({ webhooks: () => ({ url, secret: new Secret('x'), legacyHeader: null }) })
  await on.call(createItem, { collectionId: 'articles', title: 'A', status: 'published' }, { confirm: true })
  const body = '{"title":"Größe, \\u0022 und 日本"}'
  await on.rows(({ db }) => db.updateTable('delivery').set({ body }).execute())

  const { items } = await on.call(listDeliveries, {})

  expect(items.map(({ requestHash }) => requestHash)).toEqual([createHash('sha256').update(body).digest('hex')])
})

test('a delivery was not changed before it was created, however late in its transaction that is', async () => {
  const on = await stage()
  await on.rows(async ({ db }) => {
    await sql`select count(*) from generate_series(1, 200000)`.execute(db)
    const late = { id: newId('delivery'), message_id: newId('message'), endpoint: 'endpoint' }
    const about = { url: 'https://website.example/', reason: 'updated', subjects: [], body: '{}' }
    await db
      .insertInto('delivery')
      .values({ ...late, ...about })
      .execute()
  })

  const [delivery] = (await on.call(listDeliveries, {})).items

  expect(Date.parse(delivery?.updatedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(delivery?.createdAt ?? ''))
})
