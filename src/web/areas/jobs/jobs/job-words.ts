import { jobKinds } from '#web/areas/jobs/jobs/job-kinds.ts'
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

/** What a job does, in words. */
export const kindWords = (kind: string): string => jobKinds[kind] ?? fieldWords(kind)
