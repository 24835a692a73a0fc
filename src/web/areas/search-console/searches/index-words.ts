import type { Tone } from '#web/parts/status.tsx'

const verdicts: Readonly<Record<string, { tone: Tone; words: string }>> = {
  PASS: { tone: 'ok', words: 'In the index' },
  PARTIAL: { tone: 'warn', words: 'In the index, with faults' },
  NEUTRAL: { tone: 'neutral', words: 'Left out of the index' },
  FAIL: { tone: 'bad', words: 'Not in the index, because of a fault' },
}

/** What people read for a verdict of Google. */
export function verdictOf(verdict: string | null): { tone: Tone; words: string } {
  return verdicts[verdict ?? ''] ?? { tone: 'neutral', words: 'Google does not say' }
}
