import { expect, test } from 'vitest'

import { deedOf, fieldsIn, tell } from '#web/areas/agent-audit/deeds.ts'

const object = { type: 'item', id: 'itm_1', title: 'Tides' }

test.each([
  ['Published an item: “Tides”', 'published'],
  ['Created an item: “Tides” (status draft)', 'wrote'],
  ["Waits for a person's approval to publish an item: “Tides”", 'asks to publish'],
  ["Waits for a person's approval to create an item: “Tides”", 'asks to write'],
  ['Could not delete an item: “Tides” (version_conflict)', 'could not move to the trash'],
  ['Repeated the call to create an item: “Tides”; it had no second effect', 'repeated the call to write'],
  ['Rehearsed, without effect, how to change an item: “Tides”', 'rehearsed how to change'],
  ['Created a collection: “News” (kind custom)', 'created the collection'],
  ['Disconnected an OAuth client: “Claude”', 'disconnected the OAuth client'],
  ['Deleted a category or tag: “News”', 'deleted the category or tag'],
])('%s: %s', (sentence, deed) => {
  expect(deedOf({ sentence, object })).toBe(deed)
})

test.each([
  ['Created an item', 'created an article'],
  ['Approved or rejected topics, 3 of them (decision approve)', 'approved or rejected topics'],
  ['Could not create an item (rate_limited), 4 times', 'could not create an article'],
  [
    'Could not make 4 calls, the first of them to create an item (rate_limited)',
    'could not make 4 calls, the first of them to create an article',
  ],
])('without a title %s: %s', (sentence, deed) => {
  expect(deedOf({ sentence, object: undefined })).toBe(deed)
})

test('what is about the organization only names nothing', () => {
  const organization = { type: 'organization', id: 'org_1', title: 'Example Press' }

  expect(deedOf({ sentence: 'Could not create an item (validation_failed)', object: organization })).toBe(
    'could not create an article',
  )
})

test('the fields that changed are told as people read them, and a title cannot add any', () => {
  const fields = (sentence: string) => fieldsIn({ sentence, object })

  expect(fields('Changed an item: “Tides” (status draft; changed excerpt, seoTitle)')).toBe('excerpt and SEO title')
  expect(fields('Changed an item: “Tides (changed body)” (changed title)')).toBe('title')
  expect(fields('Published an item: “Tides”')).toBeUndefined()
})

test('a whole sentence names the fields before the title and the publication behind it', () => {
  const told = (sentence: string) => tell({ sentence, object })

  expect(told('Changed an item: “Tides” (changed excerpt)')).toEqual({ deed: 'changed the excerpt of' })
  expect(told('Created an item: “Tides” (status published)')).toEqual({ deed: 'wrote', end: 'and published it' })
  expect(told('Published an item: “Tides” (changed status)')).toEqual({ deed: 'published' })
})
