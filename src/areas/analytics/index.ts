import { getContentAnalytics } from './operations/get-content-analytics.ts'
import { getDashboard } from './operations/get-dashboard.ts'

export { addFetched, addReported, type Fetched, removeOldCounters, type Reported } from './add-views.ts'
export { callerOf, isAiBot } from './callers.ts'

export const operations = [getDashboard, getContentAnalytics] as const
