import { expect, test } from 'vitest'

import { addDays, dayIn, daysBetween, hourIn, knownZone, momentIn } from './zoned-time.ts'

const at = (timeZone: string, day: string, time?: string) => momentIn(timeZone, day, time).toISOString()

test('a time of day is another moment in summer than in winter', () => {
  expect(at('Europe/Berlin', '2026-01-15', '09:30')).toBe('2026-01-15T08:30:00.000Z')
  expect(at('Europe/Berlin', '2026-07-15', '09:30')).toBe('2026-07-15T07:30:00.000Z')
  expect(at('America/New_York', '2026-07-15', '23:59')).toBe('2026-07-16T03:59:00.000Z')
  expect(at('Asia/Kathmandu', '2026-07-15')).toBe('2026-07-14T18:15:00.000Z')
})

test('a time that the clocks leave out is as much later as they move', () => {
  expect(at('Europe/Berlin', '2026-03-29', '02:30')).toBe('2026-03-29T01:30:00.000Z')
  expect(at('America/New_York', '2026-03-08', '02:15')).toBe('2026-03-08T07:15:00.000Z')
  expect(at('America/Santiago', '2026-09-06', '00:00')).toBe('2026-09-06T04:00:00.000Z')
})

test('of a time that comes twice the first counts', () => {
  expect(at('Europe/Berlin', '2026-10-25', '02:30')).toBe('2026-10-25T00:30:00.000Z')
  expect(at('America/New_York', '2026-11-01', '01:30')).toBe('2026-11-01T05:30:00.000Z')
  expect(at('America/Havana', '2026-11-01', '00:00')).toBe('2026-11-01T04:00:00.000Z')
})

test('on the days of a change every hour but those around it is where it belongs', () => {
  expect(at('Europe/Berlin', '2026-03-29', '01:59')).toBe('2026-03-29T00:59:00.000Z')
  expect(at('Europe/Berlin', '2026-03-29', '03:00')).toBe('2026-03-29T01:00:00.000Z')
  expect(at('Europe/Berlin', '2026-10-25', '03:00')).toBe('2026-10-25T02:00:00.000Z')
  expect(at('Pacific/Apia', '2011-12-31', '00:00')).toBe('2011-12-30T10:00:00.000Z')
})

test('the day of a moment is that of the zone', () => {
  expect(dayIn('Pacific/Auckland', new Date('2026-01-15T12:00:00Z'))).toBe('2026-01-16')
  expect(dayIn('America/Los_Angeles', new Date('2026-01-15T07:59:59Z'))).toBe('2026-01-14')
  expect(dayIn('UTC', new Date('1970-01-01T00:00:00Z'))).toBe('1970-01-01')
})

test('every day of a year begins at its midnight in every kind of zone', () => {
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Beirut'])
    for (const day of daysBetween('2026-01-01', '2026-12-31')) {
      const start = momentIn(zone, day)
      expect(dayIn(zone, start), `${zone} ${day}`).toBe(day)
      expect(dayIn(zone, new Date(start.getTime() - 1)), `${zone} ${day}`).toBe(addDays(day, -1))
    }
})

test('days are counted over months and leap years', () => {
  expect(daysBetween('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
  expect(daysBetween('2026-01-02', '2026-01-01')).toEqual([])
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
})

test('a zone that this machine does not know is read as UTC', () => {
  const noon = new Date('2026-07-15T12:30:00Z')

  expect([hourIn('Asia/Kathmandu', noon), hourIn('Pacific/Kiritimati', noon)]).toEqual([18, 2])
  expect([hourIn('Mars/Olympus', noon), dayIn('Mars/Olympus', noon)]).toEqual([12, '2026-07-15'])
  expect([knownZone('Mars/Olympus'), knownZone('Europe/Berlin')]).toEqual(['UTC', 'Europe/Berlin'])
})
