import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { ask } from '#kernel/ask.ts'
import { newId } from '#kernel/ids.ts'
import { addScheduledItems } from '#test/many-items.ts'
import { stage, type Stage } from '#test/stage.ts'

import { picturesAsked } from './organization-faults.ts'

const rowsOfCount = (on: Stage) => on.rows(({ db }) => db.selectFrom('picture_count').selectAll().execute())

/** The count, and what a look at all items finds. */
async function counts(on: Stage) {
  return on.rows(async ({ db }) => ({
    counted: await ask(db, picturesAsked()),
    found: await db
      .selectFrom('item')
      .select([
        sql<number>`count(*)`.as('published'),
        sql<number>`count(*) filter (where featured_image_id is null and og_image_id is null)`.as('bare'),
      ])
      .where('effective_status', '=', 'published')
      .where('trashed_at', 'is', null)
      .executeTakeFirstOrThrow(),
  }))
}

test('items without a picture are counted through every change of items, and the rows of the count stay few', async () => {
  const on = await stage()
  const image = newId('media')
  const some = (rest: number) => sql<boolean>`substr(slug, 5)::int % 5 = ${rest}`
  const changes: ((db: Parameters<Parameters<Stage['rows']>[0]>[0]['db']) => { execute(): Promise<unknown> })[] = [
    (db) => db.insertInto('media').values({ id: image, source: 'upload', url: 'https://x.test/a.png' }),
    (db) => db.updateTable('item').set({ status: 'published' }),
    (db) => db.updateTable('item').set({ featured_image_id: image }).where(some(1)),
    (db) => db.updateTable('item').set({ og_image_id: image }).where(some(1)),
    (db) => db.updateTable('item').set({ featured_image_id: null }).where(some(1)),
    (db) => db.updateTable('item').set({ trashed_at: new Date() }).where(some(2)),
    (db) => db.updateTable('item').set({ trashed_at: null, og_image_id: image }).where(some(2)),
    (db) => db.updateTable('item').set({ status: 'draft', publish_at: null }).where(some(3)),
    (db) => db.updateTable('item').set({ title: 'Other' }),
    (db) => db.deleteFrom('item').where(some(4)),
  ]
  await addScheduledItems(on.database, on.access.organization.id, { count: 60, publishAt: new Date() })

  for (const [at, change] of changes.entries()) {
    await on.rows(({ db }) => change(db).execute())
    const { counted, found } = await counts(on)
    expect(counted, `after change ${at}`).toEqual({ published: Number(found.published), bare: Number(found.bare) })
  }

  expect((await counts(on)).counted).toEqual({ published: 36, bare: 12 })
  expect((await rowsOfCount(on)).length).toBeLessThan(52)
})
