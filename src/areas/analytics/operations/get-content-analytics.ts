import { sql } from 'kysely'
import { z } from 'zod'

import { pathsLeadingTo, type Site, urlOfRow } from '#areas/addresses/index.ts'
import { itemsByViews } from '#areas/analytics/items-by-views.ts'
import { allOf, noViews, type Views, viewsBy } from '#areas/analytics/view-counters.ts'
import type { Collection } from '#areas/collections/index.ts'
import { collectionIn, findItems, readSurroundings, type Surroundings } from '#areas/items/index.ts'
import {
  addSums,
  connectedProperty,
  noSums,
  type PageSums,
  type Property,
  searchFiguresOf,
  sumsByDay,
  sumsByItem,
  sumsOfPagesByDay,
} from '#areas/search-console/index.ts'
import type { Reader } from '#kernel/database.ts'
import { storedId } from '#kernel/ids.ts'
import { operation } from '#kernel/operation.ts'
import { daysOf, ranges } from '#kernel/ranges.ts'
import { id, listInput, listOutput, pageOf } from '#kernel/schema.ts'
import { spellings } from '#std/site-paths.ts'
import { addDays, dayIn, daysBetween } from '#std/zoned-time.ts'

export const getContentAnalytics = operation({
  name: 'getContentAnalytics',
  title: 'Show views',
  summary: 'Views of published items as the Content API answered them: people, AI bots, others. Most views first.',
  scope: 'analytics:read',
  risk: 'read',
  examples: [
    { title: 'Items by views', input: {} },
    { title: 'Day by day', input: { range: '7d', groupBy: 'day' } },
  ],
  input: z.strictObject({
    ...listInput,
    range: z.enum(ranges).default('28d'),
    itemId: id('item').optional(),
    itemIds: z.array(id('item')).min(1).max(100).optional().describe('Only these'),
    groupBy: z.enum(['item', 'collection', 'author', 'day']).default('item'),
  }),
  output: listOutput(
    z.object({
      itemId: id('item').optional(),
      title: z.string().optional(),
      url: z.string().optional(),
      collectionId: id('collection').optional(),
      authorId: id('author').optional(),
      name: z.string().optional(),
      date: z.string().optional(),
      viewsHuman: z.int(),
      viewsOther: z.int(),
      viewsAiBots: z.record(z.string(), z.int()),
      clicks: z.int().nullable(),
      impressions: z.int().nullable(),
      ctr: z.number().nullable(),
      position: z.number().nullable(),
      decay: z.number().nullable(),
    }),
  ),

  async handle({ db, now, access, baseUrl }, { page, pageSize, range, groupBy, itemId, itemIds, search }) {
    const narrowed = { search, itemIds: itemId === undefined ? itemIds : [itemId] }
    const surroundings = await readSurroundings(db)
    const to = dayIn(surroundings.settings.timezone, now)
    const days = { from: addDays(to, 1 - daysOf[range]), to }
    const property = await connectedProperty(db)
    const span = property && { property, days: daysOf[range] }
    const site = { siteUrl: surroundings.settings.siteUrl, baseUrl, organizationId: access.organization.id }
    if (groupBy === 'item') {
      const { rows, total } = await itemsByViews(db, { ...narrowed, days, page, pageSize })
      const views = await viewsBy(db, { days, by: 'item', itemIds: rows.map((row) => row.id) })
      const named = rows.map((row) => {
        const url = urlOfRow(row, { collection: collectionIn(surroundings, row.collection_id), site })
        return { itemId: row.id, title: row.title, url }
      })
      const sums = span && (await sumsByItem(db, span, new Map(await searchedAddresses(db, named))))
      const entries = named.map((one) => entry(one, views.get(one.itemId), sums && (sums.get(one.itemId) ?? noSums())))
      return pageOf(entries, total, { page, pageSize })
    }
    const views = await viewsBy(db, { days, by: groupBy, ...narrowed })
    if (groupBy === 'day') {
      const urls = span && narrowed.itemIds && (await urlsOf(db, narrowed.itemIds, { surroundings, site }))
      const sums = span && (await sumsOfDays(db, span, { days, urls }))
      const entries = daysBetween(days.from, days.to).map((date) => entry({ date }, views.get(date), sums?.get(date)))
      return pageOf(entries.slice((page - 1) * pageSize, page * pageSize), entries.length, { page, pageSize })
    }
    const groups = groupBy === 'collection' ? surroundings.collections.map(ofCollection) : await authors(db)
    const sums = span && (await sumsOfGroups(db, span, { groupBy, itemIds: narrowed.itemIds }))
    const entries = groups
      .map(({ key, ...naming }) => entry(naming, views.get(key), sums && (sums.get(key) ?? noSums())))
      .toSorted((a, b) => allOf(b) - allOf(a))
    return pageOf(entries.slice((page - 1) * pageSize, page * pageSize), entries.length, { page, pageSize })
  },
})

/** An address as search engines may name it, for its item. */
function spelled<T>(address: string, itemId: T): [string, T][] {
  const url = URL.parse(address)
  const paths = url === null ? [] : spellings(url.pathname)
  return [[address, itemId], ...paths.map((path): [string, T] => [`${url?.origin}${path}`, itemId])]
}

/** The addresses that searches of items were counted for: theirs, and those that redirect to them. */
async function searchedAddresses<T extends { itemId: string; url: string }>(
  db: Reader,
  items: readonly T[],
): Promise<[string, T['itemId']][]> {
  const former = await pathsLeadingTo(
    db,
    items.map(({ itemId }) => itemId),
  )
  return items.flatMap(({ itemId, url }) => {
    const origin = URL.parse(url)?.origin
    const paths = origin === undefined ? [] : former.filter((one) => one.itemId === itemId)
    return [...paths.map(({ fromPath }) => `${origin}${fromPath}`), url].flatMap((address) => spelled(address, itemId))
  })
}

const ofCollection = ({ id: collectionId, name }: Collection) => ({ key: collectionId, collectionId, name })

async function authors(db: Reader) {
  const rows = await db.selectFrom('term').select(['id', 'name']).where('kind', '=', 'author').orderBy('id').execute()
  return rows.map((row) => ({ key: row.id, authorId: storedId('author', row.id), name: row.name }))
}

type Span = { property: Property; days: number }
type Days = { from: string; to: string }

/** The addresses of items, as search engines may name them. */
async function urlsOf(
  db: Reader,
  itemIds: readonly string[],
  { surroundings, site }: { surroundings: Surroundings; site: Omit<Site, 'domains'> },
): Promise<string[]> {
  const rows = [...(await findItems(db, itemIds)).values()].filter((row) => row.trashed_at === null)
  const items = rows.map((row) => ({
    itemId: row.id,
    url: urlOfRow(row, { collection: collectionIn(surroundings, row.collection_id), site }),
  }))
  return (await searchedAddresses(db, items)).map(([address]) => address)
}

/** The searches of each day until the last final one: of the whole website, or of these addresses. */
async function sumsOfDays(
  db: Reader,
  { property }: Span,
  { days, urls }: { days: Days; urls: readonly string[] | undefined },
) {
  const { dataThrough } = property
  if (dataThrough === null) return undefined
  const known = await (urls === undefined
    ? sumsByDay(db, property, days)
    : sumsOfPagesByDay(db, property, { days, urls }))
  const until = dataThrough < days.to ? dataThrough : days.to
  return new Map(daysBetween(days.from, until).map((date) => [date, known.get(date) ?? noSums()]))
}

/** The searches of the items of each collection or author. */
async function sumsOfGroups(
  db: Reader,
  span: Span,
  { groupBy, itemIds }: { groupBy: 'collection' | 'author'; itemIds: readonly string[] | undefined },
): Promise<Map<string, PageSums>> {
  const byItem = await sumsByItem(db, span)
  const ids = [...byItem.keys()].filter((one) => itemIds === undefined || itemIds.includes(one))
  const { rows } = await sql<{ id: string; key: string }>`
    select i.id, ${groupBy === 'collection' ? sql`i.collection_id` : sql`t.term_id`} as key from app.item i
    ${groupBy === 'collection' ? sql`` : sql`join app.item_term t on t.organization_id = i.organization_id and t.item_id = i.id and t.kind = 'author'`}
    where i.id = any(${ids}) and i.trashed_at is null`.execute(db)
  const found = new Map<string, PageSums>()
  for (const { id: item, key } of rows) {
    const sums = found.get(key) ?? noSums()
    addSums(sums, byItem.get(item) ?? noSums())
    found.set(key, sums)
  }
  return found
}

const unknown = { clicks: null, impressions: null, ctr: null, position: null, decay: null }

/** Figures of search are null without a connection to a search console. */
function entry<T extends object>(naming: T, views: Views = noViews(), sums?: PageSums) {
  return { ...naming, ...views, ...(sums === undefined ? unknown : searchFiguresOf(sums)) }
}
