import { expect, test } from 'vitest'

import type { Outside } from './outside.ts'
import { askRobots } from './robots.ts'

function outsideWith(robots: string, signal = new AbortController().signal): Outside {
  const answer = { status: 200, headers: new Headers(), body: Buffer.from(robots) }
  return { fetch: async (url) => ({ ...answer, url }), signal, now: new Date(), userAgent: 'test' }
}

test('pages of one site that are asked for at once come one after the other, those of another site between them', async () => {
  const robots = askRobots(outsideWith('User-agent: Masthead\nCrawl-delay: 0.1'))
  const order: string[] = []
  const begin = performance.now()

  await Promise.all(
    ['https://a.example/1', 'https://a.example/2', 'https://a.example/3', 'https://b.example/1'].map(
      async (address) => {
        await robots.turn(address)
        order.push(address)
      },
    ),
  )

  expect(order.map((address) => address.slice(8, 9))).toEqual(['a', 'b', 'a', 'a'])
  // Two pauses, minus the millisecond by which a timer may be early.
  expect(performance.now() - begin).toBeGreaterThan(198)
})

test('a site that wants no pause gets none, and a long pause ends with the job', async () => {
  const ending = new AbortController()
  const patient = askRobots(outsideWith('User-agent: *\nCrawl-delay: 86400', ending.signal))

  await askRobots(outsideWith('')).turn('https://a.example/1')
  await askRobots(outsideWith('User-agent: *\nCrawl-delay: soon')).turn('https://a.example/1')
  await patient.turn('https://a.example/1')
  const second = patient.turn('https://a.example/2')
  ending.abort()

  await expect(second).rejects.toMatchObject({ name: 'AbortError' })
})
