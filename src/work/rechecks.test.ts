import { beforeAll, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { silentLog } from '#kernel/log.ts'
import { ownDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

import { rechecks } from './rechecks.ts'

// Rechecks are done for all organizations.
beforeAll(async () => void (await ownDatabase()))

const collectionId = 'articles' as never
type Stage = Awaited<ReturnType<typeof stage>>

async function untilIdle(on: Stage, isBusy?: () => boolean) {
  const due = rechecks({ database: on.database, log: silentLog, ...(isBusy === undefined ? {} : { isBusy }) })
  while ((await due.round(new AbortController().signal, () => {})) === 'more');
}

const checked = (on: Stage) =>
  on.rows(async ({ db }) => {
    const rows = await db.selectFrom('item_check').select('item_id').orderBy('item_id').execute()
    return rows.map((row) => row.item_id)
  })

/** Items that wait for their first check, in this order. */
async function withItems(titles: readonly string[]) {
  const on = await stage()
  const ids: string[] = []
  for (const title of titles) ids.push((await on.call(createItem, { collectionId, title })).item.id)
  await on.rows(async ({ db }) => {
    for (const table of ['item_check', 'item_recheck'] as const) await db.deleteFrom(table).execute()
    const at = (n: number) => new Date(Date.now() - 60_000 + n)
    await db
      .insertInto('item_recheck')
      .values(ids.map((id, n) => ({ item_id: id, created_at: at(n) })))
      .execute()
  })
  return { ...on, ids }
}

/** Makes the stored item one that no check can read. */
const spoil = (on: Stage, id: string) =>
  on.rows(({ db }) => db.updateTable('item').set({ internal_link_suggestions: '{}' }).where('id', '=', id).execute())

test('an item that cannot be checked holds up neither its neighbours nor other organizations', async () => {
  const on = await withItems(['First', 'Second', 'Third'])
  const other = await withItems(['Fourth'])
  const [first = '', ...rest] = on.ids
  await spoil(on, first)

  await untilIdle(on)

  expect(await checked(on)).toEqual(rest.toSorted())
  expect(await checked(other)).toEqual(other.ids)
  await on.call(updateItem, { id: first as never, internalLinkSuggestions: [] })
  await untilIdle(on)
  expect(await checked(on)).toEqual(on.ids.toSorted())
})

test('while something more urgent is under way nothing is begun', async () => {
  const on = await withItems(['First', 'Second'])

  await untilIdle(on, () => true)
  expect(await checked(on)).toEqual([])
  await untilIdle(on, () => false)
  expect(await checked(on)).toEqual(on.ids.toSorted())
})
