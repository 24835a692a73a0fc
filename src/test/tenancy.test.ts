import { beforeAll, expect, test } from 'vitest'

import { newId } from '#kernel/ids.ts'

import { testDatabase } from './shared-parts.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})

test('a row of one organization is out of sight of another', async () => {
  const [a, b] = [{ organizationId: newId('organization') }, { organizationId: newId('organization') }]
  const id = newId('collection')
  await database.forOrganization(a, 'write', ({ db }) =>
    db
      .insertInto('collection')
      .values({ id, slug: 'articles', name: 'Articles', kind: 'articles', enabled: true, url_template: '/{slug}' })
      .execute(),
  )

  const seen = (context: { organizationId: string }) =>
    database.forOrganization(context, 'read', ({ db }) =>
      db.selectFrom('collection as c').leftJoin('term as t', 't.collection_id', 'c.id').select('c.id').execute(),
    )

  expect(await seen(a)).toEqual([{ id }])
  expect(await seen(b)).toEqual([])
})
