import { exportItemsJob } from './jobs/export-items.ts'
import { importContextJob } from './jobs/import-context.ts'
import { importItemsJob } from './jobs/import-items.ts'
import { exportItems } from './operations/export-items.ts'
import { importContextFromUrl } from './operations/import-context-from-url.ts'
import { importItems } from './operations/import-items.ts'

export { findExport, readChunk, removeExpiredExports } from './export-files.ts'

export const operations = [exportItems, importItems, importContextFromUrl] as const

export const jobs = [exportItemsJob, importItemsJob, importContextJob] as const
