import { expect, test } from 'vitest'

import { columns, whyNot } from '#web/areas/topics/topics/moves.ts'

const goesTo = (state: Parameters<typeof whyNot>[0]['state']) =>
  columns.flatMap(({ state: to }) => (whyNot({ state }, to) === null ? [to] : []))

test('a proposal is approved or rejected, what failed is approved again, and everything else is decided', () => {
  expect(goesTo('pending')).toEqual(['approved', 'rejected'])
  expect(goesTo('failed')).toEqual(['approved'])
  for (const state of ['approved', 'generating', 'drafted', 'rejected'] as const) expect(goesTo(state)).toEqual([])
})
