import { expect, test } from 'vitest'

import { isMendable, needsModel } from '#web/areas/site-audit/audit/mend-calls.ts'

const fix = (field: string, complete: boolean) => ({
  fix: { operation: 'generateItemMetadata', input: { id: 'itm_1', fields: [field], apply: true }, complete },
})

test('a model writes titles and descriptions; a picture for cards is a person’s to choose', () => {
  expect(needsModel(fix('seoTitle', false))).toBe(true)
  expect(isMendable(fix('seoTitle', false))).toBe(true)
  expect(needsModel(fix('og', false))).toBe(false)
  expect(isMendable(fix('og', false))).toBe(false)
  expect(isMendable(fix('og', true))).toBe(true)
})
