import { setImmediate } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { breather, inTurns } from './breathe.ts'

/** A clock that only work moves. */
function clock() {
  let ms = 0
  return { now: () => ms, work: (took: number) => void (ms += took) }
}

/** Somebody else, who needs so many turns of the loop, one after another. */
async function needing(turns: number, work: () => void): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    await setImmediate()
    work()
  }
}

test('work in parts goes on where it was, and pauses only once a slice is over', async () => {
  const { now, work } = clock()
  const breathe = breather(undefined, now)
  let pauses = 0
  function* parts() {
    for (let part = 0; part < 12; part++) {
      work(1)
      yield
    }
    return 'the whole'
  }

  const whole = await inTurns(parts(), () => {
    const pause = breathe()
    if (pause !== undefined) pauses++
    return pause
  })

  expect([whole, pauses]).toEqual(['the whole', 2])
})

test('a call that needs several turns of the loop has them all in one pause', async () => {
  const { now, work } = clock()
  const order: string[] = []
  const breathe = breather(undefined, now)
  work(5)

  const call = needing(4, () => {
    work(1)
    order.push('call')
  })
  await breathe()
  order.push('work')
  await call

  expect(order).toEqual(['call', 'call', 'call', 'call', 'work'])
})

test('others have no more of the loop than the slice had', async () => {
  const { now, work } = clock()
  const breathe = breather(undefined, now)
  work(5)

  let turns = 0
  const crowd = needing(20, () => {
    work(2)
    turns++
  })
  await breathe()
  const had = turns
  await crowd

  expect(had).toBe(3)
})

test('several long works have one slice at a time, in the order in which they came, and others their turns after each', async () => {
  const { now, work } = clock()
  const order: string[] = []
  const long = async (name: string) => {
    const breathe = breather(undefined, now)
    for (let slice = 0; slice < 3; slice++) {
      order.push(name)
      work(5)
      await breathe()
    }
  }

  const works = [long('a'), long('b'), long('c')]
  const crowd = needing(60, () => {
    work(1)
    order.push('call')
  })
  await Promise.all(works)
  await crowd

  const slices = order.filter((name) => name !== 'call')
  expect(slices.join('')).toBe('abcabcabc')
  // After the first slices, each of which began when nothing else was to do.
  const afterwards = order.slice(3)
  const calls = afterwards.join(' ').match(/call(?: call)*(?= [abc]\b)/g) ?? []
  expect(afterwards.join(' ')).not.toMatch(/\b[abc] [abc]\b/)
  expect(calls.map((some) => some.split(' ').length)).toEqual([6, 6, 6, 6, 6])
})

test('a caller that went away ends the work in its next pause', async () => {
  const { now, work } = clock()
  const breathe = breather(AbortSignal.abort(), now)

  expect(breathe()).toBeUndefined()
  work(5)
  await expect(breathe()).rejects.toMatchObject({ code: 'cancelled' })
})
