import { expect, test } from 'vitest'

import { matchedBy } from '#web/areas/content/content-list/matched-by.tsx'

const item = {
  title: 'The best CRM',
  excerpt: 'For a pipeline of any length',
  slug: 'best-crm-tools',
  canonicalUrl: 'https://site.example/blog/crm',
  externalUrl: null,
}

test.each(['best crm', 'CRM best'])('a match in the title needs no words: %s', (search) => {
  expect(matchedBy(item, search)).toBeNull()
})

test.each([
  ['crm-tools', 'Found by its slug'],
  ['https://other.example/x/best-crm-tools/?utm=1', 'Found by its slug'],
  ['site.example', 'Found by its canonical address'],
  ['pipeline', 'Found by its excerpt'],
  ['length pipeline', 'Found by its excerpt'],
  ['spreadsheets', 'Found in its text'],
  ['best spreadsheets', 'Found in its text'],
])('%s tells which field matched', (search, words) => {
  expect(matchedBy(item, search)).toBe(words)
})

test('an article without an excerpt is found in its text', () => {
  expect(matchedBy({ ...item, excerpt: null }, 'pipeline')).toBe('Found in its text')
})
