import { setTimeout as pause } from 'node:timers/promises'

import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { usualPace } from '#areas/integrations/index.ts'
import { listDeliveries } from '#areas/integrations/operations/list-deliveries.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'

import { answer, type Conduct, die, hang, openReceiver, takeAndDie } from './receiver.ts'
import { quickPace, startSender } from './sender.ts'
import { ownDatabase } from './shared-parts.ts'
import { stage } from './stage.ts'

// A sender serves all organizations.
beforeAll(async () => void (await ownDatabase()))

// Three promises: nothing is lost, one bad website harms nobody, nothing on the inside is reached.
vi.setConfig({ testTimeout: 300_000 })

type Stage = Awaited<ReturnType<typeof stage>>

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

test('300 changes reach a website that fails, hangs and dies, in order, under stable ids, signed', async () => {
  const receiver = await openReceiver()
  closing.push(receiver.close)
  const webhooks = () => receiver.webhook
  const on = await stage({ webhooks, debounceMs: quickPace.debounceMs })
  const items = await makeItems(on, 20)
  const random = randomOf(7)
  receiver.conduct(moody(random))
  const told = { published: 0 }

  // Nothing is given up: what a person sends again by hand may be older than what followed it.
  const pausesMs = Array.from({ length: 200 }, () => 30)
  // A lease ends long after the time for an answer, even where one process is all workers, website and database.
  const patient = { webhooks, pace: { ...quickPace, leaseMs: 20 * quickPace.timeoutMs, pausesMs } }
  let sender = startSender(on, patient)
  const other = startSender(on, patient)
  closing.push(other.stop)
  for (let n = 0; n < 280; n++) {
    const item = items[Math.floor(random() * items.length)] ?? ''
    const slug = n % 7 === 0 ? { slug: `moved-${n}` } : {}
    await on.call(updateItem, { id: item, title: `Title ${n}`, ...slug }, { confirm: true })
    told.published++
    // A test's embedded engine answers without yielding to the event loop: others get their turn here.
    await pause(2)
    if (n % 70 === 35) {
      // Kills a worker and starts another in its place.
      await sender.die()
      sender = startSender(on, patient)
    }
    if (n === 120) await receiver.leave()
    if (n === 140) await receiver.return()
  }
  receiver.conduct(answer(204))
  closing.push(() => sender.stop())
  await ended(on)

  const { received, faults } = receiver
  const rows = await on.rows(({ db }) => db.selectFrom('delivery').selectAll().orderBy('created_at').execute())
  expect([told.published + items.length, rows.length]).toEqual([300, 300])
  expect(faults).toEqual([])
  // For every change its own message was taken, or a later one that says at least the same.
  const taken = new Map(received.filter((one) => one.taken).map((one) => [one.id, one.message]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const lost = rows.filter((row) => {
    let last = row
    for (let next = byId.get(row.superseded_by ?? ''); next !== undefined; next = byId.get(next.superseded_by ?? ''))
      last = next
    const message = taken.get(last.message_id ?? '')
    const own = JSON.parse(row.body) as { data: { urls: string[] } }
    return message === undefined || !own.data.urls.every((url) => message.data.urls.includes(url))
  })
  expect(lost).toEqual([])
  // The newest state of every item, and never an older one after a newer one.
  const states = await on.rows(({ db }) => db.selectFrom('item').select(['id', 'slug', 'updated_at']).execute())
  const newest = new Map<string, { slug: string; updatedAt: string }>()
  const seen = new Set<string>()
  for (const { id, taken: isTaken, message } of received) {
    if (!isTaken || seen.has(id)) continue
    seen.add(id)
    for (const item of message.data.items) {
      expect(item.updatedAt >= (newest.get(item.id)?.updatedAt ?? '')).toBe(true)
      newest.set(item.id, item)
    }
  }
  expect(states.map(({ id }) => newest.get(id)?.updatedAt)).toEqual(states.map((row) => row.updated_at.toISOString()))
  expect(states.map(({ id }) => newest.get(id)?.slug)).toEqual(states.map(({ slug }) => slug))
  // The same id means the same bytes; never two at once about one item, nor three of one organization.
  const bodies = Map.groupBy(received, ({ id }) => id)
  expect([...bodies.values()].filter((same) => new Set(same.map(({ body }) => body)).size > 1)).toEqual([])
  expect(Math.max(...received.map(({ openOfItem }) => openOfItem))).toBe(1)
  expect(Math.max(...received.map(({ open }) => open))).toBeLessThanOrEqual(2)
  const superseded = rows.filter((row) => row.superseded_by !== null).length
  const repeated = [...bodies.values()].filter((same) => same.length > 1).length
  process.stdout.write(
    `300 changes: ${bodies.size} messages in ${received.length} requests, ${repeated} repeated, ${superseded} superseded, 0 lost\n`,
  )
})

test('websites that hang keep nobody else waiting', async () => {
  const [good, bad] = [await openReceiver(), await openReceiver(hang)]
  closing.push(good.close, bad.close)
  const [mine, ...hanging] = await Promise.all(
    Array.from({ length: 41 }, (_, n) => stage({ webhooks: () => (n === 0 ? good.webhook : bad.webhook) })),
  )
  if (mine === undefined) throw new Error('a stage')
  const ofMine = mine.access.organization.id
  const webhooks = (id: string) => (id === ofMine ? good.webhook : bad.webhook)
  for (const on of hanging) for (let n = 0; n < 3; n++) await makeItem(on, n)
  // An attempt that hangs does so beyond the end of this test: waiting for one would take forever.
  const pace = { ...usualPace, timeoutMs: 3_600_000, leaseMs: 7_200_000 }
  const sender = startSender(mine, { webhooks, pace, everyMs: 1000 })
  closing.push(sender.stop)
  while (bad.received.length < usualPace.slots) await pause(20)

  const begun = new Map<string, number>()
  for (let n = 0; n < 40; n++) begun.set((await makeItem(mine, n)) ?? '', performance.now())
  while (good.received.length < 40) await pause(20)

  const waits = good.received
    .map(({ at, message }) => at - (begun.get(message.data.items[0]?.id ?? '') ?? 0))
    .toSorted((a, b) => a - b)
  const p95 = waits[Math.ceil(waits.length * 0.95) - 1] ?? Infinity
  process.stdout.write(
    `40 deliveries beside ${hanging.length} organizations that hang: p50 ${Math.round(waits[19] ?? 0)} ms, p95 ${Math.round(p95)} ms\n`,
  )
  expect(bad.open()).toBe(bad.received.length)
})

test('without an opened network nothing on this machine is connected to', async () => {
  const receiver = await openReceiver()
  closing.push(receiver.close)
  const { port } = new URL(receiver.url)
  const outbound = openOutbound({ opened: [], resolve: async () => ['127.0.0.1'] })
  closing.push(outbound.close)
  const addresses = [receiver.url, `https://127.0.0.1:${port}/`, `https://127.0.0.1/`, 'https://rebound.example/api']
  for (const url of addresses) {
    let own = ''
    const webhooks = (id: string) => (id === own ? { ...receiver.webhook, url } : undefined)
    const on = await stage({ webhooks, debounceMs: 0 })
    own = on.access.organization.id
    await makeItem(on, 1)
    const sender = startSender(on, { webhooks, fetch: outbound.fetch, pace: { ...quickPace, pausesMs: [0] } })
    await ended(on)
    await sender.stop()
    const [delivery] = (await on.call(listDeliveries, {})).items
    expect(delivery).toMatchObject({ state: 'exhausted', httpStatus: null })
    expect(['url_not_allowed', 'upstream_failed']).toContain(delivery?.error?.code)
  }
  expect(receiver.connections()).toBe(0)
})

/** Waits until nothing is under way or waiting. */
async function ended(on: Stage): Promise<void> {
  for (;;) {
    const open = await on.rows(({ db }) =>
      db
        .selectFrom('delivery')
        .select('id')
        .where((where) => where.or([where('next_attempt_at', 'is not', null), where('lease_until', 'is not', null)]))
        .execute(),
    )
    if (open.length === 0) return
    await pause(20)
  }
}

async function makeItems(on: Stage, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await makeItem(on, n)) ?? '')
  return ids
}

async function makeItem(on: Stage, n: number): Promise<string | undefined> {
  const input = { collectionId: 'articles', title: `Article ${n}`, status: 'published' } as const
  const { item } = await on.call(createItem, input, { confirm: true })
  return item.id
}

/** A website with many ways to fail. */
function moody(random: () => number): Conduct {
  const ways: Conduct[] = [
    answer(204),
    answer(200),
    answer(204),
    answer(500),
    answer(302, { Location: '/elsewhere' }),
    answer(429, { 'Retry-After': '0' }),
    hang,
    die,
    takeAndDie,
  ]
  return (response, received) => ways[Math.floor(random() * ways.length)]?.(response, received)
}

/** Numbers from 0 to 1 that are the same on every run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
