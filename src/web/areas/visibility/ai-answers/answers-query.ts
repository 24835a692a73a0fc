import type { AnswersSearch } from '#web/areas/visibility/ai-answers/answers-search.ts'
import type { InputOf, Read } from '#web/operations.ts'

/** The input of `getAsvMetrics` for a state of the screen: a short time is drawn by days. */
export function metricsQuery({ range }: AnswersSearch) {
  return { range: range ?? '28d', compare: true, series: range === '7d' ? 'day' : 'week' } as const
}

/** The questions of the findings, with the latest answer of each engine. */
export function questionsQuery({ page }: AnswersSearch): InputOf<'listAsvPrompts'> {
  return { byEngine: true, state: 'active', pageSize: 20, page: page ?? 1 }
}

export const gapsQuery: InputOf<'listAsvGaps'> = { pageSize: 15 }

export function findingReads(asked: AnswersSearch): readonly Read[] {
  const metrics = ['getAsvMetrics', metricsQuery(asked)] as const
  if (asked.tab !== undefined) return [metrics]
  return [metrics, ['listAsvPrompts', questionsQuery(asked)], ['listAsvGaps', gapsQuery]]
}
