import { Readable } from 'node:stream'

import { beforeAll, expect, test } from 'vitest'

import type { Incoming } from '#faces/http.ts'
import { silentLog } from '#kernel/log.ts'
import { visitsOf } from '#platform/database/visits.ts'
import { memoryLimiter } from '#platform/limiter/memory.ts'
import { testDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

import { createExportsFace } from './exports.ts'

// Opening takes long on a busy machine, which is not this test's subject.
beforeAll(async () => void (await testDatabase()))

async function opened() {
  const { database } = await stage()
  return createExportsFace({ visits: visitsOf(database), limiter: memoryLimiter(), log: silentLog })
}

function request(fields: Partial<Incoming>): Incoming {
  return {
    method: 'GET',
    url: '/exports/nothing',
    headers: {},
    headersDistinct: {},
    body: Readable.from([]),
    address: '192.0.2.1',
    ...fields,
  }
}

test('addresses of one IPv6 network are one caller', async () => {
  const face = await opened()
  for (let n = 1; n <= 60; n++) await face(request({ address: `2001:db8::${n}` }))

  expect((await face(request({ address: '2001:db8::ffff' }))).status).toBe(429)
  expect((await face(request({ address: '2001:db8:0:1::1' }))).status).toBe(404)
})

test('another method is answered with those that there are', async () => {
  const face = await opened()

  expect(await face(request({ method: 'POST' }))).toMatchObject({ status: 405, headers: { Allow: 'GET, HEAD' } })
})
