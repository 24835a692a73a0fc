import { revertChangesJob } from './jobs/revert-changes.ts'
import { revertChanges } from './operations/revert-changes.ts'

export const operations = [revertChanges] as const

export const jobs = [revertChangesJob] as const
