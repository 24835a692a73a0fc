import { afterEach, beforeEach, expect, test } from 'vitest'

import { openSession } from '#areas/account/index.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { autosaveBuffer } from '#areas/editing/operations/autosave-buffer.ts'
import { presenceHeartbeat } from '#areas/editing/operations/presence-heartbeat.ts'
import type { UserId } from '#kernel/ids.ts'
import { silentLog } from '#kernel/log.ts'
import { hashOf } from '#kernel/tokens.ts'
import { stage, type Stage } from '#test/stage.ts'

import { createLiveCalls, type LiveCalls } from './live-calls.ts'
import type { LiveMessage } from './viewer.ts'

let on: Stage
let live: LiveCalls
beforeEach(async () => {
  on = await stage()
  live = createLiveCalls({ database: on.database, log: silentLog, maxViewers: 5 })
})
afterEach(() => live.close())

const userIds = ['usr_01jzz0000000000000000000aa', 'usr_01jzz0000000000000000000bb'] as const

async function newItem(at = on): Promise<string> {
  const { item } = await at.call(createItem, { collectionId: 'articles' as never, title: 'Tides', content: 'Words.' })
  return item.id
}

function personOn(at: Stage, userId: string) {
  const own = at.inPerson()
  return { ...own, as: { ...own.as, actor: { ...own.as.actor, userId: userId as UserId } } }
}

/** A sign of life that another node takes: nobody here is told of it. */
const beat = (itemId: string, { leaves = false } = {}) =>
  on.call(presenceHeartbeat, { itemId, leaves }, personOn(on, userIds[0]))

/** All of them at the same moment. */
function come(people: readonly (readonly [itemId: string, userId: string])[], at = on) {
  const now = new Date()
  const rows = people.map(([itemId, userId]) => ({ item_id: itemId, user_id: userId, seen_at: now, changed_at: now }))
  return at.rows(({ db }) => db.insertInto('editor').values(rows).execute())
}

async function view(at = on) {
  const { access, database } = at
  const { organization, actor } = access
  const { token } = await database.asIdentity((db) =>
    openSession(db, {
      userId: actor.userId,
      organizationId: organization.id,
      addressPrefix: '',
      userAgent: undefined,
      now: new Date(),
    }),
  )
  const told: LiveMessage[] = []
  await live.open({
    sessionHash: hashOf(token),
    organizationId: organization.id,
    role: 'viewer',
    after: undefined,
    tell: (message) => void told.push(message),
    end: () => {},
  })
  const presence = () => told.flatMap((message) => (message.kind === 'presence' ? [message] : []))
  const articles = () => presence().map(({ itemId }) => itemId)
  return { presence, articles }
}

test('who comes to an article on another node, begins to write there, and leaves it is told, and no mere sign of life', async () => {
  const [itemId, other] = [await newItem(), await newItem()]
  const { presence, articles } = await view()

  await beat(itemId)
  await expect.poll(presence).toHaveLength(1)
  expect(presence()[0]?.people).toMatchObject([{ userId: userIds[0], isHere: true, draftAt: null }])

  await beat(itemId)
  await beat(other)
  await expect.poll(articles).toEqual([itemId, other])

  const draft = { title: { mine: 'Tides and winds', base: 'Tides' } }
  await on.call(autosaveBuffer, { itemId, draft }, personOn(on, userIds[0]))
  await expect.poll(presence).toHaveLength(3)
  expect(presence()[2]?.people).toMatchObject([{ isHere: true, draftAt: expect.any(String) }])

  await on.call(autosaveBuffer, { itemId, draft: null }, personOn(on, userIds[0]))
  await beat(itemId, { leaves: true })
  await expect.poll(() => presence().at(-1)?.people).toEqual([])
})

test('a page that begins to watch hears of who came just before', async () => {
  const itemId = await newItem()
  const first = await view()
  await beat(itemId)
  await expect.poll(first.articles).toEqual([itemId])

  const second = await view()

  expect(second.articles()).toEqual([itemId])
})

test('the call itself says that there is something to tell, only where somebody comes or leaves', async () => {
  const itemId = await newItem()
  let told = 0
  const as = { ...personOn(on, userIds[0]), recorded: () => void told++ }

  await on.call(presenceHeartbeat, { itemId }, as)
  await on.call(presenceHeartbeat, { itemId }, as)
  expect(told).toBe(1)
  await on.call(presenceHeartbeat, { itemId, leaves: true }, as)
  expect(told).toBe(2)
})

test('a crowd at one article is one message of at most twenty people', async () => {
  const itemId = await newItem()
  const { presence } = await view()

  await come(Array.from({ length: 100 }, (_, at) => [itemId, `usr_${String(at).padStart(26, '0')}`]))
  await expect.poll(presence).not.toEqual([])

  expect(presence()).toHaveLength(1)
  expect(presence()[0]?.people).toHaveLength(20)
})

test('other organizations hear nothing, and wait for none whose people come to many articles', async () => {
  const neighbour = await stage()
  const busy: string[] = []
  while (busy.length < 30) busy.push(await newItem(neighbour))
  const itemId = await newItem()
  const [own, theirs] = [await view(), await view(neighbour)]

  await come(
    busy.map((one) => [one, userIds[1]]),
    neighbour,
  )
  await beat(itemId)
  await expect.poll(own.articles).toEqual([itemId])
  await expect.poll(() => new Set(theirs.articles()).size).toBe(30)

  expect(own.articles()).toEqual([itemId])
  expect(theirs.articles()).not.toContain(itemId)
})
