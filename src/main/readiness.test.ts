import { rename, writeFile } from 'node:fs/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openServer, type TestServer } from '#test/server.ts'

let server: TestServer
let keyFile: string
beforeAll(async () => {
  server = await openServer({ WORKER: 'off', MASTHEAD_KEYS: '' })
  keyFile = server.vault.keyFile ?? ''
})
afterAll(() => server.close())

const probe = async () => (await server.client.send('/readyz')).status
const lines = async (word: string) => (await server.logged()).split('\n').filter((line) => line.includes(`"${word}"`))

test('a key file that is removed while the server runs makes it not ready, and is named once, until it is back', async () => {
  const { cookie } = await server.addOrganization('Northwind Media')
  expect(await probe()).toBe(200)

  await rename(keyFile, `${keyFile}.away`)
  expect([await probe(), await probe()]).toEqual([503, 503])
  expect((await server.client.newKey(cookie)).secret).toMatch(/^mh_sk_/)
  await rename(`${keyFile}.away`, keyFile)

  expect(await probe()).toBe(200)
  expect(await lines('not ready')).toEqual([expect.stringContaining(keyFile)])
  expect(await lines('ready again')).toHaveLength(1)
})

test('so does another key in its place', async () => {
  await rename(keyFile, `${keyFile}.away`)
  await writeFile(keyFile, `other:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}\n`, {
    mode: 0o600,
  })

  expect(await probe()).toBe(503)
  await rename(`${keyFile}.away`, keyFile)
  expect(await probe()).toBe(200)
})

test('an event loop that stood still makes one look fail', async () => {
  expect(await probe()).toBe(200)
  const end = performance.now() + 2500
  while (performance.now() < end);

  expect([await probe(), await probe()]).toEqual([503, 200])
})
