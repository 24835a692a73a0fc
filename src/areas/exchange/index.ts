import { addExamplesJob } from './jobs/add-examples.ts'
import { exportItemsJob } from './jobs/export-items.ts'
import { importContextJob } from './jobs/import-context.ts'
import { importItemsJob } from './jobs/import-items.ts'
import { addExamples } from './operations/add-examples.ts'
import { exportItems } from './operations/export-items.ts'
import { importContextFromUrl } from './operations/import-context-from-url.ts'
import { importItems } from './operations/import-items.ts'
import { removeExamples } from './operations/remove-examples.ts'

export { readFrontMatter } from './importers/front-matter.ts'
export { importActor } from './importers/import-actor.ts'
export { importRecords } from './importers/import-records.ts'
export { type ImportParts, type ImportTransaction } from './importers/import-run.ts'
export { openSource } from './importers/import-source.ts'
export { type ImportSummary } from './importers/import-summary.ts'
export { findExport, readChunk, removeExpiredExports } from './export-files.ts'
export { removeOldDocuments } from './old-documents.ts'

export const operations = [exportItems, importItems, importContextFromUrl, addExamples, removeExamples] as const

export const jobs = [exportItemsJob, importItemsJob, importContextJob, addExamplesJob] as const
