import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createLiveEvents, type LiveCall } from '#web/live-events.ts'

/** The browser's stream: it reports what it is given. */
class Stream extends EventTarget {
  readyState = 1
  readonly address: string
  constructor(address: string) {
    super()
    this.address = address
  }
  tell(data: object, lastEventId = `aud_${++count}`) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(data), lastEventId }))
  }
  close() {
    this.readyState = 2
  }
}

const organization = 'org_1'
const [before, readAt, after] = ['2026-05-01T11:59:59.900Z', '2026-05-01T12:00:00.000Z', '2026-05-01T12:00:00.100Z']
const call = { kind: 'call', operation: 'createItem', area: 'content', changed: true }
let count = 0
let streams: Stream[]
let page: EventTarget & { visibilityState: string }
let queries: QueryClient
let stop: () => void
let heard: LiveCall[]

beforeEach(() => {
  vi.useFakeTimers()
  streams = []
  heard = []
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  queries = new QueryClient()
  for (const key of [['listItems'], ['listAgentAuditLog'], ['listOperations']])
    queries.setQueryData([organization, ...key], {})
  queries.setQueryData(['org_2', 'listItems'], {})
  const live = createLiveEvents({
    queries,
    page: page as Document,
    open(address) {
      const stream = new Stream(address)
      streams.push(stream)
      return stream
    },
  })
  live.listen((one) => heard.push(one))
  stop = live.follow(organization, readAt)
})
afterEach(() => {
  stop()
  queries.clear()
  vi.useRealTimers()
})

const stream = () => streams.at(-1) ?? expect.fail('no stream is open')
const stale = () =>
  queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => queryKey.join())

function look(visibilityState: 'visible' | 'hidden') {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}

test('a change makes what the organization shows stale, but not the log and the catalog', () => {
  stream().tell({ kind: 'ready', resumed: false })
  stream().tell({ kind: 'change', area: 'content' })

  expect(stale()).toEqual(['org_1,listItems'])
})

test('a call that changed nothing is heard, and nothing is read again', () => {
  stream().tell({ ...call, changed: false })

  expect(heard).toHaveLength(1)
  expect(stale()).toEqual([])
})

test('a call that is reported again is heard once', () => {
  stream().tell(call, 'aud_same')
  stream().tell(call, 'aud_same')

  expect(heard).toHaveLength(1)
})

test('what comes close together is read once at first and once at last', () => {
  const invalidate = vi.spyOn(queries, 'invalidateQueries')
  for (let n = 0; n < 20; n++) stream().tell(call)
  expect(invalidate).toHaveBeenCalledTimes(1)

  vi.advanceTimersByTime(1000)

  expect(invalidate).toHaveBeenCalledTimes(2)
})

test('what reads the whole organization is read now and then while much changes', () => {
  queries.setQueryData([organization, 'getDashboard'], {})
  stream().tell(call)
  expect(stale()).toContain('org_1,getDashboard')
  queries.setQueryData([organization, 'getDashboard'], {})
  stream().tell(call)

  vi.advanceTimersByTime(3000)
  expect(stale()).not.toContain('org_1,getDashboard')
  vi.advanceTimersByTime(2000)
  expect(stale()).toContain('org_1,getDashboard')
})

test('a stream that could not be resumed means that everything is read again', () => {
  stream().tell({ kind: 'ready', resumed: false })
  expect(stale()).toEqual([])

  stream().tell({ kind: 'ready', resumed: false })

  expect(stale()).toEqual(['org_1,listItems'])
})

test('what changed while the page was loading is read again', () => {
  stream().tell({ kind: 'ready', resumed: false, latestAt: after })

  expect(stale()).toEqual(['org_1,listItems'])
})

test('what changed before the page read anything is not read again', () => {
  stream().tell({ kind: 'ready', resumed: false, latestAt: before })

  expect(stale()).toEqual([])
})

test('a tab that is hidden for a minute lets its stream go, and resumes it when it is seen', () => {
  stream().tell(call, 'aud_last')
  look('hidden')
  vi.advanceTimersByTime(61_000)
  expect(streams).toHaveLength(1)
  expect(stream().readyState).toBe(2)

  look('visible')

  expect(streams).toHaveLength(2)
  expect(stream().address).toBe('/app/events?organization=org_1&after=aud_last')
})

test('a tab that is hidden for a moment keeps its stream', () => {
  look('hidden')
  vi.advanceTimersByTime(30_000)
  look('visible')
  vi.advanceTimersByTime(60_000)

  expect(streams).toHaveLength(1)
  expect(stream().readyState).toBe(1)
})

test('leaving the organization closes its stream', () => {
  stop()

  expect(stream().readyState).toBe(2)
  look('visible')
  expect(streams).toHaveLength(1)
})

test('who comes to an article that is open is shown without asking; agents that are there stay', () => {
  const queryKey = [organization, 'presenceHeartbeat', { itemId: 'itm_1' }]
  const agent = { kind: 'agent', userId: 'usr_1', name: 'Night desk', isHere: true, draftAt: null }
  const person = { kind: 'person', userId: 'usr_2', name: null, isHere: true, draftAt: null }
  queries.setQueryData(queryKey, { others: [agent], draft: null })

  stream().tell({ kind: 'presence', itemId: 'itm_1', people: [person] }, 'aud_same')
  stream().tell({ kind: 'presence', itemId: 'itm_2', people: [person] }, 'aud_same')

  expect(queries.getQueryData(queryKey)).toEqual({ others: [person, agent], draft: null })
  expect(stale()).toEqual([])
  expect(queries.getQueryData([organization, 'presenceHeartbeat', { itemId: 'itm_2' }])).toBeUndefined()
  stream().tell({ kind: 'presence', itemId: 'itm_1', people: [] }, 'aud_same')
  expect(queries.getQueryData(queryKey)).toEqual({ others: [agent], draft: null })
})

test('who comes while a page asks who is there is not forgotten by the answer', async () => {
  const queryKey = [organization, 'presenceHeartbeat', { itemId: 'itm_1' }]
  const person = { kind: 'person', userId: 'usr_2', name: null, isHere: true, draftAt: null }
  const answer = Promise.withResolvers<object>()
  const asked = queries.fetchQuery({ queryKey, queryFn: () => answer.promise })

  stream().tell({ kind: 'presence', itemId: 'itm_1', people: [person] })
  answer.resolve({ others: [], draft: null })
  await asked

  expect(queries.getQueryData(queryKey)).toEqual({ others: [person], draft: null })
})
