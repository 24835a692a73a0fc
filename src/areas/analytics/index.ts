import { getContentAnalytics } from './operations/get-content-analytics.ts'
import { getDashboard } from './operations/get-dashboard.ts'

export { callerOf, isAiBot } from './callers.ts'
export { addFetched, type Fetched, removeOldCounters } from './view-counters.ts'

export const operations = [getDashboard, getContentAnalytics] as const
