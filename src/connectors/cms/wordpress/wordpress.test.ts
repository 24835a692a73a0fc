import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Connection } from '#kernel/connection.ts'
import { silentLog } from '#kernel/log.ts'
import { Secret } from '#kernel/secret.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'
import { conforms } from '#test/connectors/cms-conformance.ts'
import { openWordpress } from '#test/standins/wordpress.ts'

import { wordpress } from './wordpress.ts'

const outbound = openOutbound({ opened: ['127.0.0.0/8'], resolve: async () => [] })
afterAll(() => outbound.close())

const connectionTo = (siteUrl: string, username: string, applicationPassword: string): Connection => ({
  settings: { siteUrl },
  secret: { username: new Secret(username), applicationPassword: new Secret(applicationPassword) },
  target: null,
  site: null,
  fetch: outbound.fetch,
  baseUrl: undefined,
  client: undefined,
  now: () => new Date(),
  log: silentLog,
})

describe.each([
  ['with the companion plug-in', {}],
  ['without any plug-in for SEO', { meta: [] }],
  ['with plain permalinks', { plain: true }],
])('the stand-in %s', (_name, options) => {
  let site: Awaited<ReturnType<typeof openWordpress>>
  beforeAll(async () => {
    site = await openWordpress(options)
  })
  afterAll(() => site.close())

  conforms(() => ({
    connector: wordpress,
    connection: () => connectionTo(site.url, 'editor', 'abcd efgh ijkl mnop qrst uvwx'),
    loses: [],
  }))
})

test('a page of HTML with status 200 in place of the API is no answer, from the first request on', async () => {
  const site = await openWordpress()
  site.fail(() => true, { status: 200, html: true }, { status: 200, html: true })
  const connection = connectionTo(site.url, 'editor', 'abcdefghijklmnopqrstuvwx')

  await expect(wordpress.fetch(connection, '1', {})).rejects.toMatchObject({ kind: 'unavailable' })
  await expect(wordpress.fetch(connection, '1', {})).rejects.toMatchObject({ kind: 'notFound' })
  await site.close()
})

const { REAL_WP_URL: url, REAL_WP_USER: user = 'admin', REAL_WP_PASSWORD: password = '' } = process.env

describe.runIf(url !== undefined)('a real WordPress', () => {
  conforms(() => ({ connector: wordpress, connection: () => connectionTo(url ?? '', user, password) }))
})
