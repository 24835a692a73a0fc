import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { lockItem, readSurroundings, worldAround } from '#areas/items/index.ts'
import { DoFirst } from '#kernel/do-first.ts'
import { signing } from '#std/minhash.ts'
import { readingPage, readPage } from '#std/page.ts'
import { articlesOf } from '#test/sample-records.ts'
import { stage } from '#test/stage.ts'

import { readBody } from './body-readings.ts'
import { itemChecks } from './item-checks.ts'
import { findingClaimables } from './rules/claimable.ts'
import { readingWords } from './rules/page-words.ts'
import { readingStatements, statementsOf } from './rules/statements.ts'

const of = ({ access }: Awaited<ReturnType<typeof stage>>, html: string) => ({
  organizationId: access.organization.id,
  html,
  locale: 'en',
})
const unread = () => Promise.reject(new Error('it is read once more'))

test('a long body is read before it is published, and kept for its check', async () => {
  const on = await stage()
  const collectionId = (await articlesOf(on)) as never
  const content = Array.from({ length: 3000 }, (_, n) => `Paragraph ${n} about the harbour.`).join('\n\n')
  const input = { collectionId, title: 'Long', content, status: 'published' as const }
  const { item } = await on.call(createItem, input, { confirm: true })
  const { content_html: html } = await on.rows(({ db }) =>
    db.selectFrom('item_body').select('content_html').where('item_id', '=', item.id).executeTakeFirstOrThrow(),
  )

  const { page, statements } = await readBody(of(on, html), unread)

  expect([page.blocks.length, statements.length]).toEqual([3000, 3000])
  await expect(readBody(of(on, `${html}<p>More.</p>`), unread)).rejects.toThrow('it is read once more')
})

test('a long body that nobody has read for a while is read outside of the transaction that needs it', async () => {
  const on = await stage()
  const collectionId = (await articlesOf(on)) as never
  const input = { collectionId, title: 'Stored', content: 'A word.', status: 'published' as const }
  const { item } = await on.call(createItem, input, { confirm: true })
  const html = Array.from({ length: 3000 }, (_, n) => `<p>Stored paragraph ${n}.</p>`).join('')
  await on.rows(({ db }) =>
    db.updateTable('item_body').set({ content_html: html }).where('item_id', '=', item.id).execute(),
  )

  const inside = await on.rows(async ({ db }) => {
    const world = await worldAround(db, await lockItem(db, item.id), await readSurroundings(db))
    return itemChecks.check(db, world).catch((error: unknown) => error)
  })
  const { changed } = await on.call(updateItem, { id: item.id, title: 'Renamed' })

  expect(inside).toBeInstanceOf(DoFirst)
  expect(changed).toContain('title')
  expect((await readBody(of(on, html), unread)).page.blocks).toHaveLength(3000)
})

test('a short body is read once, too, whoever looks at it next', async () => {
  const html = '<p>A sentence about the harbour.</p>'
  const read = await readBody({ organizationId: 'one', html, locale: 'en' }, () => undefined)

  expect(await readBody({ organizationId: 'one', html, locale: 'en' }, unread)).toBe(read)
})

test('many long bodies of one organization leave what another one has read', async () => {
  const [mine, other] = [
    { organizationId: 'mine', locale: 'en' },
    { organizationId: 'other', locale: 'en' },
  ]
  const long = (n: number) => `<p>${n} ${'x'.repeat(990_000)}</p>`
  const read = await readBody({ ...mine, html: long(0) }, () => undefined)

  for (let n = 1; n <= 12; n++) await readBody({ ...other, html: long(n) }, () => undefined)

  expect(await readBody({ ...mine, html: long(0) }, unread)).toBe(read)
})

// turns.md#long-work-breathes
test.each([
  ['the page', (html: string) => readingPage(html)],
  ['its sentences', (html: string) => readingStatements(readPage(html))],
  ['its words', (html: string) => readingWords(readPage(html), 'en')],
  [
    'its claims',
    (html: string) => findingClaimables({ page: readPage(html), statements: statementsOf(readPage(html)) }),
  ],
  ['what it is compared by', (html: string) => signing(html)],
] as const)('others have a turn within %s of a long body, the more the longer it is', (_, reading) => {
  const paragraphs = (count: number) =>
    Array.from({ length: count }, (_, n) => `<p>Of ${n} harbours ${n + 20} % are better. ${n} more follow.</p>`).join(
      '',
    )
  const parts = (html: string) => [...reading(html)].length

  const [short, double] = [parts(paragraphs(3000)), parts(paragraphs(6000))]

  expect(short).toBeGreaterThan(3)
  expect(double).toBeGreaterThanOrEqual(2 * short - 1)
})

test('a paragraph of many words is read in parts as well', () => {
  const page = readPage(`<p>${'harbour '.repeat(20_000)}</p>`)

  expect([...readingWords(page, 'en')].length).toBeGreaterThan(10)
})
