import { counted } from '#web/areas/visibility/ai-answers/finding.ts'
import { dollars } from '#web/areas/visibility/ai-answers/money.ts'
import type { OutputOf } from '#web/operations.ts'
import { useOperation } from '#web/use-operation.ts'

type Month = OutputOf<'listAsvAnalyses'>['month']

export const allAnalyses = { pageSize: 100 }

/** What all schedules together cost in a month, in view wherever one changes what they ask. */
export function MonthCost() {
  const { data } = useOperation('listAsvAnalyses', allAnalyses)
  return <p className="min-h-5 text-muted">{data && monthWords(data.month)}</p>
}

function monthWords({ runs, calls, expected, complete }: Month): string {
  if (runs === 0) return 'Nothing is asked by itself: a month costs nothing.'
  const unknown = complete ? '' : ', and what models cost whose price is not known'
  return `A month costs about ${dollars(expected)} as planned: ${counted(calls, 'answer')} in ${counted(Math.round(runs), 'run')}${unknown}.`
}
