import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'

import type { BrandFigures, Metrics } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { gapsQuery, questionsQuery } from '#web/areas/visibility/ai-answers/answers-query.ts'
import { type AnswersSearch, answersSearch } from '#web/areas/visibility/ai-answers/answers-search.ts'
import { Figures } from '#web/areas/visibility/ai-answers/figures.tsx'
import { Gaps } from '#web/areas/visibility/ai-answers/gaps.tsx'
import { OneAnswer } from '#web/areas/visibility/ai-answers/one-answer.tsx'
import { PromptMatrix } from '#web/areas/visibility/ai-answers/prompt-matrix.tsx'
import { ShareLine } from '#web/areas/visibility/ai-answers/share-line.tsx'
import { TableSkeleton } from '#web/parts/data-table.tsx'
import { late } from '#web/parts/late.ts'
import { Pagination } from '#web/parts/pagination.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { useOperation } from '#web/use-operation.ts'

const NoSuchPage = late(() => import('#web/parts/no-such-page.tsx'))

type Props = {
  metrics: Metrics
  /** Those of the mode that is shown, your own brand first. */
  brands: readonly BrandFigures[]
  step: 'day' | 'week'
  asked: AnswersSearch
}

/** Figures, line, questions by engine, one answer, gaps. */
export function Findings({ metrics, brands, step, asked }: Props) {
  const navigate = useNavigate({ from: '/o/$orgSlug/ai-answers' })
  const prompts = useOperation('listAsvPrompts', questionsQuery(asked))
  const onPage = (page: number) => void navigate({ search: answersSearch({ ...asked, page }), resetScroll: false })
  const gaps = useOperation('listAsvGaps', gapsQuery)
  const [own, ...others] = brands
  if (own === undefined) return null
  return (
    <>
      <Figures own={own} others={others} changes={metrics.changes ?? []} asked={asked} />
      <ShareLine metrics={metrics} brands={brands} step={step} />
      <div className="mt-6 grid gap-x-9 gap-y-8 xl:grid-cols-[minmax(0,1fr)_468px]">
        <div className="min-w-0">
          {prompts.error && !prompts.data && <Problem error={prompts.error} onRetry={() => void prompts.refetch()} />}
          {!prompts.data && !prompts.error && (
            <TableSkeleton label="Reading the questions" rows={8} rowHeight="h-[37px]" />
          )}
          {prompts.data && (
            <>
              <PromptMatrix list={prompts.data} mode={own.mode} asked={asked} />
              {!prompts.isPlaceholderData && prompts.data.items.length === 0 && prompts.data.total > 0 && (
                <Suspense>
                  <NoSuchPage list={prompts.data} onPage={onPage} />
                </Suspense>
              )}
              <Pagination list={prompts.data} onPage={onPage} />
            </>
          )}
          {prompts.data && gaps.data && gaps.data.items.length > 0 && <Gaps list={gaps.data} />}
        </div>
        <OneAnswer asked={asked} brands={brands} engines={[...metrics.engines, ...(prompts.data?.engines ?? [])]} />
      </div>
    </>
  )
}
