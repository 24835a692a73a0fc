import { expect, test } from 'vitest'

import { changesBetween, missedGoals } from './compare.ts'
import { goalText, isMet } from './goals.ts'
import { medianRow } from './median.ts'
import { resultWith, rowWith } from './sample-rows.ts'

const ratio = { id: 'P-3', cpuRatioAtMost: 50 }

test('every part of a goal must hold, and one that cannot be judged leaves it open', () => {
  const goal = { ...ratio, messagesAtMost: 4 }

  expect(isMet(goal, rowWith({ ratioCpu: 50, messages: 4.2 }))).toBe(true)
  expect(isMet(goal, rowWith({ ratioCpu: 50, messages: 4.6 }))).toBe(false)
  expect(isMet(goal, rowWith({ ratioCpu: 51, messages: null }))).toBe(false)
  expect(isMet(goal, rowWith({ ratioCpu: 50, messages: null }))).toBe(null)
  expect(goalText(goal)).toBe('P-3: <= 50x, <= 4 messages')
})

test('processor time decides where the client was the limit', () => {
  const goal = { id: 'P-1', requestsAtLeast: 0.8 }

  expect(isMet(goal, rowWith({ ratioRequests: null, ratioCpu: 1.2 }))).toBe(true)
  expect(isMet(goal, rowWith({ ratioRequests: null, ratioCpu: 1.3 }))).toBe(false)
})

test('a round that failed a check is not part of the median, and its reason is', () => {
  const failed = rowWith({ totalCpuMs: null, ratioCpu: null, note: 'answers with status 500' })
  const rounds = [rowWith({ ratioCpu: 60 }), failed, rowWith({ ratioCpu: 40 }), rowWith({ ratioCpu: 48 })]

  const row = medianRow(rounds, ratio)

  expect(row).toMatchObject({ round: 'median', ratioCpu: 48, met: true, note: 'answers with status 500' })
  expect(row.spread?.ratioCpu).toEqual([40, 60])
  expect(medianRow(rounds.slice(0, 3), ratio).ratioCpu).toBe(50)
  expect(medianRow([failed], ratio)).toMatchObject({ totalCpuMs: null, met: null })
})

test('a goal counts as missed when no round reaches it', () => {
  const rounds = [60, 55, 49].map((ratioCpu) => rowWith({ ratioCpu, goal: 'P-3', met: ratioCpu <= 50 }))
  const median = medianRow(rounds, ratio)

  expect(median.met).toBe(false)
  expect(missedGoals(resultWith([...rounds, median]))).toEqual([])
  expect(missedGoals(resultWith([...rounds.slice(0, 2), median]))).toEqual(['list uncached postgres 10000/1: P-3'])
})

test('results are compared by their ratios, and only where both have one', () => {
  const before = resultWith([rowWith({ round: 'median', ratioCpu: 40, ratioRequests: null, totalCpuMs: 1 })])
  const after = resultWith([
    rowWith({ round: 'median', ratioCpu: 30, ratioRequests: 0.5, totalCpuMs: 5 }),
    rowWith({ round: 'median', id: 'new' }),
  ])

  expect(changesBetween(before, after)).toEqual([
    { row: 'list uncached postgres 10000/1', ratio: 'ratioCpu', before: 40, after: 30 },
  ])
})
