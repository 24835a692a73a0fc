import { expect, test } from 'vitest'

import { isIsoDate } from './iso-date.ts'

test.each([
  ['2026-05-01', true],
  ['2026-05-01T10:00:00Z', true],
  ['20260501', true],
  ['20260501T100000Z', true],
  ['20260501T1000+0200', true],
  ['2026-W18-5', true],
  ['2026W185', true],
  ['2026-W18', true],
  ['2026-W53', true],
  ['2025-W53', false],
  ['2026-121', true],
  ['2024-366', true],
  ['2026-366', false],
  ['20260231', false],
  ['2026-W00', false],
  ['2026-0501', false],
  ['20260501T10:00:00Z', false],
  ['20260501T100000ZT1', false],
  ['1 May', false],
])('%s is a date of ISO 8601: %s', (text, expected) => {
  expect(isIsoDate(text)).toBe(expected)
})
