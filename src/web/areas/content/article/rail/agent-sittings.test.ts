import { expect, test } from 'vitest'

import { sittingFrom } from '#web/areas/content/article/rail/agent-sittings.ts'

type Revision = Parameters<typeof sittingFrom>[0][number]

const at = (minute: number, fields: Partial<Revision> = {}): Revision => ({
  authorType: 'agent',
  userId: 'usr_1',
  requestId: `req_${minute}`,
  createdAt: `2026-05-01T12:${String(minute).padStart(2, '0')}:00.000Z`,
  revertOf: [],
  ...fields,
})
const sittings = (...revisions: Revision[]) => revisions.map((_, index) => sittingFrom(revisions, index))

test('changes of an agent without a long gap are one sitting, named at the latest of them', () => {
  expect(sittings(at(40), at(20), at(19))).toEqual([['req_40'], ['req_20', 'req_19'], []])
})

test.each<[string, Partial<Revision>]>([
  ['a person', { authorType: 'user' }],
  ['what took something back', { revertOf: ['req_1'] }],
])('%s ends a sitting and begins none', (_who, fields) => {
  expect(sittings(at(3), at(2, fields), at(1))).toEqual([['req_3'], [], ['req_1']])
})

test('the agent of somebody else begins another sitting', () => {
  expect(sittings(at(3), at(2, { userId: 'usr_2' }))).toEqual([['req_3'], ['req_2']])
})

test('a call that wrote several revisions is named once', () => {
  expect(sittings(at(3, { requestId: 'req_1' }), at(2, { requestId: 'req_1' }))).toEqual([['req_1'], []])
})
