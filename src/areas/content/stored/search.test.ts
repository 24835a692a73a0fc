import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { listManagerItems } from '#areas/content/operations/list-manager-items.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { stage } from '#test/stage.ts'

const sentences = [
  'The Tides of the North Sea, 50% of them.',
  'See /pages/far_away, or do not!',
  'A sea of words;',
  'naïve Ærø',
]

/** Text of so many sentences, each time in another order. */
function textOf(count: number, step: number): string {
  return Array.from(
    { length: count },
    (_, n) => `${sentences[(n * step + (n >> 3)) % sentences.length]} No. ${n % 97}.`,
  ).join(' ')
}

test('long texts, whose words are looked up, are found by every piece that they contain, as short ones are', async () => {
  const { call } = await stage()
  const texts = { long: textOf(900, 1), other: textOf(1200, 3), short: textOf(12, 1) }
  const stored = new Map<string, string[]>()
  for (const [title, content] of Object.entries(texts)) {
    const { item } = await call(createItem, { collectionId: 'articles' as never, title: `Draft ${title}`, content })
    const { item: renamed } = await call(updateItem, { id: item.id, title: `Names of ${title}` })
    stored.set(item.id, [renamed.title.toLowerCase(), item.slug, content.toLowerCase()])
  }
  const having = (is: (line: string) => boolean) => [...stored].flatMap(([id, lines]) => (lines.some(is) ? [id] : []))
  const pieces = Array.from({ length: 40 }, (_, n) => {
    const text = [texts.long, texts.other][n % 2] ?? ''
    const start = (n * 7919) % (text.length - 60)
    return text.slice(start, start + 2 + ((n * 13) % 40)).trim()
  })

  for (const search of [
    ...pieces,
    'Names of long',
    'draft',
    'draft-long',
    'names tides',
    'north the',
    'the north tides',
    'sea a',
    'ø no',
  ]) {
    const words = search.toLowerCase().split(' ')
    const phrase = having((line) => line.includes(words.join(' ')))
    const apart =
      words.length > 8
        ? []
        : [...stored].flatMap(([id, lines]) =>
            words.every((word) => lines.some((line) => line.includes(word))) ? [id] : [],
          )
    const { items } = await call(listManagerItems, { search, pageSize: 10 })

    expect(items.map(({ id }) => id).toSorted(), search).toEqual((phrase.length > 0 ? phrase : apart).toSorted())
  }
})

test('what a version writes that knows the text alone is found', async () => {
  const { call, rows } = await stage()
  const content = textOf(900, 1)
  const { item } = await call(createItem, { collectionId: 'articles' as never, title: 'Tides', content })
  const total = async (search: string) => (await call(listManagerItems, { search })).total
  expect([await total('tides of the'), await total('currents')]).toEqual([1, 0])

  await rows(({ db }) =>
    db
      .updateTable('item_search')
      .set({ search_text: sql<string>`replace(search_text, 'tides', 'currents')` })
      .where('item_id', '=', item.id)
      .execute(),
  )

  expect([await total('currents of the'), await total('currents')]).toEqual([1, 1])
})
