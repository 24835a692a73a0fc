import type { OutputOf } from '#web/operations.ts'

export type Run = OutputOf<'listSiteAuditRuns'>['items'][number]

export const scopeWords: Record<Run['scope'], string> = {
  full: 'The whole website',
  changed: 'What had changed',
  urls: 'Some pages',
}

/** How a run ended, or that it has not. */
export function outcomeOf({ state, error, truncated }: Run): string {
  if (state === 'failed') return error?.message ?? 'Failed'
  if (state === 'canceled') return 'Canceled'
  if (state !== 'succeeded') return 'Under way'
  return truncated ? 'Read as far as the limit' : 'Read'
}

/** A run in a list to choose from: its day and time, and its score. */
export function runLabel({ createdAt, healthScore, scope }: Run): string {
  const at = when.format(new Date(createdAt))
  return healthScore === null ? `${at}: ${scopeWords[scope].toLowerCase()}` : `${at}: health ${healthScore}`
}

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
