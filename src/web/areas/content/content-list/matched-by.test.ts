import { expect, test } from 'vitest'

import { matchedBy } from '#web/areas/content/content-list/matched-by.ts'

const item = {
  title: 'The best CRM',
  slug: 'best-crm-tools',
  canonicalUrl: 'https://site.example/blog/crm',
  externalUrl: null,
}

test('a match in the title needs no words', () => {
  expect(matchedBy(item, 'best crm')).toBeNull()
})

test.each([
  ['crm-tools', 'Found by its slug'],
  ['https://other.example/x/best-crm-tools/?utm=1', 'Found by its slug'],
  ['site.example', 'Found by its canonical address'],
  ['pipeline', 'Found by its excerpt'],
])('%s tells which field matched', (search, words) => {
  expect(matchedBy(item, search)).toBe(words)
})
