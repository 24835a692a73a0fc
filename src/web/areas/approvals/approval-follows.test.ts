import { expect, test } from 'vitest'

import { followsOf } from '#web/areas/approvals/approval-follows.ts'

const runs = 'It runs when the agent repeats its call, mostly within a minute.'
const target = { deliveryId: 'dlv_1', target: 'www.example.com' }

test('who is told stands before when it runs and how it can be taken back', () => {
  const of = (deliveries: object[]) =>
    followsOf({ operation: 'publishItem', state: 'pending', untrusted: { effect: { deliveries } } })
  const wayBack = 'It can be taken back: Unpublish makes it a draft again.'

  expect(of([])).toEqual([runs, wayBack])
  expect(of([target])).toEqual(['One website is told.', runs, wayBack])
  expect(of([target, target])).toEqual(['2 websites are told.', runs, wayBack])
})

test('what cannot be taken back is not said to be, and of a call that is over nothing follows', () => {
  const of = (state: 'approved' | 'used' | 'declined') =>
    followsOf({ operation: 'removeMember', state, untrusted: { effect: {} } })

  expect(of('approved')).toEqual([runs])
  expect([...of('used'), ...of('declined')]).toEqual([])
})
