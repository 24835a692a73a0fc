import type { Run } from '#web/areas/visibility/ai-answers/answer-types.ts'
import type { Tone } from '#web/parts/status.tsx'

/** The states of a run in plain words. */
export const runStates: Record<Run['state'], { words: string; tone: Tone }> = {
  queued: { words: 'About to begin', tone: 'warn' },
  running: { words: 'Asking', tone: 'info' },
  succeeded: { words: 'Complete', tone: 'ok' },
  partial: { words: 'In part', tone: 'warn' },
  failed: { words: 'Failed', tone: 'bad' },
  canceled: { words: 'Stopped', tone: 'neutral' },
}

export const isUnderWay = ({ state }: Pick<Run, 'state'>) => state === 'queued' || state === 'running'

const codes: Record<string, string> = {
  auth_failed: 'the key was refused',
  quota_exhausted: 'the quota is used up',
  rate_limited: 'too many calls',
  timeout: 'no answer in time',
  unavailable: 'not reachable',
  bad_response: 'an answer that could not be read',
  truncated: 'cut off',
  search_failed: 'its search failed',
  cost_limit: 'the limit was reached',
  canceled: 'stopped',
  not_configured: 'no key',
}

/** What failed at which engine, such as "Google: 12 times the quota is used up". */
export function faultWords({ engineErrors, engineSnapshots, error }: Run): string {
  if (error !== null) return error.message
  return engineErrors
    .map(({ engineId, code, count }) => {
      const label = engineSnapshots.find((one) => one.engineId === engineId)?.label ?? 'An engine'
      return `${label}: ${codes[code] ?? 'failed'} (${count})`
    })
    .join(', ')
}
