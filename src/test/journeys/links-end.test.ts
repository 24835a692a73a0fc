import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { announced, newPicture } from '#test/pictures.ts'
import { openServer, type TestServer } from '#test/server.ts'

// A whole server, next to other tests on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: TestServer
beforeAll(async () => {
  server = await openServer()
})
afterAll(() => server.close())

const yes = { confirm: true }
const put = (url: string, body: Buffer) => fetch(url, { method: 'PUT', body: new Uint8Array(body) })

/** What an organization has to offer to those who know an address and have no credential. */
async function withLinks(name: string) {
  const { client } = server
  const { cookie, organizationId } = await server.addOrganization(name)
  const does = async (operation: string, input: object) => {
    const answer = await client.inApp(cookie, operation, input, yes)
    expect(answer.status, answer.text).toBe(200)
    return answer.json.result
  }
  const bytes = await newPicture()
  const first = await does('createMediaUpload', announced(bytes))
  await put(first.uploadUrl, bytes)
  const { media } = await does('completeMediaUpload', { mediaId: first.mediaId })
  const waiting = await does('createMediaUpload', announced(await newPicture()))
  await does('createItem', { collectionId: 'articles', title: 'A draft' })
  const { jobId } = await does('exportItems', { format: 'jsonl' })
  const exported = await vi.waitFor(async () => {
    const { result } = await does('getJob', { jobId })
    expect(result).not.toBeNull()
    return result
  }, 30_000)
  const { url: report } = await does('shareAsvReport', {})
  await does('updateOrganizationSettings', { collectViews: true })
  const script = `${server.url}/collect/${organizationId}.js`
  return { does, organizationId, uploadUrl: waiting.uploadUrl, links: [media.url, exported.url, report, script] }
}

const statuses = (links: readonly string[]) => Promise.all(links.map(async (link) => (await fetch(link)).status))

test('faces enter an organization by a call or a visit, after the consent of one of its members otherwise', () => {
  const faces = join(import.meta.dirname, '../../faces')
  const files = globSync('**/*.ts', { cwd: faces })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts') && readFileSync(join(faces, file), 'utf8').includes('forOrganization'))

  expect(files.toSorted()).toEqual([
    // Stores what a visit has read.
    'content-api/store-later.ts',
    'oauth/consent-answer.ts',
    'oauth/grant-events.ts',
    'oauth/parts.ts',
    'oauth/unavailable.ts',
  ])
})

test('the links of a deleted organization end with it, and take nothing more', async () => {
  const { does, links, uploadUrl } = await withLinks('Closing House')
  expect(await statuses(links)).toEqual([200, 200, 200, 200])

  await does('deleteOrganization', { name: 'Closing House' })

  expect(await statuses(links)).toEqual([404, 404, 404, 404])
  expect((await put(uploadUrl, await newPicture())).status).toBe(404)
})

test('those of a suspended organization, whose people still work in it, go on', async () => {
  const { organizationId, links, uploadUrl } = await withLinks('Paused House')
  await server.asOwner(`update auth.organizations set suspended_at = now() where id = '${organizationId}'`)

  expect(await statuses(links)).toEqual([200, 200, 200, 200])
  expect((await put(uploadUrl, Buffer.alloc(1))).status).toBe(200)
})
