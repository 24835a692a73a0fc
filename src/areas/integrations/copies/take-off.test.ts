import { afterEach, expect, test } from 'vitest'

import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { jobs } from '#catalog/jobs.ts'
import { Refusal } from '#kernel/errors.ts'
import type { SafeFetch } from '#kernel/http.ts'
import { connectedCms } from '#test/connected-cms.ts'
import { sharedParts } from '#test/shared-parts.ts'
import { openGhost } from '#test/standins/ghost.ts'
import type { Request } from '#test/standins/standin.ts'
import { openWordpress } from '#test/standins/wordpress.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function inWordpress(options: Parameters<typeof openWordpress>[0] = {}) {
  const site = await openWordpress(options)
  closing.push(site.close)
  const cms = await connectedCms(site)
  return { site, cms, post: () => [...site.posts.values()][0] }
}

const isCreateInGhost = ({ method, path }: Request) => method === 'POST' && path.endsWith('/posts/')
const isChange = ({ method, path }: Request) => method === 'POST' && /\/wp\/v2\/posts\/\d+$/.test(path)
const isReadOfPost = ({ method, path }: Request) => method === 'GET' && /\/wp\/v2\/posts\/\d+$/.test(path)

test.each([
  ['keeps ids of items', {}],
  ['keeps none', { meta: [] }],
])('what a create without an answer made on a site that %s is taken off with its item', async (_name, options) => {
  const { site, cms, post } = await inWordpress(options)
  const id = await cms.item('Lost')
  site.fail(site.isCreate, 'drop')
  expect(await cms.run(await cms.publish(id))).toBe('again')
  expect(post()).toMatchObject({ status: 'publish' })

  expect(await cms.run(await cms.unpublish(id))).toBe('ended')

  expect(post()).toMatchObject({ status: 'draft' })
  expect(await cms.look(id)).toMatchObject({ externalState: 'synced', externalId: String(post()?.id) })
  await cms.run(await cms.publish(id))
  expect(site.posts.size).toBe(1)
  expect(post()).toMatchObject({ status: 'publish' })
})

test('what a create without an answer made is removed with an item that is deleted', async () => {
  const ghost = await openGhost()
  closing.push(ghost.close)
  const cms = await connectedCms(ghost)
  const id = await cms.item('Lost')
  ghost.fail(isCreateInGhost, 'drop')
  expect(await cms.run(await cms.publish(id))).toBe('again')
  expect(ghost.posts.size).toBe(1)

  await cms.on.call(deleteItem, { id, permanent: true }, { confirm: true })
  await cms.hurry()
  await cms.work()

  expect(ghost.posts.size).toBe(0)
})

test('a copy that could not be read back after its create is taken off', async () => {
  const { site, cms, post } = await inWordpress()
  const id = await cms.item('Unread')
  site.fail(isReadOfPost, { status: 503 })
  expect(await cms.run(await cms.publish(id))).toBe('again')
  expect(post()).toMatchObject({ status: 'publish' })

  await cms.run(await cms.unpublish(id))

  expect(post()).toMatchObject({ status: 'draft' })
})

test('a draft there that a change without an answer made public is taken off', async () => {
  const { site, cms, post } = await inWordpress()
  const id = await cms.item('Back and gone')
  await cms.run(await cms.publish(id))
  await cms.run(await cms.unpublish(id))
  site.fail(isChange, 'drop')
  expect(await cms.run(await cms.publish(id))).toBe('again')
  expect(post()).toMatchObject({ status: 'publish' })

  await cms.run(await cms.unpublish(id))

  expect(post()).toMatchObject({ status: 'draft' })
})

test('an edit does not create a second copy while the service may still be at the first', async () => {
  const { site, cms } = await inWordpress()
  const { outbound } = await sharedParts()
  const id = await cms.item('Slow')
  const jobId = await cms.publish(id)
  const late: (() => Promise<unknown>)[] = []
  const slow: SafeFetch = async (address, rules) => {
    if (rules?.method !== 'POST' || !new URL(address).pathname.endsWith('/wp/v2/posts'))
      return outbound.fetch(address, rules)
    late.push(() => outbound.fetch(address, rules))
    throw new Refusal('upstream_failed', 'blog.test did not answer in time.', { reason: 'timeout' })
  }
  expect(await cms.on.runJob(cms.on.jobRunner(jobs, { fetch: slow }), jobId ?? '')).toBe('again')

  const edited = await cms.edit(id, { title: 'Slow, edited' })
  expect(await cms.run(edited)).toBe('again')
  expect(site.posts.size).toBe(0)
  await late[0]?.()
  await cms.hurry()
  await cms.run(edited)

  expect([...site.posts.values()].map(({ title }) => title)).toEqual(['Slow, edited'])
})
