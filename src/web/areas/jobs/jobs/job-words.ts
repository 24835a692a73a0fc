import type { OutputOf } from '#web/operations.ts'
import { fieldWords } from '#web/parts/field-words.ts'
import type { Tone } from '#web/parts/status.tsx'

type State = OutputOf<'listJobs'>['items'][number]['state']

export const jobWords: Record<State, { tone: Tone; words: string }> = {
  queued: { tone: 'info', words: 'Waits' },
  running: { tone: 'info', words: 'Runs' },
  succeeded: { tone: 'ok', words: 'Done' },
  partial: { tone: 'warn', words: 'Done in part' },
  failed: { tone: 'bad', words: 'Failed' },
  canceled: { tone: 'neutral', words: 'Canceled' },
}

export const jobStates = Object.keys(jobWords) as State[]

const known: Record<string, string> = {
  bulkUpdateItems: 'Change many articles',
  mendSiteAuditIssues: 'Mend what an audit found',
  importItems: 'Import articles',
  exportItems: 'Export articles',
  captureComparisonScreenshots: 'Take pictures of compared pages',
  importContextFromUrl: 'Read an address into the library',
}

/** What a job does, in words. */
export const kindWords = (kind: string): string => known[kind] ?? fieldWords(kind)
