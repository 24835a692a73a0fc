import { expect, onTestFinished, test, vi } from 'vitest'

import type { Fetched } from '#kernel/http.ts'
import { sharePlaces } from '#kernel/shared-places.ts'

import { pacedFetch } from './pace-requests.ts'

const answer: Fetched = { status: 200, headers: new Headers(), body: Buffer.from(''), url: '' }

test('two requests of an integration are under way at once, and others wait for their turn', async () => {
  const ends: (() => void)[] = []
  let [open, most] = [0, 0]
  const fetch = pacedFetch(
    async () => {
      most = Math.max(most, ++open)
      await new Promise<void>((resolve) => ends.push(resolve))
      open--
      return answer
    },
    { integrationId: 'int_two', perMinute: undefined, places: sharePlaces() },
  )
  const all = Promise.all(Array.from({ length: 5 }, (_, n) => fetch(`https://www.example.com/${n}`)))
  for (let n = 0; n < 5; n++) {
    await vi.waitFor(() => expect(ends.length).toBeGreaterThan(0))
    ends.shift()?.()
  }
  await all

  expect(most).toBe(2)
})

test('one more than a minute takes waits until the first is a minute ago; a failed one frees its place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let sent = 0
  const fetch = pacedFetch(
    async () => {
      sent++
      if (sent === 1) throw new Error('lost')
      return answer
    },
    { integrationId: 'int_minute', perMinute: 3, places: sharePlaces() },
  )
  await expect(fetch('https://www.example.com/')).rejects.toThrow('lost')
  for (let n = 0; n < 2; n++) await fetch('https://www.example.com/')
  await vi.advanceTimersByTimeAsync(59_990)
  const late = fetch('https://www.example.com/')
  await vi.advanceTimersByTimeAsync(5)
  expect(sent).toBe(3)
  await vi.advanceTimersByTimeAsync(20)
  await late

  expect(sent).toBe(4)
})
