import { expect, test } from 'vitest'

import { canonicalLocale, isTimeZone } from './locales.ts'

test.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires'])('%s is a time zone', (name) => {
  expect(isTimeZone(name)).toBe(true)
})

test.each(['', 'Mars/Olympus', '+01:00', 'Europe/Berlin; drop', 'Berlin'])('%j is no time zone', (name) => {
  expect(isTimeZone(name)).toBe(false)
})

test('a language tag takes its canonical form', () => {
  expect(canonicalLocale('de-at')).toBe('de-AT')
  expect(canonicalLocale('zh-hant-tw')).toBe('zh-Hant-TW')
})

test.each(['', 'de_AT', 'deutsch!', 'a'])('%j is no language tag', (tag) => {
  expect(canonicalLocale(tag)).toBeUndefined()
})
