import type { AnyConnector, Connection } from './connection.ts'

export const searchDimensions = ['date', 'page', 'query', 'country', 'device'] as const
export type SearchDimension = (typeof searchDimensions)[number]

/** One row of a day: `keys` in the order of the dimensions that were asked for. */
export type SearchRow = { keys: readonly string[]; clicks: number; impressions: number; position: number }

/** What a search engine knows of an address. Texts are the service's own words. */
export type Inspection = {
  verdict: string | null
  coverageState: string | null
  googleCanonical: string | null
  userCanonical: string | null
  lastCrawlTime: string | null
}

/** Where searches of people are counted. */
export type SearchConnector = AnyConnector & {
  kind: 'search'
  /**
   * The rows of one day, one page at a time; `isLast` where there are no more. `firstIncomplete`: the first day whose figures may
   * still change, where the service names one.
   */
  rows(
    connection: Connection,
    asked: { day: string; dimensions: readonly SearchDimension[]; startRow: number },
  ): Promise<{ rows: readonly SearchRow[]; isLast: boolean; firstIncomplete: string | null }>
  /** What the index says of an address of the property. */
  inspect(connection: Connection, url: string): Promise<Inspection>
}
