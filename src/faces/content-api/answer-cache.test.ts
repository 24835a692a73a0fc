import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { ContentRevisions } from '#kernel/content-revision.ts'
import { BoundedStore } from '#std/bounded-store.ts'

import { AnswerCache, type Found } from './answer-cache.ts'
import { FinalAnswer } from './final-answer.ts'
import { confirmedFor } from './organization-states.ts'
import { notFound } from './problem.ts'

/** A database with one text and its revisions, and a cache before it. */
function place({ isShared = false, bytes = 1_000_000 } = {}) {
  let time = 0
  let reads = 0
  let looks = 0
  const state = { text: 'first', revisions: new Map([['*', 1]]) }
  const cache = new AnswerCache({ bytes, isShared, now: () => time })
  const read = async (): Promise<Found> => {
    reads++
    const revisions = new Map(state.revisions)
    const answer = new FinalAnswer({ text: state.text, changedAt: undefined, isPublic: true })
    return { answer, scope: 'col', revisions }
  }
  const readState = async (): Promise<ContentRevisions> => {
    looks++
    return new Map(state.revisions)
  }
  return {
    cache,
    state,
    read,
    pass: (ms: number) => (time += ms),
    reads: () => reads,
    looks: () => looks,
    raise(collectionId: string, isHeard = true) {
      const revision = (state.revisions.get(collectionId) ?? 0) + 1
      state.revisions.set(collectionId, revision)
      if (isHeard) cache.heard('org', { collectionId, revision })
    },
    async ask(key = 'list', ways: Partial<{ read: () => Promise<Found> }> = {}) {
      const asked = { organizationId: 'org', key, isSearch: false, url: `/v1/org/${key}` }
      const { found, isHit } = await cache.answer(asked, { read: ways.read ?? read, readState })
      const sent = found.answer instanceof FinalAnswer ? found.answer.ready({ headers: {} }) : undefined
      return [sent?.body?.toString() ?? 'refused', isHit ? 'hit' : 'miss']
    },
  }
}

test('an answer is kept until what it shows changes', async () => {
  const { ask, raise, state, cache } = place()
  expect([await ask(), await ask()]).toEqual([
    ['first', 'miss'],
    ['first', 'hit'],
  ])
  expect(cache.atUrl('/v1/org/list')?.organizationId).toBe('org')

  state.text = 'second'
  raise('another')
  expect(await ask()).toEqual(['first', 'hit'])
  raise('col')
  expect(cache.atUrl('/v1/org/list')).toBeUndefined()
  expect(await ask()).toEqual(['second', 'miss'])
  raise('*')
  expect(await ask()).toEqual(['second', 'miss'])
})

test('requests for the same wait for one read', async () => {
  const { ask, reads } = place()
  const answers = await Promise.all([ask(), ask(), ask()])
  expect([answers.map(([text]) => text), reads()]).toEqual([['first', 'first', 'first'], 1])
})

test('what was read before a change is neither kept nor given to who came after it', async () => {
  const { ask, raise, state, read } = place()
  const gate = Promise.withResolvers<void>()
  const slow = ask('list', {
    read: async () => {
      const found = await read()
      await gate.promise
      return found
    },
  })
  await Promise.resolve()
  state.text = 'second'
  raise('col')
  const late = ask()
  gate.resolve()

  expect((await slow)[0]).toBe('first')
  expect(await late).toEqual(['second', 'miss'])
  expect(await ask()).toEqual(['second', 'hit'])
})

test('a read that failed in the name of one is tried again in the name of the other', async () => {
  const { ask } = place()
  const failing = ask('list', { read: async () => Promise.reject(new Error('no turn')) })
  const other = ask()
  await expect(failing).rejects.toThrow('no turn')
  expect((await other)[0]).toBe('first')
})

test('where others write too, a state is confirmed before it is a second old', async () => {
  const { ask, raise, state, pass, cache, reads, looks } = place({ isShared: true })
  await ask()
  pass(confirmedFor - 1)
  expect(await ask()).toEqual(['first', 'hit'])
  pass(1)
  expect(cache.atUrl('/v1/org/list')).toBeUndefined()
  expect([await ask(), reads(), looks()]).toEqual([['first', 'hit'], 1, 1])

  state.text = 'second'
  raise('col', false)
  pass(confirmedFor)
  expect(await ask()).toEqual(['second', 'miss'])
  cache.confirmed(confirmedFor * 3)
  pass(confirmedFor)
  expect([await ask(), looks()]).toEqual([['second', 'hit'], 2])
  cache.lost()
  expect([await ask(), looks()]).toEqual([['second', 'hit'], 3])
})

test('refusals are kept like answers, under the same state', async () => {
  const { ask, raise } = place()
  const missing = async (): Promise<Found> => ({
    answer: notFound('Article', 'x'),
    scope: 'col',
    revisions: new Map([['*', 1]]),
  })
  expect([await ask('x', { read: missing }), await ask('x')]).toEqual([
    ['refused', 'miss'],
    ['refused', 'hit'],
  ])
  raise('col')
  expect([await ask('x'), await ask('x')]).toEqual([
    ['first', 'miss'],
    ['first', 'hit'],
  ])
})

test('without room nothing is kept', async () => {
  const { ask, cache } = place({ bytes: 0 })
  await ask()
  expect([await ask(), cache.bytes]).toEqual([['first', 'miss'], 0])
})

test('a store never has more than its bytes, and no party more than a quarter', () => {
  const step = fc.record({
    party: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    key: fc.integer({ min: 0, max: 30 }).map(String),
    bytes: fc.integer({ min: 0, max: 6_000 }),
    action: fc.constantFrom('put', 'get', 'grow', 'remove'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const kept = new Map<object, string>()
      const store = new BoundedStore<{ party: string; bytes: number }>(40_000, (value) => kept.delete(value))
      for (const { party, key, bytes, action } of steps) {
        if (action === 'get') store.get(party, key)
        if (action === 'remove') store.remove(party, key)
        if (action === 'grow') store.resize({ party, key, bytes })
        if (action !== 'put') continue
        const value = { party, bytes }
        kept.set(value, party)
        if (!store.put({ party, key, bytes }, value)) kept.delete(value)
        else if (store.get(party, key) === value) store.alias(party, key, `/${party}/${key}`)
      }
      expect(store.bytes).toBeLessThanOrEqual(40_000)
      for (const party of 'abcdef')
        expect([...kept.values()].filter((name) => name === party).length * 400).toBeLessThanOrEqual(10_000)
    }),
  )
})

test('one party that asks for everything pushes nobody out', () => {
  const store = new BoundedStore<string>(100_000, () => undefined)
  for (const party of ['a', 'b', 'c']) store.put({ party, key: 'page', bytes: 5_000 }, party)
  for (let n = 0; n < 1000; n++) store.put({ party: 'flood', key: String(n), bytes: 5_000 }, 'flood')

  expect(['a', 'b', 'c'].map((party) => store.get(party, 'page'))).toEqual(['a', 'b', 'c'])
})
