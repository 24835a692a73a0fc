import { expect, test } from 'vitest'

import { createEntry } from '#areas/library/entries.ts'
import { renewEntryWords } from '#areas/library/entry-words.ts'
import { createContextEntry } from '#areas/library/operations/create-context-entry.ts'
import { getContextEntry } from '#areas/library/operations/get-context-entry.ts'
import { listContextEntries } from '#areas/library/operations/list-context-entries.ts'
import { searchContextLibrary } from '#areas/library/operations/search-context-library.ts'
import { updateContextEntry } from '#areas/library/operations/update-context-entry.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { stage } from '#test/stage.ts'

async function library() {
  const on = await stage()
  const add = async (title: string, body: string, more: object = {}) =>
    (await on.call(createContextEntry, { kind: 'fact', title, body, ...more })).entry
  const find = async (query: string, more: object = {}) =>
    (await on.call(searchContextLibrary, { query, ...more })).hits.map(({ title }) => title)
  return { ...on, add, find }
}

test('other forms of the words are found, and what says most comes first', async () => {
  const { add, find } = await library()
  await add('Support', 'Answers come within four hours on working days.')
  await add('Price of the team plan', 'Teams pay 12 euros for each seat and month.')
  await add('History', 'The price list of 2011 had one line.')

  expect(await find('prices for a team')).toEqual(['Price of the team plan', 'History'])
})

test('after a change of language the words of entries become those of the new one', async () => {
  const { add, find, call, rows } = await library()
  const renew = () => rows(({ db }) => renewEntryWords(db, 10))
  await add('Versand', 'Unsere Lieferungen dauern zwei Tage.')
  await call(updateOrganizationSettings, { locale: 'de' })
  expect(await find('Lieferung eines Pakets')).toEqual([])

  expect(await renew()).toBe(1)

  expect(await find('Lieferung eines Pakets')).toEqual(['Versand'])
  expect(await renew()).toBe(0)
})

test('parts of words, whole phrases and misspelled names are found', async () => {
  const { add, find } = await library()
  await add('HubSpot', 'The company sells a suite for marketing to Kümmelbrot.', { kind: 'competitor' })
  await add('Other', 'Nothing of the kind.')

  expect(await find('ümmelbr')).toEqual(['HubSpot'])
  expect(await find('a suite for marketing')).toEqual(['HubSpot'])
  expect(await find('Hubspott')).toEqual(['HubSpot'])
})

test('tags are searched, kinds narrow, and the limit holds', async () => {
  const { add, find } = await library()
  await add('One', 'First text.', { tags: ['Pricing'] })
  await add('Two', 'Second text about pricing.', { kind: 'product' })

  expect((await find('pricing')).toSorted()).toEqual(['One', 'Two'])
  expect(await find('pricing', { kinds: ['product'] })).toEqual(['Two'])
  expect(await find('pricing', { limit: 1 })).toHaveLength(1)
})

test('an entry that is no longer valid is not found, and still listed', async () => {
  const { add, find, call } = await library()
  const entry = await add('Offer', 'Half price until summer.', { validUntil: '2020-01-01T00:00:00Z' })
  expect(await find('half price')).toEqual([])

  const listed = await call(listContextEntries, { search: 'half PRICE' })
  expect(listed.items.map(({ id }) => id)).toEqual([entry.id])

  await call(updateContextEntry, { id: entry.id, validUntil: '2999-01-01T00:00:00Z' })
  expect(await find('half price')).toEqual(['Offer'])
})

test('a changed text is found by its new words alone', async () => {
  const { add, find, call } = await library()
  const entry = await add('Colour', 'The logo is turquoise.')

  await call(updateContextEntry, { id: entry.id, body: 'The logo is vermilion.' })

  expect([await find('turquoise'), await find('vermilion')]).toEqual([[], ['Colour']])
})

test('any text is a query', async () => {
  const { add, find } = await library()
  await add('Percent', 'Growth of 100%_ in "one" year: a & b | !c \\ <-> (d)')

  for (const query of [
    "' or 1=1 --",
    '& | ! <-> :*',
    '"',
    '\\',
    '%',
    '_',
    'or',
    '"a or" b',
    '🙂',
    'the',
    '日本語のテキスト',
    'x'.repeat(500),
  ])
    expect(await find(query).then(() => 'answered'), query).toBe('answered')
  expect(await find('100%_')).toEqual(['Percent'])
})

test('a passage is a part of a long body', async () => {
  const { call, add } = await library()
  const filler = 'Something else is told here at some length. '.repeat(100)
  await add('Manual', `${filler}\n\nThe warranty lasts five years.\n\n${filler}`)

  const { hits } = await call(searchContextLibrary, { query: 'how long is the warranty' })

  expect(hits[0]?.passage).toContain('The warranty lasts five years.')
  expect(hits[0]?.passage?.length).toBeLessThanOrEqual(1200)
})

test('text that was read from the web is untrusted, with its source, and hides nothing', async () => {
  const { rows, call, find } = await library()
  const entry = await rows(({ db }) =>
    createEntry(db, {
      kind: 'source',
      title: 'A page',
      body: 'Visible warranty\u202E text',
      url: 'https://example.com/page',
      fetchedAt: new Date('2026-01-02T03:04:05Z'),
    }),
  )

  const { hits } = await call(searchContextLibrary, { query: 'warranty' })
  const whole = await call(getContextEntry, { id: entry.id })

  const untrusted = {
    text: 'Visible warranty[U+202E] text',
    source: 'https://example.com/page',
    fetchedAt: '2026-01-02T03:04:05.000Z',
  }
  expect(hits).toMatchObject([{ entryId: entry.id, passage: null, untrusted }])
  expect(whole.entry).toMatchObject({ body: null, untrusted })
  await call(updateContextEntry, { id: entry.id, body: 'Our own words about the warranty.' })
  expect((await call(getContextEntry, { id: entry.id })).entry).toMatchObject({
    body: 'Our own words about the warranty.',
  })
  expect(await find('warranty')).toEqual(['A page'])
})
