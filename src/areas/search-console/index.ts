import { syncSearchConsoleJob } from './jobs/sync-search-console.ts'
import { getSearchConsoleSummary } from './operations/get-search-console-summary.ts'
import { inspectIndexStatus } from './operations/inspect-index-status.ts'
import { listQueryCannibalization } from './operations/list-query-cannibalization.ts'
import { listSearchOpportunities } from './operations/list-search-opportunities.ts'
import { querySearchConsole } from './operations/query-search-console.ts'
import { syncSearchConsole } from './operations/sync-search-console.ts'

export {
  addSums,
  noSums,
  type PageSums,
  searchFiguresOf,
  sumsByDay,
  sumsByItem,
  sumsOfPagesByDay,
  sumsByPage,
} from './figures-of-items.ts'
export { daysUntil } from './days.ts'
export { itemsOfPages } from './items-of-pages.ts'
export { connectedProperty, type Property, usableSearchConsole } from './property.ts'
export { searchedQueries } from './searched-queries.ts'
export { removeOldSearches } from './remove-old-rows.ts'
export { totalsOf } from './totals.ts'
export { syncSearchConsoleJob } from './jobs/sync-search-console.ts'

export const operations = [
  getSearchConsoleSummary,
  querySearchConsole,
  listSearchOpportunities,
  listQueryCannibalization,
  inspectIndexStatus,
  syncSearchConsole,
] as const

export const jobs = [syncSearchConsoleJob] as const
