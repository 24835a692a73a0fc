import { beforeAll, expect, test } from 'vitest'

import { createContentApi } from '#faces/content-api/content-api.ts'
import { silentLog } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { organizationWithContent } from '#test/content-stage.ts'
import { testDatabase } from '#test/shared-parts.ts'

import { countRedirects } from './redirect-hits.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})

async function counted(on: Pick<TenantDatabase, 'forOrganization'> = database) {
  const own = await organizationWithContent(database)
  await own.redirect('/old', { item: await own.item('new') })
  await own.redirect('/away', { url: 'https://elsewhere.example' })
  const hits = countRedirects({ database: { ...database, ...on }, log: silentLog, everyMs: 3_600_000 })
  const { reply } = createContentApi({
    database,
    baseUrl: () => 'https://cms.example',
    log: silentLog,
    followed: hits.followed,
  })
  return {
    hits,
    get: (path: string, method = 'GET') => reply({ method, url: `/v1/${own.id}${path}`, headers: {} }),
    stored: () =>
      own.write(async ({ db }) => {
        const rows = await db
          .selectFrom('redirect')
          .select(['from_path', 'hits', 'version'])
          .orderBy('from_path')
          .execute()
        return rows.map((row) => [row.from_path, row.hits, row.version])
      }),
  }
}

test('answered redirects are counted, what is found or missing is not', async () => {
  const { hits, get, stored } = await counted()

  for (const path of ['/articles/old', '/posts/old?x=1', '/articles/away', '/articles/new', '/articles/none'])
    await get(path)
  await get('/articles/old', 'HEAD')
  await hits.flush()
  await get('/articles/old')
  await hits.stop()
  await get('/articles/old')
  await hits.flush()

  expect(await stored()).toEqual([
    // It leads to no item, so `/v1` does not answer with it.
    ['/away', 0, 1],
    ['/old', 4, 1],
  ])
})

test('while the database is away the hits wait', async () => {
  let isAway = true
  const { hits, get, stored } = await counted({
    forOrganization: (...of) => (isAway ? Promise.reject(new Error('away')) : database.forOrganization(...of)),
  })
  await get('/articles/old')

  await hits.flush()
  await get('/articles/old')
  isAway = false
  await hits.flush()

  expect(await stored()).toContainEqual(['/old', 2, 1])
})
