import { expect, test } from 'vitest'

import { sharePlaces } from './shared-places.ts'

test('whoever came first has a place first, and one who gives up leaves the others theirs', async () => {
  const places = sharePlaces()
  const gone = new AbortController()
  const had: string[] = []
  const giveBack = await places.take('a', 1)
  const waiting = ['first', 'second', 'third'].map(async (who) => {
    const back = await places.take('a', 1, who === 'second' ? gone.signal : undefined)
    had.push(who)
    back()
  })
  gone.abort(new Error('gone'))
  giveBack()

  expect(await Promise.allSettled(waiting)).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { message: 'gone' } },
    { status: 'fulfilled' },
  ])
  expect(had).toEqual(['first', 'third'])
})

test('a place that is given back twice is given back once', async () => {
  const places = sharePlaces()
  const giveBack = await places.take('a', 1)
  giveBack()
  const theirs = await places.take('a', 1)
  giveBack()

  await expect(places.take('a', 1, AbortSignal.timeout(50))).rejects.toMatchObject({ name: 'TimeoutError' })
  theirs()
  expect(await places.take('a', 1)).toBeTypeOf('function')
})
