import { afterEach, expect, test } from 'vitest'

import { approveCall } from '#areas/approvals/operations/approve-call.ts'
import { setApprovalPolicy } from '#areas/approvals/operations/set-approval-policy.ts'
import { bulkUpdateItems } from '#areas/content/operations/bulk-update-items.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { changeIntegration } from '#areas/integrations/connections/integration-rows.ts'
import { nightlyWork } from '#areas/integrations/jobs/nightly-work.ts'
import { pushItemToCms } from '#areas/integrations/operations/push-item-to-cms.ts'
import { setConnectorSecret } from '#areas/integrations/operations/set-connector-secret.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { jobs } from '#catalog/jobs.ts'
import { connectedCms } from '#test/connected-cms.ts'
import { sharedParts } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'
import { openGhost } from '#test/standins/ghost.ts'
import type { Request } from '#test/standins/standin.ts'
import { openWordpress } from '#test/standins/wordpress.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A Ghost with one published article. `save` is what an editor there does. */
async function inGhost() {
  const site = await openGhost()
  closing.push(site.close)
  const cms = await connectedCms(site)
  const id = await cms.item('Ours')
  await cms.run(await cms.publish(id))
  const [first] = site.posts.values()
  const postId = first?.id ?? ''
  let second = 0
  const save = (changes: object) => {
    Object.assign(site.posts.get(postId) ?? {}, changes, { updated_at: `2026-05-05T00:00:${10 + second++}.000Z` })
  }
  return { site, cms, id, save, post: () => site.posts.get(postId) }
}

/** A WordPress with one published article. */
async function inWordpress() {
  const site = await openWordpress()
  closing.push(site.close)
  const cms = await connectedCms(site)
  const id = await cms.item('Ours')
  await cms.run(await cms.publish(id))
  return { site, cms, id, post: () => [...site.posts.values()][0] }
}

/** A post that somebody else writes there. It has the id that the first one has at every such site. */
async function writeTheirs({ url, given: { secret } }: Awaited<ReturnType<typeof openWordpress>>) {
  const authorization = `Basic ${Buffer.from(`${secret.username}:${secret.applicationPassword}`).toString('base64')}`
  const body = JSON.stringify({ title: 'Theirs', content: 'Their text.', slug: 'theirs', status: 'publish' })
  await fetch(`${url}/wp-json/wp/v2/posts`, { method: 'POST', headers: { authorization }, body })
}

const isWrite = ({ method }: Request) => method === 'PUT' || method === 'POST'

test('a save there between reading and writing that touched no mapped field holds nothing back', async () => {
  const { site, cms, id, save, post } = await inGhost()
  site.meanwhile(isWrite, () => save({ visibility: 'members' }))

  await cms.run(await cms.edit(id, { title: 'Ours again' }))

  expect(post()).toMatchObject({ title: 'Ours again', visibility: 'members' })
  expect(await cms.look(id)).toMatchObject({ externalState: 'synced', publishError: null })
})

test('an article that is edited while it is pushed waits for its next push, whether this one arrives or is refused', async () => {
  const { site, cms, id, post } = await inWordpress()
  let next: string | null = null
  const editMeanwhile = (title: string) =>
    site.meanwhile(isWrite, async () => {
      next = await cms.edit(id, { title })
    })
  editMeanwhile('Second')
  await cms.run(await cms.edit(id, { title: 'First' }))
  expect(await cms.look(id)).toMatchObject({ externalState: 'pending', publishError: null })
  await cms.run(next)
  expect([post()?.title, (await cms.look(id)).externalState]).toEqual(['Second', 'synced'])

  site.fail(isWrite, { status: 400 })
  editMeanwhile('Fourth')
  await cms.run(await cms.edit(id, { title: 'Third' }))
  expect(await cms.look(id)).toMatchObject({ externalState: 'pending', publishError: null })
  await cms.run(next)

  expect([post()?.title, (await cms.look(id)).externalState]).toEqual(['Fourth', 'synced'])
})

test('an article that one node is sending is left alone by the others, and its next push goes on from there', async () => {
  const site = await openWordpress()
  closing.push(site.close)
  const cms = await connectedCms(site)
  const id = await cms.item('First')
  const elsewhere: { next: string | null; outcome?: string; sent?: number } = { next: null }
  site.meanwhile(isWrite, async () => {
    elsewhere.next = await cms.edit(id, { title: 'Second' })
    const before = site.requests.length
    elsewhere.outcome = await cms.runElsewhere(elsewhere.next)
    elsewhere.sent = site.requests.length - before
  })

  expect(await cms.run(await cms.publish(id))).toBe('ended')
  expect(elsewhere).toMatchObject({ outcome: 'again', sent: 0 })
  expect([...site.posts.values()].map(({ title }) => title)).toEqual(['First'])

  await cms.hurry()
  expect(await cms.runElsewhere(elsewhere.next)).toBe('ended')
  expect([...site.posts.values()].map(({ title }) => title)).toEqual(['Second'])
  expect(await cms.look(id)).toMatchObject({ externalState: 'synced', publishError: null })
})

test('a mapped field that was changed between reading and writing is named, and kept', async () => {
  const { site, cms, id, save, post } = await inGhost()
  site.meanwhile(isWrite, () => save({ custom_excerpt: 'Theirs' }))

  await cms.run(await cms.edit(id, { title: 'Ours again' }))

  expect(post()).toMatchObject({ title: 'Ours', custom_excerpt: 'Theirs' })
  const { externalState, publishError } = await cms.look(id)
  expect([externalState, publishError?.code]).toEqual(['failed', 'remote_changed'])
  expect(publishError?.message).toContain('excerpt')
})

test('overwriteRemote also writes over what is saved while it writes', async () => {
  const { site, cms, id, save, post } = await inGhost()
  site.meanwhile(isWrite, () => save({ title: 'Theirs' }))
  const input = { itemIds: [id], as: 'published' as const, overwriteRemote: true }

  await cms.run((await cms.on.call(pushItemToCms, input, { confirm: true })).jobId)

  expect(post()).toMatchObject({ title: 'Ours' })
  expect(await cms.look(id)).toMatchObject({ externalState: 'synced' })
})

test('an article is taken off although somebody saves its copy at that time', async () => {
  const { site, cms, id, save, post } = await inGhost()
  site.meanwhile(isWrite, () => save({ title: 'Theirs' }))

  await cms.run(await cms.unpublish(id))

  expect(post()).toMatchObject({ status: 'draft', title: 'Theirs' })
  expect(await cms.look(id)).toMatchObject({ externalState: 'synced', publishError: null })
})

test.each(['edit', 'unpublish'] as const)('a copy that goes right before an %s is detached', async (what) => {
  const { site, cms, id } = await inWordpress()
  site.meanwhile(isWrite, () => site.posts.clear())

  await cms.run(what === 'edit' ? await cms.edit(id, { title: 'Ours again' }) : await cms.unpublish(id))

  expect(await cms.look(id)).toMatchObject({ externalState: 'detached' })
  expect(site.posts.size).toBe(0)
})

test('a copy that goes before it is read back is detached, and the next push makes a new one', async () => {
  const { site, cms, id } = await inWordpress()
  let reads = 0
  const isReadBack = ({ method, path }: Request) => method === 'GET' && /posts\/\d+$/.test(path) && ++reads === 2
  site.meanwhile(isReadBack, () => site.posts.clear())
  await cms.run(await cms.edit(id, { title: 'Ours again' }))
  expect(await cms.look(id)).toMatchObject({ externalState: 'detached' })

  await cms.run(await cms.edit(id, { title: 'Ours anew' }))

  expect([...site.posts.values()].map(({ title }) => title)).toEqual(['Ours anew'])
  expect(await cms.look(id)).toMatchObject({ externalState: 'synced' })
})

test('a credential that is refused after the create loses nothing: the copy is read back once it is renewed', async () => {
  const { site, cms } = await inWordpress()
  const id = await cms.item('Late')
  const isReadBack = ({ method, path }: Request) => method === 'GET' && /posts\/\d+$/.test(path)
  site.meanwhile(isReadBack, () => site.changePassword('another-password-of-the-site'))
  const jobId = await cms.publish(id)
  expect(await cms.run(jobId)).toBe('again')
  expect([await cms.state(), (await cms.look(id)).externalState]).toEqual(['auth_expired', 'pending'])

  const secret = { username: 'editor', applicationPassword: 'another-password-of-the-site' }
  await cms.on.call(setConnectorSecret, { ...site.given, secret, integrationId: cms.integrationId }, cms.inPerson)
  expect(await cms.run(jobId)).toBe('ended')

  expect([...site.posts.values()].map(({ title }) => title)).toEqual(['Ours', 'Late'])
  expect([await cms.state(), (await cms.look(id)).externalState]).toEqual(['connected', 'synced'])
})

test('a push that was refused the former credential does not wait once there is another', async () => {
  const { site, cms, id, post } = await inWordpress()
  const secret = { username: 'editor', applicationPassword: 'another-password-of-the-site' }
  site.meanwhile(isWrite, () => {
    site.changePassword(secret.applicationPassword)
    return cms.on.call(setConnectorSecret, { ...site.given, secret, integrationId: cms.integrationId }, cms.inPerson)
  })
  await cms.run(await cms.edit(id, { title: 'Ours again' }))

  const [delivery] = await cms.deliveries()
  expect(Date.parse(delivery?.nextAttemptAt ?? '')).toBeLessThan(Date.now() + 60_000)
  await cms.hurry()
  await cms.work()
  expect([post()?.title, await cms.state()]).toEqual(['Ours again', 'connected'])
})

test.each(['create', 'change'] as const)(
  'a %s that is on its way to a former site says nothing of the present one',
  async (what) => {
    const [former, present] = [await openWordpress(), await openWordpress()]
    closing.push(former.close, present.close)
    const cms = await connectedCms(former)
    const id = await cms.item('Ours')
    if (what === 'change') await cms.run(await cms.publish(id))
    await writeTheirs(present)
    former.meanwhile(isWrite, () =>
      cms.on.call(setConnectorSecret, { ...present.given, integrationId: cms.integrationId }, cms.inPerson),
    )

    await cms.run(what === 'create' ? await cms.publish(id) : await cms.edit(id, { excerpt: 'Short.' }))
    expect(await cms.look(id)).toMatchObject({ externalId: null, externalUrl: null })
    await cms.hurry()
    await cms.work()
    const { externalId, externalState } = await cms.look(id)
    expect([externalState, present.posts.get(Number(externalId))?.title]).toEqual(['synced', 'Ours'])
    await cms.run(await cms.unpublish(id))

    expect([...present.posts.values()].map(({ title, status }) => [title, status])).toEqual([
      ['Theirs', 'publish'],
      ['Ours', 'draft'],
    ])
  },
)

test('what is pushed while the night looks at it has no drift, and is not gone', async () => {
  const { site, cms, id } = await inWordpress()
  const isRead = ({ method, path }: Request) => method === 'GET' && /posts\/\d+$/.test(path)
  const night = async (act: () => Promise<unknown>) => {
    site.meanwhile(isRead, act)
    const { jobId } = await cms.on.startJob(nightlyWork, { day: new Date().toISOString() })
    await cms.run(jobId)
  }
  await night(async () => cms.run(await cms.edit(id, { title: 'Edited in the night' })))
  expect((await cms.on.call(getItem, { id })).external).toMatchObject({ drift: [] })

  await night(async () => {
    site.posts.clear()
    // The first push sees that the copy is gone, the second one makes another.
    for (const title of ['Gone', 'Made anew']) await cms.run(await cms.edit(id, { title }))
  })
  expect(await cms.look(id)).toMatchObject({ externalState: 'synced' })
  await cms.run(await cms.edit(id, { title: 'In the morning' }))
  expect([...site.posts.values()].map(({ title }) => title)).toEqual(['In the morning'])
})

test('an article that the site keeps for later is taken off all the same', async () => {
  const { site, cms } = await inWordpress()
  const id = await cms.item('Late')
  // As a site does whose clock is behind.
  const isReadBack = ({ method, path }: Request) => method === 'GET' && /posts\/\d+$/.test(path)
  const late = () => [...site.posts.values()].find(({ title }) => title === 'Late')
  site.meanwhile(isReadBack, () => void Object.assign(late() ?? {}, { status: 'future' }))
  await cms.run(await cms.publish(id))
  expect(late()?.status).toBe('future')

  await cms.run(await cms.unpublish(id))

  expect(late()?.status).toBe('draft')
})

test('a push that a slow service kept too long creates nothing beside the one that took over', async () => {
  const { site, cms } = await inWordpress()
  const { term } = await cms.on.call(createTaxonomyTerm, { taxonomy: 'tag', name: 'Moon' })
  const id = await cms.item('Slow')
  await cms.edit(id, { tagIds: [term.id] })
  const isTerm = ({ method, path }: Request) => method === 'POST' && path.endsWith('/tags')
  site.meanwhile(isTerm, async () => {
    const next = await cms.edit(id, { title: 'Slow again' })
    await cms.hurry()
    expect(await cms.runElsewhere(next)).toBe('ended')
  })
  const jobId = await cms.publish(id)
  expect(await cms.run(jobId)).toBe('again')

  await cms.hurry()
  expect(await cms.run(jobId)).toBe('ended')
  expect([...site.posts.values()].map(({ title }) => title)).toEqual(['Ours', 'Slow again'])
  expect(await cms.look(id)).toMatchObject({ externalState: 'synced' })
})

test('a job of many pushes gives its place back while others wait, and pushes each once', async () => {
  const { cms } = await inWordpress()
  const ids = [await cms.item('One'), await cms.item('Two'), await cms.item('Three')]
  const other = await stage()
  const waiting = { ids: [(await other.call(createItem, { collectionId: 'articles', title: 'Waits' })).item.id] }
  await other.call(bulkUpdateItems, { ...waiting, patch: { robots: { noindex: true } } })
  const { outbound } = await sharedParts()
  const { jobId } = await cms.on.call(pushItemToCms, { itemIds: ids, as: 'draft' }, { confirm: true })
  const runner = cms.on.jobRunner(jobs, { fetch: outbound.fetch, turnMs: 0 })

  const ends = []
  while (ends.at(-1) !== 'ended') ends.push(await cms.on.runJob(runner, jobId))

  expect(ends).toEqual(['again', 'again', 'ended'])
  const { result } = await cms.on.call(getJob, { jobId })
  expect(result?.['results']).toMatchObject(ids.map((id) => ({ id, ok: true, action: 'created' })))
})

test('an approved push does not go to a connection that was changed since', async () => {
  const { cms } = await inWordpress()
  const id = await cms.item('Seen')
  await cms.on.call(setApprovalPolicy, { risks: ['publish'] }, cms.on.inPerson())
  const push = () => cms.on.answerOf(pushItemToCms, { itemIds: [id], as: 'draft' }, { confirm: true })
  const detailsOf = ({ body }: { body: string }) =>
    (JSON.parse(body) as { error: { details: { approvalId: never; changedSince?: object[] } } }).error.details
  await cms.on.call(approveCall, { approvalId: detailsOf(await push()).approvalId }, cms.on.inPerson())
  await cms.on.rows(({ db }) => changeIntegration(db, cms.integrationId, { mapping: JSON.stringify({ tags: null }) }))

  const again = await push()

  expect([again.status, detailsOf(again).changedSince]).toMatchObject([
    428,
    [{ type: 'integration', id: cms.integrationId }],
  ])
})
