import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { pushWhileKilled, titlesOf } from './killed-pushes.ts'
import { newPlace } from './new-place.ts'
import type { Place } from './place.ts'
import { openWordpress } from './standins/wordpress.ts'

// A process starts in two seconds; next to other tests on a small machine it takes many times that.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const articles = Number(process.env['CRASHED_PUSHES'] ?? 40)

let place: Place
let site: Awaited<ReturnType<typeof openWordpress>>
beforeEach(async () => {
  place = await newPlace()
  site = await openWordpress()
})
afterEach(async () => {
  await site.close()
  await place.drop()
})

test('a server that is killed while it pushes makes no second copy, and loses none', async () => {
  const service = { mode: 'wordpress', given: site.given, copies: () => site.posts.size } as const
  const { contentMode } = await pushWhileKilled(place, service, articles)

  const posts = [...site.posts.values()]
  expect(posts.map(({ title }) => title).toSorted()).toEqual(titlesOf(articles))
  expect(new Set(posts.map(({ meta }) => meta['masthead_item_id'])).size).toBe(articles)
  expect(contentMode).toBe('wordpress')
})
