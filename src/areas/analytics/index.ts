import { getDashboard } from './operations/get-dashboard.ts'

export const operations = [getDashboard] as const
