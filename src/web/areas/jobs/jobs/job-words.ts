import type { OutputOf } from '#web/operations.ts'
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
