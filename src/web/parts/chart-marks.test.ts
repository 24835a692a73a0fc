import { expect, test } from 'vitest'

import { placeMarks } from '#web/parts/chart-marks.ts'

const room = { from: 50, to: 600 }
const labels = (marks: Parameters<typeof placeMarks>[0]) => placeMarks(marks, room).map(({ label }) => label)

test('lines with room for it carry their whole names, the last one at its left', () => {
  const placed = placeMarks(
    [
      { id: 'a', name: 'A first article', x: 80 },
      { id: 'b', name: 'A second article', x: 560 },
    ],
    room,
  )

  expect(placed).toEqual([
    { id: 'a', label: 'A first article', side: 'right' },
    { id: 'b', label: 'A second article', side: 'left' },
  ])
})

test('no name is cut: where one has no room, all are numbers', () => {
  const long = 'An article with a name that is longer than what is free between the lines'

  expect(
    labels([
      { id: 'a', name: long, x: 80 },
      { id: 'b', name: long, x: 300 },
    ]),
  ).toEqual(['1', '2'])
})

test('lines that are nearer than their numbers share one, at the last', () => {
  const name = 'A name with no room'

  expect(labels([100, 300, 304, 308, 500].map((x) => ({ id: `${x}`, name: name.repeat(9), x })))).toEqual([
    '1',
    '',
    '',
    '2–4',
    '5',
  ])
})
