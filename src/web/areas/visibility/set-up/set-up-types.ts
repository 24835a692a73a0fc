import type { OutputOf } from '#web/operations.ts'

export type Engine = OutputOf<'listAsvEngines'>['items'][number]
export type Competitor = OutputOf<'listAsvCompetitors'>['items'][number]
export type Analysis = OutputOf<'listAsvAnalyses'>['items'][number]

/** How often an analysis runs by itself. */
export const schedules = [
  ['none', 'When somebody asks'],
  ['daily', 'Every day at 6:00'],
  ['weekly', 'Mondays at 6:00'],
  ['monthly', 'The 1st at 6:00'],
] as const satisfies readonly (readonly [Analysis['schedule'], string])[]
