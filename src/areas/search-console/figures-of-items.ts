import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'
import { addDays } from '#std/zoned-time.ts'

import { dayNumber, dayOf, type Days, daysUntil } from './days.ts'
import { figuresOf } from './figures.ts'
import { sumsOf } from './group-sums.ts'
import { itemsOfSearches } from './items-of-pages.ts'
import { packedDays } from './packed-days.ts'
import type { Property } from './property.ts'
import { idsOfTexts, textsOf } from './texts.ts'

/** Figures of search beside views; `decay`: clicks against the equal period before, -1 to 1, null where that had none. */
type SearchFigures = ReturnType<typeof figuresOf> & { decay: number | null }

/** Sums of one page, or of several pages of one thing, now and in the equal period before. */
export type PageSums = { clicks: number; impressions: number; weighted: number; before: number }

export const noSums = (): PageSums => ({ clicks: 0, impressions: 0, weighted: 0, before: 0 })

/** Adds the sums of another page. */
export function addSums(to: PageSums, from: PageSums): void {
  to.clicks += from.clicks
  to.impressions += from.impressions
  to.weighted += from.weighted
  to.before += from.before
}

/** What sums of pages say. */
export function searchFiguresOf(sums: PageSums): SearchFigures {
  const change = sums.before > 0 ? (sums.clicks - sums.before) / sums.before : null
  return { ...figuresOf(sums), decay: change === null ? null : Math.min(1, change) }
}

type Span = { property: Property; days: number }

/** The figures of the published items in so many days until `dataThrough`, by item; items that were never shown are left out. */
export async function sumsByItem(
  db: Reader,
  span: Span,
  urls?: ReadonlyMap<string, string>,
): Promise<Map<string, PageSums>> {
  const byPage = await sumsByPage(db, span, urls && [...urls.keys()])
  const items = urls ?? (await itemsOfSearches(db, [...byPage.keys()]))
  const found = new Map<string, PageSums>()
  for (const [page, sums] of byPage) {
    const item = items.get(page)
    if (item === undefined) continue
    const known = found.get(item) ?? noSums()
    addSums(known, sums)
    found.set(item, known)
  }
  return found
}

/** The same by address as the search engine names it, of all pages or of these. */
export async function sumsByPage(
  db: Reader,
  { property, days }: Span,
  urls?: readonly string[],
): Promise<Map<string, PageSums>> {
  if (property.dataThrough === null) return new Map()
  const now = daysUntil(property.dataThrough, days)
  const before = daysUntil(addDays(now.from, -1), days)
  const chosen = urls === undefined ? undefined : await idsOfPages(db, urls)
  const groups = new Map<number, PageSums>()
  for await (const day of packedDays(db, {
    propertyId: property.id,
    days: { ...now, from: before.from },
    texts: ['page'],
  })) {
    const isNow = day.day >= dayNumber(now.from)
    for (let at = 0; at < day.n; at++) {
      const pageId = day.page?.[at] ?? 0
      if (chosen !== undefined && !chosen.has(pageId)) continue
      const sums = groups.get(pageId) ?? noSums()
      groups.set(pageId, sums)
      const { clicks, impressions, weighted } = sumsOf(day, at)
      addSums(sums, isNow ? { clicks, impressions, weighted, before: 0 } : { ...noSums(), before: clicks })
    }
  }
  const texts = await textsOf(db, [...groups.keys()])
  return new Map([...groups].map(([pageId, sums]) => [texts.get(pageId) ?? '', sums]))
}

/** The figures of the whole property by day; days without rows are left out. */
export async function sumsByDay(db: Reader, { id }: Property, { from, to }: { from: string; to: string }) {
  const rows = await db
    .selectFrom('search_day')
    .select(['day', 'clicks', 'impressions', 'position_sum'])
    .where('property_id', '=', id)
    .where('day', '>=', dayNumber(from))
    .where('day', '<=', dayNumber(to))
    .execute()
  return new Map(
    rows.map((row) => [
      dayOf(row.day),
      { clicks: Number(row.clicks), impressions: Number(row.impressions), weighted: row.position_sum, before: 0 },
    ]),
  )
}

/** The figures of these addresses by day, as the search engine names them; days on which none was shown are left out. */
export async function sumsOfPagesByDay(
  db: Reader,
  { id }: Property,
  { days, urls }: { days: Days; urls: readonly string[] },
): Promise<Map<string, PageSums>> {
  const chosen = await idsOfPages(db, urls)
  const found = new Map<string, PageSums>()
  if (chosen.size === 0) return found
  for await (const day of packedDays(db, { propertyId: id, days, texts: ['page'] })) {
    const sums = noSums()
    for (let at = 0; at < day.n; at++)
      if (chosen.has(day.page?.[at] ?? 0)) addSums(sums, { ...sumsOf(day, at), before: 0 })
    if (sums.impressions > 0) found.set(dayOf(day.day), sums)
  }
  return found
}

async function idsOfPages(db: Reader, urls: readonly string[]): Promise<Set<number>> {
  const isOne = sql`hash in (select sha256(convert_to(u, 'UTF8')) from unnest(${[...urls]}::text[]) as u)`
  return new Set((await idsOfTexts(db, 'page', isOne)).found)
}
