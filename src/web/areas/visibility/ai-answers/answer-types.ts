import type { InputOf, OutputOf } from '#web/operations.ts'

export type Metrics = OutputOf<'getAsvMetrics'>
export type BrandFigures = Metrics['items'][number]
export type Mode = BrandFigures['mode']
export type Metric = BrandFigures['metrics']['visibility']
export type Change = NonNullable<Metrics['changes']>[number]
export type Range = NonNullable<InputOf<'getAsvMetrics'>['range']>
export type Gap = OutputOf<'listAsvGaps'>['items'][number]
export type Source = OutputOf<'listAsvSources'>['items'][number]
export type Prompt = OutputOf<'listAsvPrompts'>['items'][number]
export type Run = OutputOf<'listAsvRuns'>['items'][number]
