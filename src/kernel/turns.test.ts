import { expect, test } from 'vitest'

import { askedAs, askerNow } from './asked.ts'
import { createTurns, type EndTurn, type Rank, type TurnOptions } from './turns.ts'

/** A resource whose users say when they begin, and end when they are asked to. */
function resource(options: Partial<TurnOptions> = {}) {
  const turns = createTurns({ size: 1, refuse: (why) => new Error(why), ...options })
  const begun: string[] = []
  const open: EndTurn[] = []
  let entered = Promise.withResolvers<void>()

  const ask = async (
    name: string,
    party = name,
    rank: Rank = 'call',
    of: { signal?: AbortSignal; request?: object } = {},
  ) => {
    const end = await turns.begin({ party, rank, ...of })
    begun.push(name)
    open.push(end)
    entered.resolve()
  }
  /** Ends the oldest turn, and waits for the next one. */
  const pass = async () => {
    entered = Promise.withResolvers<void>()
    open.shift()?.()
    await entered.promise
  }
  return { turns, begun, ask, pass, open }
}

test('parties take turns, however much one of them has asked for', async () => {
  const { begun, ask, pass } = resource()
  await ask('a1', 'a')
  for (const name of ['a2', 'a3', 'a4']) void ask(name, 'a')
  for (const name of ['b1', 'b2']) void ask(name, 'b')
  void ask('c1', 'c')

  for (let n = 0; n < 6; n++) await pass()

  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('a party never has more than its part, and the rest is free for others at once', async () => {
  const { turns, begun, ask } = resource({ size: 4, perParty: 2 })

  await Promise.all([ask('a1', 'a'), ask('a2', 'a')])
  void ask('a3', 'a')
  await ask('b1', 'b')

  expect(begun).toEqual(['a1', 'a2', 'b1'])
  expect(turns.load()).toEqual({ working: 3, waiting: 1 })
})

test('of one party so many calls wait and the next is refused; others still find a place', async () => {
  const { turns, ask } = resource({ waiting: 2 })
  await ask('a1', 'a')
  void ask('a2', 'a')
  void ask('a3', 'a')

  await expect(ask('a4', 'a')).rejects.toThrow('full')
  void ask('b1', 'b')

  expect(turns.load()).toEqual({ working: 1, waiting: 3 })
})

test('nobody loses patience while the process stands still', async () => {
  const { begun, ask, pass } = resource({ patienceMs: 300 })
  await ask('a1', 'a')
  const waiting = ask('b1', 'b')
  setImmediate(() => void pass())

  for (const end = performance.now() + 400; performance.now() < end;);
  await waiting

  expect(begun).toEqual(['a1', 'b1'])
})

test('a caller that goes away gives up its place, and the others keep theirs', async () => {
  const { begun, ask, pass, turns } = resource({ waiting: 1 })
  const leaving = new AbortController()
  await ask('a1', 'a')
  const left = ask('a2', 'a', 'call', { signal: leaving.signal })
  void ask('b1', 'b')
  leaving.abort()

  await expect(left).rejects.toThrow('gone')
  void ask('a3', 'a')
  await pass()
  await pass()

  expect(begun).toEqual(['a1', 'b1', 'a3'])
  expect(turns.load().waiting).toBe(0)
  await expect(ask('late', 'a', 'call', { signal: leaving.signal })).rejects.toThrow('gone')
})

test('a call waits no longer than its patience; the own work of the product waits', async () => {
  const { ask, turns } = resource({ patienceMs: 1 })
  await ask('first')
  void ask('import', 'a', 'background')

  await expect(ask('call')).rejects.toThrow('late')

  expect(turns.load().waiting).toBe(1)
})

test('calls go before what is due, and that before background work', async () => {
  const { begun, ask, pass } = resource({ now: () => 0 })
  await ask('first')
  void ask('import', 'a', 'background')
  void ask('delivery', 'b', 'due')
  void ask('call', 'c')

  for (let n = 0; n < 3; n++) await pass()

  expect(begun).toEqual(['first', 'call', 'delivery', 'import'])
})

test('background work has one turn a second though calls never cease', async () => {
  let time = 0
  const { begun, ask, pass } = resource({ now: () => time })
  await ask('first')
  for (const name of ['import 1', 'import 2']) void ask(name, 'a', 'background')
  for (let n = 1; n <= 22; n++) void ask(`call ${n}`, 'b')

  for (let n = 0; n < 22; n++) {
    time += 100
    await pass()
  }

  expect(begun.filter((name) => name.startsWith('import'))).toEqual(['import 1', 'import 2'])
  expect([begun.indexOf('import 1'), begun.indexOf('import 2')]).toEqual([11, 22])
})

test('a turn that is ended twice frees one place', async () => {
  const { begun, ask, open } = resource()
  await ask('a')
  const [end] = open
  const [next, last] = [ask('b'), ask('c')]

  end?.()
  end?.()
  await next

  expect(begun).toEqual(['a', 'b'])
  open.at(-1)?.()
  await last
})

test('what waits when it closes is rejected, and nothing begins afterwards', async () => {
  const { turns, ask } = resource()
  await ask('a')
  const waiting = ask('b')

  turns.close(new Error('closed'))

  await expect(waiting).rejects.toThrow('closed')
  await expect(ask('c')).rejects.toThrow('closed')
})

test('work asks as the one it was begun for, unless it says otherwise', async () => {
  const found = await askedAs({ party: 'network' }, async () => {
    await Promise.resolve()
    return [askerNow(), askerNow('organization'), askedAs({ rank: 'due' }, () => askerNow())]
  })

  expect(found).toMatchObject([
    { party: 'network', rank: 'call' },
    { party: 'organization', rank: 'call' },
    { party: 'network', rank: 'due' },
  ])
  expect(askerNow()).toMatchObject({ party: 'installation', rank: 'call' })
})

test('after a call the resource is left free for the next one, except for what is overdue', async () => {
  let time = 0
  const { turns, begun, ask, pass, open } = resource({ lingerMs: 60_000, now: () => time })
  await ask('a1', 'a')
  open.shift()?.()
  void ask('import', 'b', 'background')
  await ask('a2', 'a')
  const whileCalled = turns.isWanted('background')
  void ask('a3', 'a')
  const whileWaiting = [turns.isWanted('background'), turns.isWanted('call')]

  await pass()
  time = 1000
  const last = ask('a4', 'a')
  await pass()

  expect(begun).toEqual(['a1', 'a2', 'a3', 'import'])
  expect(whileCalled).toBe(false)
  expect(whileWaiting).toEqual([true, false])
  turns.close(new Error('over'))
  await expect(last).rejects.toThrow('over')
})

test('who has waited for a long turn does not wait for overdue work too, nor does the rest of that request', async () => {
  let time = 0
  const { begun, ask, pass, open } = resource({ lingerMs: 10, now: () => time })
  const request = {}
  await ask('long', 'a')
  void ask('import', 'b', 'background')
  time = 960
  void ask('short, first', 'c', 'call', { request })
  time = 1000
  await pass()
  time = 1002
  open.shift()?.()
  time = 1007
  await ask('short, second', 'c', 'call', { request })
  time = 1030
  void ask('another', 'a')
  open.shift()?.()
  time = 1040

  await expect.poll(() => begun).toEqual(['long', 'short, first', 'short, second', 'import'])
})

test('overdue work lets one call go first, and not the next', async () => {
  let time = 0
  const { begun, ask, pass } = resource({ lingerMs: 10, now: () => time })
  await ask('long', 'a')
  void ask('import', 'b', 'background')
  time = 960
  void ask('one', 'c')
  void ask('two', 'd')
  time = 1000
  await pass()
  time = 1040
  await pass()

  expect(begun).toEqual(['long', 'one', 'import'])
})

test('what waits for the next call begins when none comes', async () => {
  const { begun, ask, open } = resource({ lingerMs: 1 })
  await ask('a1', 'a')
  open.shift()?.()

  await ask('import', 'b', 'background')

  expect(begun).toEqual(['a1', 'import'])
})

test('whoever asks in the very moment in which the quiet ends is not forgotten', async () => {
  // Each look at the clock is later than the one before it, as on a machine with other work.
  for (let since = 0; since <= 12; since++) {
    let time = 0
    const { begun, ask, open } = resource({ lingerMs: 10, now: () => time++ })
    await ask('call')
    open.shift()?.()
    time += since

    await ask('background', 'own', 'background')
    void ask('another', 'own', 'background')
    open.shift()?.()
    await expect.poll(() => begun).toEqual(['call', 'background', 'another'])
  }
})

/** A party that had the resource for 300 ms and waits for it again, while the request of another one had its first turn. */
async function besideHeavy() {
  const clock = { time: 0 }
  const all = resource({ lingerMs: 10, now: () => clock.time })
  const request = {}
  const { ask, pass, open } = all
  await ask('heavy 1', 'heavy')
  void ask('light 1', 'light', 'call', { request })
  void ask('heavy 2', 'heavy')
  clock.time = 300
  await pass()
  clock.time = 305
  open.shift()?.()
  return { ...all, clock, request }
}

test('a request that asks again soon does not wait for a party that had much', async () => {
  const { begun, ask, open, request, clock } = await besideHeavy()

  clock.time = 310
  await ask('light 2', 'network', 'call', { request })
  open.shift()?.()
  clock.time = 330

  await expect.poll(() => begun).toEqual(['heavy 1', 'light 1', 'light 2', 'heavy 2'])
})

test('a request that had little so far goes on, though another one had its first turn in its pause', async () => {
  const { begun, ask, open, clock } = await besideHeavy()
  const goesOn = {}
  await ask('first of heavy', 'network', 'call', { request: goesOn })
  clock.time = 307
  open.shift()?.()
  await ask('first of another', 'network', 'call', { request: {} })
  clock.time = 308
  open.shift()?.()

  clock.time = 312
  await ask('second of heavy', 'heavy', 'call', { request: goesOn })
  open.shift()?.()
  clock.time = 330

  await expect.poll(() => begun.slice(2)).toEqual(['first of heavy', 'first of another', 'second of heavy', 'heavy 2'])
})

test('who had little does not wait for a request that may ask again', async () => {
  const { begun, ask, open, clock } = await besideHeavy()

  clock.time = 310
  await ask('other', 'other')
  open.shift()?.()
  clock.time = 330

  await expect.poll(() => begun).toEqual(['heavy 1', 'light 1', 'other', 'heavy 2'])
})

test('who had much begins when the request does not ask again', async () => {
  const { begun, clock } = await besideHeavy()

  clock.time = 320

  await expect.poll(() => begun).toEqual(['heavy 1', 'light 1', 'heavy 2'])
})

test('what a party had long ago counts no longer', async () => {
  let time = 0
  const { begun, ask, open } = resource({ lingerMs: 10, now: () => time })
  const turnOf = async (name: string, ms: number) => {
    await ask(name)
    time += ms
    open.shift()?.()
  }
  await turnOf('heavy', 300)
  time = 20_000
  await turnOf('light', 1)

  await ask('heavy again', 'heavy')

  expect(begun).toEqual(['heavy', 'light', 'heavy again'])
})

test('who had much is not kept out by many who had little each', async () => {
  const { begun, ask, open, clock } = await besideHeavy()

  // One after the other, sooner than a pause ends: each of them had less than the party that waits.
  while (!begun.includes('heavy 2') && clock.time < 5000) {
    clock.time += 5
    void ask(`other at ${clock.time}`, `other ${clock.time}`)
    open.shift()?.()
    await Promise.resolve()
  }

  expect(begun).toContain('heavy 2')
  expect(clock.time).toBeLessThanOrEqual(300 + 250 + 10)
})
