import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { type FollowedText, followText } from '#web/follow-text.ts'

/** The browser's stream: it reports what it is given. */
class Stream extends EventTarget {
  readyState = 1
  readonly address: string
  constructor(address: string) {
    super()
    this.address = address
  }
  tell(data: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(data) }))
  }
  /** Refused, or only cut: then the browser opens it again. */
  fail(readyState: 0 | 2) {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
  close() {
    this.readyState = 2
  }
}

let streams: Stream[]
let told: FollowedText | undefined
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  streams = []
  told = undefined
  stop = followText({
    organizationId: 'org_1',
    jobId: 'job_1',
    tell: (now) => void (told = now),
    open(address) {
      const stream = new Stream(address)
      streams.push(stream)
      return stream
    },
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

const stream = () => streams.at(-1) ?? expect.fail('no stream is open')

test('a text grows by what comes, and begins again where that is new', () => {
  stream().tell({ kind: 'text', isNew: true, text: 'Bees ' })
  stream().tell({ kind: 'text', isNew: false, text: 'fly.' })
  expect(told).toEqual({ text: 'Bees fly.', state: 'open' })

  stream().tell({ kind: 'text', isNew: true, text: 'Wasps' })

  expect(told).toEqual({ text: 'Wasps', state: 'open' })
  expect(stream().address).toBe('/app/written?organization=org_1&job=job_1')
})

test('the end closes the stream for good', () => {
  stream().tell({ kind: 'text', isNew: true, text: 'Bees' })

  stream().tell({ kind: 'end', state: 'succeeded' })

  expect(told).toEqual({ text: 'Bees', state: 'ended' })
  expect(stream().readyState).toBe(2)
})

test('a connection that is cut keeps what was seen, and is the browser’s to open again', () => {
  stream().tell({ kind: 'text', isNew: true, text: 'Bees' })

  stream().fail(0)

  expect(told).toEqual({ text: 'Bees', state: 'lost' })
  vi.advanceTimersByTime(60_000)
  expect(streams).toHaveLength(1)
  stream().dispatchEvent(new Event('open'))
  expect(told).toEqual({ text: 'Bees', state: 'open' })
})

test('a refused stream is tried again after ten seconds, unless nobody looks any more', () => {
  stream().fail(2)
  expect(told).toEqual({ text: '', state: 'lost' })
  vi.advanceTimersByTime(10_000)
  expect(streams).toHaveLength(2)

  stream().fail(2)
  stop()
  vi.advanceTimersByTime(60_000)

  expect(streams).toHaveLength(2)
})
