import { afterAll, beforeAll, expect, test } from 'vitest'

import { freePort } from '#test/listening.ts'
import { openServer, type TestServer } from '#test/server.ts'

let server: TestServer
let address: string
beforeAll(async () => {
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  server = await openServer({ METRICS: `127.0.0.1:${port}` })
})
afterAll(() => server.close())

test('metrics are served on their own address alone, by operation, and name nothing that callers make up', async () => {
  const { cookie } = await server.addOrganization('Northwind Media')
  const { secret } = await server.client.newKey(cookie)
  for (let n = 0; n < 3; n++) await server.client.call(secret, 'listItems', {})
  await server.client.call(secret, 'madeUpByACaller', {})

  const text = await (await fetch(`${address}/metrics`)).text()

  expect(text).toContain('masthead_request_duration_seconds_count{face="v2",operation="listItems",status="200"} 3')
  expect(text).toMatch(/masthead_database_connections_busy\{pool="app"\} \d+/)
  expect(text).toMatch(/masthead_event_loop_delay_seconds\{quantile="0.99"\} [\d.e-]+/)
  expect(text).toMatch(/masthead_statements_total \d+/)
  expect(text).not.toContain('madeUpByACaller')
  expect(text).not.toContain(secret)
  expect((await server.client.send('/metrics')).text).not.toContain('masthead_')
  expect((await fetch(`${address}/`)).status).toBe(404)
})
