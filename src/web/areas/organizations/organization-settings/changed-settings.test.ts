import { expect, test } from 'vitest'

import { changedSettings, isOverwriting } from '#web/areas/organizations/organization-settings/changed-settings.ts'

const base = { name: 'A', siteUrl: null, publishingPolicy: { fourEyes: false, requireApproval: false } }

test('only what differs is sent', () => {
  expect(changedSettings(base, { name: 'A', siteUrl: 'https://a.example', locale: 'en' })).toEqual({
    siteUrl: 'https://a.example',
    locale: 'en',
  })
  expect(changedSettings(base, { publishingPolicy: { fourEyes: true, requireApproval: false } })).toEqual({
    publishingPolicy: { fourEyes: true },
  })
  expect(changedSettings(base, { name: 'A', publishingPolicy: { fourEyes: false } })).toEqual({})
})

test('a list is changed when another text is in it', () => {
  const brand = { aliases: ['A', 'B'] }

  expect(changedSettings({ brand }, { brand: { aliases: ['A', 'B'] } })).toEqual({})
  expect(changedSettings({ brand }, { brand: { aliases: ['A'] } })).toEqual({ brand: { aliases: ['A'] } })
  expect(isOverwriting({ brand: { aliases: ['A'] } }, { brand }, { brand: { aliases: ['A', 'B'] } })).toBe(false)
  expect(isOverwriting({ brand: { aliases: ['A'] } }, { brand }, { brand: { aliases: ['C'] } })).toBe(true)
})

test('what somebody else changed meanwhile is not overwritten, all else can be saved', () => {
  const latest = { ...base, name: 'B', publishingPolicy: { fourEyes: true, requireApproval: false } }

  expect(isOverwriting({ name: 'C' }, base, latest)).toBe(true)
  expect(isOverwriting({ publishingPolicy: { fourEyes: true } }, base, latest)).toBe(true)
  expect(isOverwriting({ siteUrl: 'https://a.example' }, base, latest)).toBe(false)
  expect(isOverwriting({ publishingPolicy: { requireApproval: true } }, base, latest)).toBe(false)
})
