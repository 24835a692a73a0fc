import { expect, test } from 'vitest'

import { deedsOf } from '#web/areas/approvals/approval/read-history.ts'

/** Revisions newest first, as an item gives them, by these writers from the earliest on. */
const by = (...writers: readonly (string | null)[]) =>
  writers
    .map((agentName, at) => ({
      n: at + 1,
      authorType: agentName === null ? ('user' as const) : ('agent' as const),
      userId: 'usr_1',
      agentName,
      requestId: null,
      createdAt: `2026-11-27T10:0${at}:00.000Z`,
    }))
    .toReversed()
const told = (...writers: readonly (string | null)[]) =>
  deedsOf(by(...writers)).map(({ agentName, count, isFirst, isLatest }) => [agentName, count, isFirst, isLatest])

test('what one writer did in a row is one deed, the earliest first', () => {
  expect(told(null, 'Claude', 'Claude', 'Claude', null)).toEqual([
    [null, 1, true, false],
    ['Claude', 3, false, false],
    [null, 1, false, true],
  ])
})

test('a deed says when it began and when it ended', () => {
  expect(deedsOf(by('Claude', 'Claude'))).toMatchObject([
    { from: '2026-11-27T10:00:00.000Z', to: '2026-11-27T10:01:00.000Z' },
  ])
})

test('of a long history the beginning and the latest three are told', () => {
  expect(told('a', 'b', 'c', 'd', 'e', 'f')).toEqual([
    ['a', 1, true, false],
    ['d', 1, false, false],
    ['e', 1, false, false],
    ['f', 1, false, true],
  ])
  expect(told()).toEqual([])
})
