import { expect, test } from 'vitest'

import { publishedAt } from '#areas/addresses/published-at.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { readSurroundings } from '#areas/items/stored/surroundings.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { listRedirects } from '#areas/seo/operations/list-redirects.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { deleteTaxonomyTerm } from '#areas/taxonomies/operations/delete-taxonomy-term.ts'
import { updateTaxonomyTerm } from '#areas/taxonomies/operations/update-taxonomy-term.ts'
import { stage } from '#test/stage.ts'

const confirm = { confirm: true } as const

async function withTemplate(template: string) {
  const on = await stage()
  await on.call(updateOrganizationSettings, {
    siteUrl: 'https://www.example.com',
    timezone: 'Europe/Berlin',
    urlTemplates: { articles: template },
  })
  const category = async (name: string) =>
    (await on.call(createTaxonomyTerm, { taxonomy: 'category', name })).term.id as `cat_${string}`
  const publish = async (title: string, categoryIds: `cat_${string}`[] = []) =>
    (
      await on.call(
        createItem,
        { collectionId: 'articles', title, categoryIds, status: 'published', publishAt: '2026-01-31T23:30:00Z' },
        confirm,
      )
    ).item
  const urlOf = async (id: `itm_${string}`) => (await on.call(getItem, { id })).item.url
  return { on, category, publish, urlOf }
}

test('an address has category and date; another category leaves a redirect', async () => {
  const { on, category, publish, urlOf } = await withTemplate('/{category}/{year}/{month}/{slug}')
  const [news, tips] = [await category('News'), await category('Tips')]

  const item = await publish('Ink', [news, tips])
  expect(item.url).toBe('https://www.example.com/news/2026/02/ink')
  await on.call(updateItem, { id: item.id, categoryIds: [tips] })

  expect(await urlOf(item.id)).toBe('https://www.example.com/tips/2026/02/ink')
  expect((await on.call(listRedirects, {})).items).toMatchObject([
    { fromPath: '/news/2026/02/ink', to: '/tips/2026/02/ink', reason: 'slug_change' },
  ])
  await on.call(updateItem, { id: item.id, categoryIds: [] })
  expect(await urlOf(item.id)).toBe('https://www.example.com/2026/02/ink')
})

test('addresses follow the slug of the category, and the one that takes its place', async () => {
  const { on, category, publish, urlOf } = await withTemplate('/{category}/{slug}')
  const [news, tips] = [await category('News'), await category('Tips')]
  const item = await publish('Ink', [news])

  await on.call(updateTaxonomyTerm, { termId: news, slug: 'latest' })
  expect(await urlOf(item.id)).toBe('https://www.example.com/latest/ink')
  await on.call(deleteTaxonomyTerm, { termId: news, reassignToId: tips }, confirm)

  expect(await urlOf(item.id)).toBe('https://www.example.com/tips/ink')
})

test('a path finds its item only when all of it is the address', async () => {
  const { on, category, publish } = await withTemplate('/{category}/{year}/{slug}')
  const item = await publish('Ink', [await category('News')])
  const paths = ['/news/2026/ink', '/tips/2026/ink', '/news/2025/ink', '/2026/ink']

  const found = await on.rows(async ({ db }) => publishedAt(db, (await readSurroundings(db)).collections, paths))

  expect([...found]).toEqual([['/news/2026/ink', item.id]])
})

test('a path finds its item, with a category in the segment of the slug and without', async () => {
  const { on, category, publish } = await withTemplate('/{category}-{slug}')
  const [pots, all] = [await publish('Ink pots', [await category('News')]), await publish('Ink pots for all')]
  const paths = ['/news-ink-pots', '/ink-pots-for-all', '/ink-pots']

  const found = await on.rows(async ({ db }) => publishedAt(db, (await readSurroundings(db)).collections, paths))

  expect([...found]).toEqual([
    ['/news-ink-pots', pots.id],
    ['/ink-pots-for-all', all.id],
  ])
})
