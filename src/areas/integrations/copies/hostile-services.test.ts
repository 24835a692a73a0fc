import { afterEach, expect, test } from 'vitest'

import { disconnectIntegration } from '#areas/integrations/operations/disconnect-integration.ts'
import { getConnectorState } from '#areas/integrations/operations/get-connector-state.ts'
import { listDeliveries } from '#areas/integrations/operations/list-deliveries.ts'
import { pushItemToCms } from '#areas/integrations/operations/push-item-to-cms.ts'
import { setContentMode } from '#areas/integrations/operations/set-content-mode.ts'
import { cancelJob } from '#areas/jobs/operations/cancel-job.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { jobs } from '#catalog/jobs.ts'
import { Refusal } from '#kernel/errors.ts'
import type { SafeFetch } from '#kernel/http.ts'
import { connectedCms } from '#test/connected-cms.ts'
import { sharedParts } from '#test/shared-parts.ts'
import { openGhost } from '#test/standins/ghost.ts'
import { openWordpress } from '#test/standins/wordpress.ts'

const confirmed = { confirm: true }
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function inWordpress(options: Parameters<typeof openWordpress>[0] = {}) {
  const site = await openWordpress(options)
  closing.push(site.close)
  const cms = await connectedCms(site)
  const titles = () => [...site.posts.values()].map(({ title }) => title)
  return { site, cms, titles }
}

test('an article that was edited after a create of unknown outcome has one copy, by what was sent then', async () => {
  for (const meta of [undefined, [] as string[]]) {
    const { site, cms, titles } = await inWordpress(meta === undefined ? {} : { meta })
    const id = await cms.item('First words')
    site.fail(site.isCreate, 'drop')
    const jobId = await cms.publish(id)
    expect(await cms.run(jobId)).toBe('again')
    const edited = await cms.edit(id, { title: 'Other words', slug: 'other-words', content: 'All of it is new.' })
    await cms.hurry()
    expect(await cms.run(jobId)).toBe('ended')
    if (edited !== jobId) await cms.run(edited)

    expect(titles()).toEqual(['Other words'])
    expect(await cms.look(id)).toMatchObject({ externalState: 'synced', publishError: null })
  }
})

test('a copy that was found again is known, also where the answer to its first change is lost', async () => {
  const { site, cms, titles } = await inWordpress({ meta: [] })
  const id = await cms.item('First words')
  site.fail(site.isCreate, 'drop')
  const jobId = await cms.publish(id)
  await cms.run(jobId)
  const edited = await cms.edit(id, { title: 'Other words', slug: 'other-words', content: 'All of it is new.' })
  site.fail(({ method, path }) => method === 'POST' && /\/posts\/\d+$/.test(path), 'drop')

  for (const job of [jobId, jobId, edited]) {
    await cms.hurry()
    await cms.run(job)
  }

  expect(titles()).toEqual(['Other words'])
  expect(await cms.look(id)).toMatchObject({ externalState: 'synced', publishError: null })
})

test('a service that does not answer in time is not asked for another copy while it may still be at it', async () => {
  const { site, cms, titles } = await inWordpress()
  const { outbound } = await sharedParts()
  const id = await cms.item('Slow')
  const jobId = await cms.publish(id)
  const late: (() => Promise<unknown>)[] = []
  const slow: SafeFetch = async (address, rules) => {
    const isCreate = rules?.method === 'POST' && new URL(address).pathname.endsWith('/wp/v2/posts')
    if (!isCreate) return outbound.fetch(address, rules)
    late.push(() => outbound.fetch(address, rules))
    throw new Refusal('upstream_failed', 'blog.test did not answer in time.', { reason: 'timeout' })
  }
  expect(await cms.on.runJob(cms.on.jobRunner(jobs, { fetch: slow }), jobId ?? '')).toBe('again')

  const [delivery] = await cms.deliveries()
  expect(Date.parse(delivery?.nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(100_000)
  await late[0]?.()
  await cms.hurry()
  expect(await cms.run(jobId)).toBe('ended')
  expect([titles(), site.posts.size]).toEqual([['Slow'], 1])
})

test('a create that a gateway gave up waiting for is given time, too', async () => {
  const { site, cms } = await inWordpress()
  site.fail(site.isCreate, { status: 504, html: true })

  await cms.run(await cms.publish(await cms.item('Slow')))

  const [delivery] = await cms.deliveries()
  expect(delivery).toMatchObject({ state: 'failed', httpStatus: 504 })
  expect(Date.parse(delivery?.nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(100_000)
})

test('a page of HTML in place of the service neither says that a copy is gone nor that it was taken off', async () => {
  for (const open of [openGhost, openWordpress]) {
    const site = await open()
    closing.push(site.close)
    const cms = await connectedCms(site)
    const id = await cms.item('Ours')
    await cms.run(await cms.publish(id))
    const again = async (jobId: string | null) => {
      expect(await cms.run(jobId)).toBe('again')
      await cms.hurry()
      expect(await cms.run(jobId)).toBe('ended')
    }

    site.fail(({ path }) => /\/posts\/\w+/.test(path), { status: 404, html: true })
    await again(await cms.edit(id, { title: 'Ours, edited' }))
    site.fail(({ method }) => method === 'PUT' || method === 'POST', { status: 200, html: true })
    await again(await cms.unpublish(id))

    expect([...site.posts.values()]).toMatchObject([{ title: 'Ours, edited', status: 'draft' }])
    expect(await cms.look(id)).toMatchObject({ externalState: 'synced', publishError: null })
  }
})

test('a change whose answer was lost is our own when it is looked at again', async () => {
  for (const open of [openGhost, openWordpress]) {
    const site = await open()
    closing.push(site.close)
    const cms = await connectedCms(site)
    const id = await cms.item('First')
    await cms.run(await cms.publish(id))

    site.fail(({ method }) => method === 'PUT' || method === 'POST', 'drop')
    const jobId = await cms.edit(id, { title: 'Second' })
    expect(await cms.run(jobId)).toBe('again')
    await cms.edit(id, { content: 'Other text.' })
    await cms.hurry()
    await cms.work()

    expect([...site.posts.values()]).toMatchObject([{ title: 'Second' }])
    expect(await cms.look(id)).toMatchObject({ externalState: 'synced', publishError: null })
  }
})

test('what is taken back while an answer is lost is sent again, although it was sent before', async () => {
  const { site, cms } = await inWordpress()
  const id = await cms.item('First')
  await cms.run(await cms.publish(id))
  const shown = () => [...site.posts.values()].map(({ title, status }) => [title, status])
  const lost = async (jobId: string | null) => {
    expect(await cms.run(jobId)).toBe('again')
    return jobId
  }
  const isWrite = ({ method }: { method: string }) => method === 'POST'

  site.fail(isWrite, 'drop')
  const edited = await lost(await cms.edit(id, { title: 'Second' }))
  await cms.edit(id, { title: 'First' })
  await cms.hurry()
  await cms.run(edited)
  expect(shown()).toEqual([['First', 'publish']])

  await cms.work()
  site.fail(isWrite, 'drop')
  const taken = await lost(await cms.unpublish(id))
  await cms.publish(id)
  await cms.hurry()
  await cms.run(taken)
  expect(shown()).toEqual([['First', 'publish']])
})

test('an article without a category has the default one there, whatever its name, and that is no fault', async () => {
  const { site, cms } = await inWordpress()
  Object.assign(site.terms.categories[0] ?? {}, { name: 'Non classé', slug: 'non-classe' })
  const id = await cms.item('Sans catégorie')
  const jobId = await cms.publish(id)
  await cms.run(jobId)

  expect((await cms.on.call(getJob, { jobId: jobId ?? '' })).result).toMatchObject({
    results: [{ ok: true, metaNotPersisted: [] }],
  })
})

test('another author there is a change of the copy', async () => {
  const site = await openGhost()
  closing.push(site.close)
  const cms = await connectedCms(site)
  const id = await cms.item('By us')
  await cms.run(await cms.publish(id))
  const [post] = site.posts.values()
  Object.assign(post ?? {}, {
    authors: [{ name: 'Somebody', slug: 'somebody' }],
    updated_at: '2026-06-01T00:00:00.000Z',
  })
  await cms.run(await cms.edit(id, { title: 'By us, changed' }))

  expect(await cms.look(id)).toMatchObject({
    externalState: 'failed',
    publishError: { code: 'remote_changed', message: expect.stringContaining('authors') },
  })
})

test('items that cannot be pushed do not hold the others of a call back', async () => {
  const { cms, titles } = await inWordpress()
  const [id, draft] = [await cms.item('Live'), await cms.item('Draft')]
  await cms.run(await cms.publish(id))
  const unknown = 'itm_01jzz0000000000000000000zz'
  const push = (itemIds: string[]) =>
    cms.on.call(pushItemToCms, { itemIds: itemIds as `itm_${string}`[], as: 'published' }, confirmed)

  const { jobId } = await push([unknown, draft, id])
  await cms.run(jobId)

  const job = await cms.on.call(getJob, { jobId })
  expect(job.state).toBe('partial')
  expect(job.result).toMatchObject({
    results: [
      { id, ok: true, action: 'unchanged' },
      { id: unknown, ok: false, error: { code: 'not_found' } },
      { id: draft, ok: false, error: { code: 'invalid_transition' } },
    ],
  })
  expect(titles()).toEqual(['Live'])
  await expect(push([unknown])).rejects.toMatchObject({ code: 'not_found' })
})

test('an item that the service does not take holds the switch of the mode back for three tries only', async () => {
  const { site, cms } = await inWordpress()
  await cms.on.call(setContentMode, { mode: 'headless' }, confirmed)
  const [bad, good] = [await cms.item('Bad'), await cms.item('Good')]
  for (const id of [bad, good]) await cms.publish(id)
  const isBad = ({ body, method }: { body: Buffer; method: string }) => method === 'POST' && body.includes('"Bad"')
  site.fail(isBad, ...Array.from({ length: 6 }, () => ({ status: 500 })))
  const { jobId } = await cms.on.call(setContentMode, { mode: 'wordpress', migrate: 'push_published' }, confirmed)
  for (let tries = 0; tries < 3; tries++) {
    expect(await cms.run(jobId)).toBe('again')
    await cms.hurry()
  }
  while ((await cms.run(jobId)) === 'again');

  expect(await cms.on.call(getJob, { jobId: jobId ?? '' })).toMatchObject({
    state: 'partial',
    result: { mode: 'wordpress', pushed: 1, failed: [{ id: bad, error: { code: 'upstream_failed' } }] },
  })
  expect(await cms.look(bad)).toMatchObject({ externalState: 'failed' })
  expect((await cms.on.call(listDeliveries, { state: 'exhausted' })).total).toBe(1)
})

test('a push whose job is canceled ends with it, and the next edit is pushed', async () => {
  const { cms, titles } = await inWordpress()
  const id = await cms.item('First')
  const jobId = await cms.publish(id)
  await cms.on.call(cancelJob, { jobId: jobId ?? 'job_' })

  expect(await cms.deliveries()).toMatchObject([
    { state: 'exhausted', nextAttemptAt: null, error: { code: 'canceled' } },
  ])
  expect(await cms.look(id)).toMatchObject({ externalState: 'failed', publishError: { code: 'canceled' } })
  const next = await cms.edit(id, { title: 'Second' })
  expect(next).not.toBe(jobId)
  await cms.run(next)
  expect(titles()).toEqual(['Second'])
  expect(await cms.look(id)).toMatchObject({ externalState: 'synced', publishError: null })
})

test('a canceled switch leaves nothing behind that later edits would wait for', async () => {
  const { cms, titles } = await inWordpress()
  await cms.on.call(setContentMode, { mode: 'headless' }, confirmed)
  const id = await cms.item('First')
  await cms.publish(id)
  const switching = await cms.on.call(setContentMode, { mode: 'wordpress', migrate: 'push_published' }, confirmed)
  const { outbound } = await sharedParts()
  const away: SafeFetch = async (address, rules) => {
    if (rules?.method === 'POST')
      throw new Refusal('upstream_failed', 'blog.test could not be reached.', { reason: 'unreachable' })
    return outbound.fetch(address, rules)
  }
  await cms.on.runJob(cms.on.jobRunner(jobs, { fetch: away }), switching.jobId ?? '')
  await cms.on.call(cancelJob, { jobId: switching.jobId ?? 'job_' })
  expect(await cms.look(id)).toMatchObject({ externalState: 'failed' })

  await cms.on.call(setContentMode, { mode: 'wordpress' }, confirmed)
  await cms.run(await cms.edit(id, { title: 'Second' }))

  expect(titles()).toEqual(['Second'])
})

test('a switch to what was disconnected meanwhile changes no mode', async () => {
  const { site, cms } = await inWordpress()
  await cms.on.call(setContentMode, { mode: 'headless' }, confirmed)
  const id = await cms.item('Cut off')
  await cms.publish(id)
  const { jobId } = await cms.on.call(setContentMode, { mode: 'wordpress', migrate: 'push_published' }, confirmed)
  site.meanwhile(site.isCreate, () => cms.on.call(disconnectIntegration, { id: cms.integrationId }, confirmed))
  site.fail(site.isCreate, { status: 503 })

  expect(await cms.run(jobId)).toBe('ended')

  expect(await cms.on.call(getJob, { jobId: jobId ?? 'job_' })).toMatchObject({
    state: 'failed',
    error: { code: 'not_connected', message: expect.stringContaining('The content mode was not changed.') },
  })
  expect((await cms.on.call(getConnectorState, {})).contentMode).toBe('headless')
  expect(await cms.look(id)).toMatchObject({ externalState: 'failed' })
})

test('disconnecting while a push is on its way ends it', async () => {
  const { site, cms } = await inWordpress()
  const id = await cms.item('Cut off')
  const jobId = await cms.publish(id)
  site.meanwhile(site.isCreate, async () => {
    await cms.on.call(setContentMode, { mode: 'headless' }, confirmed)
    await cms.on.call(disconnectIntegration, { id: cms.integrationId }, confirmed)
  })
  site.fail(site.isCreate, { status: 503 })

  expect(await cms.run(jobId)).toBe('ended')

  expect(await cms.deliveries()).toMatchObject([
    { state: 'exhausted', nextAttemptAt: null, error: { code: 'not_connected' } },
  ])
  expect(await cms.look(id)).toMatchObject({ externalState: 'failed' })
})
