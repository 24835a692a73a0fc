import type { Reader } from '#kernel/database.ts'
import { defined } from '#std/objects.ts'

import { type Opportunity, queriesByWorth } from './opportunities.ts'
import { connectedProperty } from './property.ts'
import { textsOf } from './texts.ts'
import { unanswered } from './unanswered-queries.ts'

/** An opportunity with its texts, where it has them. */
type Named = Opportunity & { query?: string; page?: string }

/** Opportunities with the texts of their queries and pages. */
export async function named(db: Reader, found: readonly Opportunity[]): Promise<Named[]> {
  const texts = await textsOf(
    db,
    found.flatMap(({ pageId, queryId }) => [pageId ?? [], queryId ?? []].flat()),
  )
  return found.map((one) => ({
    ...one,
    ...defined({ query: texts.get(one.queryId ?? -1), page: texts.get(one.pageId ?? -1) }),
  }))
}

/** What people searched for: a query with how often the website was shown for it in 28 days. */
type SearchedQuery = { query: string; impressions: number; clicks: number }

/** The queries that are worth most; `isOpen`: only those without an article. None where Search Console is not connected. */
export async function searchedQueries(
  db: Reader,
  { limit, isOpen }: { limit: number; isOpen: boolean },
): Promise<SearchedQuery[]> {
  const property = await connectedProperty(db)
  if (property === undefined) return []
  const queries = await named(db, await queriesByWorth(db, property))
  const wanted = isOpen ? await unanswered(db, queries) : queries
  return wanted
    .slice(0, limit)
    .flatMap(({ query, impressions, clicks }) => (query === undefined ? [] : [{ query, impressions, clicks }]))
}
