import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatTime, parseDay, parseTime } from './dates.ts'

test.each([
  ['2026-01-31T09:30:00.000Z', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T09:30Z', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T09:30:00.5+02:00', '2026-01-31T07:30:00.500Z'],
  ['2026-01-31T09:30:00.123456Z', '2026-01-31T09:30:00.123Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['1969-12-31T23:30:00-01:00', '1970-01-01T00:30:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('%s is %s', (text, time) => {
  expect(parseTime(text)?.toISOString()).toBe(time)
})

test.each([
  '',
  'infinity',
  '-infinity',
  'now',
  '2026-01-31',
  '2026-01-31T09:30:00',
  '2026-01-31 09:30:00Z',
  '2026-02-30T00:00:00Z',
  '2025-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-01-31T24:00:00Z',
  '2026-01-31T09:60:00Z',
  '2026-01-31T09:30:60Z',
  '2026-01-31T09:30:00+24:00',
  '2026-01-31T09:30:00+0200',
  '2026-01-31t09:30:00z',
  '+275760-09-13T00:00:00Z',
  '275760-09-13T00:00:00Z',
  '1969-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-01:00',
  '0001-01-01T00:00:00Z',
  '1767225600000',
  'Sat, 31 Jan 2026 09:30:00 GMT',
  ' 2026-01-31T09:30:00Z',
  '2026-01-31T09:30:00Z\n',
])('%j is no time', (text) => {
  expect(parseTime(text)).toBeUndefined()
})

test('a day is midnight in UTC and must exist', () => {
  expect(parseDay('2024-02-29')?.toISOString()).toBe('2024-02-29T00:00:00.000Z')
  for (const text of ['2025-02-29', '1969-12-31', '2026-1-1', '2026-01-01T00:00:00Z', ''])
    expect(parseDay(text)).toBeUndefined()
})

test('every time in range is written so that it reads back, and none outside is written', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
      (date) => {
        expect(parseTime(formatTime(date))).toEqual(date)
      },
    ),
  )
  for (const time of [-1, 8.64e15, Number.NaN]) expect(() => formatTime(new Date(time))).toThrow(RangeError)
})
