import type { OutputOf } from '#web/operations.ts'

export type BrandFigures = OutputOf<'getAsvMetrics'>['items'][number]
export type Metric = BrandFigures['metrics']['visibility']
export type Gap = OutputOf<'listAsvGaps'>['items'][number]
export type Source = OutputOf<'listAsvSources'>['items'][number]
export type Prompt = OutputOf<'listAsvPrompts'>['items'][number]
