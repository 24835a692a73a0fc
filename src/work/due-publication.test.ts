import { beforeAll, expect, test, vi } from 'vitest'

import { itemChecks } from '#areas/checks/index.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { listManagerItems } from '#areas/content/operations/list-manager-items.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { findDue, publishDue } from '#areas/publishing/index.ts'
import type { Announce } from '#kernel/announce.ts'
import { silentLog } from '#kernel/log.ts'
import { addScheduledItems, publications } from '#test/many-items.ts'
import { ownDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

import { duePublication } from './due-publication.ts'

// What is due is published for all organizations.
beforeAll(async () => void (await ownDatabase()))

type Stage = Awaited<ReturnType<typeof stage>>

// Seconds on a machine of its own; next to other tests on a small one it takes many times that.
vi.setConfig({ testTimeout: 240_000 })

const articles = 'articles' as never
const past = (seconds: number) => new Date(Date.now() - seconds * 1000)
const going = new AbortController().signal

/** A worker, and the items that it told websites about. */
function worker(on: Stage, options: { announce?: Announce } = {}) {
  const told: string[] = []
  const announce: Announce = async (_db, { reason, items }) => {
    told.push(...items.map(({ id }) => `${reason} ${id}`))
    return []
  }
  const due = duePublication({
    database: on.database,
    announce: options.announce ?? announce,
    checks: itemChecks,
    baseUrl: () => 'https://masthead.test',
    log: silentLog,
    batch: 100,
  })
  return {
    told,
    async untilIdle() {
      while ((await due.round(going, () => {})) === 'more');
    },
  }
}

/** An item whose time has come, as it is when its scheduling lies back. */
async function dueItem(on: Stage, title = 'Due', publishAt = past(1)) {
  const { item } = await on.call(
    createItem,
    { collectionId: articles, title, status: 'scheduled', publishAt: new Date(Date.now() + 3600_000).toISOString() },
    { confirm: true },
  )
  await moveTo(on, item.id, publishAt)
  return item
}

async function moveTo(on: Stage, id: string, publishAt: Date) {
  await on.rows(({ db }) => db.updateTable('item').set({ publish_at: publishAt }).where('id', '=', id).execute())
}

test.each([1, 2])(
  'items of one minute, several batches of them, are all published once: workers at once: %i',
  async (workers) => {
    const on = await stage()
    await addScheduledItems(on.database, on.access.organization.id, { count: 250, publishAt: past(5) })
    const all = Array.from({ length: workers }, () => worker(on))

    await Promise.all(all.map((one) => one.untilIdle()))

    expect(await publications(on.database, on.access.organization.id)).toEqual({ published: 250, byTimes: { 1: 250 } })
    const told = all.flatMap((one) => one.told)
    expect([told.length, new Set(told).size]).toEqual([250, 250])
  },
)

test('the date stays the scheduled one, the revision is of Masthead itself, and a later item waits', async () => {
  const on = await stage()
  const at = past(3600)
  const { id } = await dueItem(on, 'Missed while nothing ran', at)
  const later = await dueItem(on, 'Later', new Date(Date.now() + 60_000))
  const one = worker(on)

  await one.untilIdle()
  await one.untilIdle()

  const { item, revisions } = await on.call(getItem, { id, include: ['revisions'] })
  expect(item).toMatchObject({ status: 'published', publishAt: at.toISOString(), publishError: null, version: 2 })
  expect(revisions?.map(({ n, authorType, userId, requestId }) => [n, authorType, userId, requestId])).toEqual([
    [2, 'system', null, null],
    [1, 'agent', on.access.actor.userId, expect.stringMatching(/^req_/)],
  ])
  expect((await on.call(getItem, { id: later.id })).item.status).toBe('scheduled')
  expect(one.told).toEqual([`published ${id}`])
})

test('a legacy scheduled row is published, one in the trash is not', async () => {
  const on = await stage()
  const legacy = await dueItem(on, 'Legacy')
  const trashed = await dueItem(on, 'Trashed')
  await on.rows(async ({ db }) => {
    await db.updateTable('item').set({ status: 'draft' }).where('id', '=', legacy.id).execute()
    await db.updateTable('item').set({ trashed_at: new Date() }).where('id', '=', trashed.id).execute()
  })

  await worker(on).untilIdle()

  expect((await on.call(getItem, { id: legacy.id })).item.status).toBe('published')
  expect((await on.call(getItem, { id: trashed.id })).item.status).toBe('scheduled')
})

test('what is refused stays scheduled, says why, pauses longer each time, and begins anew with another date', async () => {
  const on = await stage()
  const { id } = await dueItem(on)
  const requireApproval = (wanted: boolean) =>
    on.rows(({ db }) =>
      db
        .updateTable('organization_setting')
        .set({ publishing_policy: JSON.stringify({ requireApproval: wanted }) })
        .execute(),
    )
  const stored = () =>
    on.rows(({ db }) =>
      db
        .selectFrom('item')
        .select(['publish_attempts', 'publish_retry_at', 'version'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    )
  await requireApproval(true)

  const minutes: number[] = []
  for (let attempt = 1; attempt <= 5; attempt++) {
    await worker(on).untilIdle()
    const row = await stored()
    expect([row.publish_attempts, row.version]).toEqual([attempt, 1])
    minutes.push(Math.round(((row.publish_retry_at?.getTime() ?? 0) - Date.now()) / 60_000))
    await on.rows(({ db }) =>
      db
        .updateTable('item')
        .set({ publish_retry_at: past(1) })
        .where('id', '=', id)
        .execute(),
    )
  }
  expect(minutes).toEqual([1, 5, 15, 60, 60])
  const [listed] = (await on.call(listManagerItems, { status: ['scheduled'] })).items
  expect(listed).toMatchObject({
    id,
    publishError: { code: 'blocked_by_policy', message: expect.stringContaining('approved'), at: expect.any(String) },
  })

  await requireApproval(false)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const { item } = await on.call(updateItem, { id, status: 'scheduled', publishAt: tomorrow }, { confirm: true })
  expect(item.publishAt).toBe(tomorrow)
  expect(await stored()).toMatchObject({ publish_attempts: 0, publish_retry_at: null })
  expect((await on.call(getItem, { id })).item.publishError).toBeNull()
})

test('a disabled collection, another content mode and a fault are reasons, and none holds up the others', async () => {
  const on = await stage()
  const [refused, fine] = [await dueItem(on, 'Refused'), await dueItem(on, 'Fine')]
  const faulty: Announce = async (_db, { items }) => {
    if (items.some(({ slug }) => slug === 'refused')) throw new Error('stumbled over a secret')
    return []
  }

  await worker(on, { announce: faulty }).untilIdle()

  expect((await on.call(getItem, { id: fine.id })).item.status).toBe('published')
  const { item } = await on.call(getItem, { id: refused.id })
  expect(item).toMatchObject({ status: 'scheduled', version: 1, publishError: { code: 'internal_error' } })
  expect(JSON.stringify(item)).not.toContain('secret')

  for (const [code, spoil] of [
    ['not_connected', { content_mode: 'ghost' }],
    ['collection_disabled', { content_mode: 'headless' }],
  ] as const) {
    await on.rows(async ({ db }) => {
      await db.updateTable('organization_setting').set(spoil).execute()
      await db
        .updateTable('collection')
        .set({ enabled: code === 'not_connected' })
        .where('slug', '=', 'articles')
        .execute()
      await db
        .updateTable('item')
        .set({ publish_retry_at: past(1) })
        .where('id', '=', refused.id)
        .execute()
    })
    await worker(on).untilIdle()
    expect((await on.call(getItem, { id: refused.id })).item.publishError?.code).toBe(code)
  }
})

test('items of suspended and deleted organizations wait, and hold up nobody', async () => {
  const [suspended, deleted, open] = [await stage(), await stage(), await stage()]
  for (const [on, change] of [
    [suspended, { suspended_at: new Date() }],
    [deleted, { deleted_at: new Date() }],
  ] as const) {
    const { id } = on.access.organization
    await addScheduledItems(on.database, id, { count: 120, publishAt: past(7200) })
    await on.database.asIdentity((db) =>
      db.updateTable('auth.organizations').set(change).where('id', '=', id).execute(),
    )
  }
  const { id } = await dueItem(open)

  await worker(open).untilIdle()

  expect((await open.call(getItem, { id })).item.status).toBe('published')
  for (const on of [suspended, deleted])
    expect((await publications(on.database, on.access.organization.id)).published).toBe(0)
  const { id: organizationId } = suspended.access.organization
  await open.database.asIdentity((db) =>
    db.updateTable('auth.organizations').set({ suspended_at: null }).where('id', '=', organizationId).execute(),
  )
  await worker(open).untilIdle()
  expect((await publications(open.database, organizationId)).published).toBe(120)
})

test('the flood of one organization does not hold up another', async () => {
  const [flood, other] = [await stage(), await stage()]
  await addScheduledItems(flood.database, flood.access.organization.id, { count: 140, publishAt: past(3600) })
  const { id } = await dueItem(other)
  const parts = { database: other.database, checks: itemChecks, baseUrl: () => '', log: silentLog }
  const due = duePublication({ ...parts, batch: 100 })

  expect(await due.round(going, () => {})).toBe('more')

  expect((await other.call(getItem, { id })).item.status).toBe('published')
  expect((await publications(flood.database, flood.access.organization.id)).published).toBe(99)
})

test('what somebody changed meanwhile is passed over', async () => {
  const on = await stage()
  const { id } = await dueItem(on)
  const one = worker(on)
  const found = await on.database.asSystem((db) => findDue(db, 10_000))
  expect(found.map(({ itemId }) => itemId)).toContain(id)

  await on.call(updateItem, { id, status: 'draft' }, { confirm: true })
  const outcome = await on.rows(({ db }) =>
    publishDue({ db, checks: itemChecks, now: new Date(), baseUrl: '', announce: async () => [] }, id),
  )
  await one.untilIdle()

  expect(outcome).toBe('passed')
  expect((await on.call(getItem, { id })).item.status).toBe('draft')
})
