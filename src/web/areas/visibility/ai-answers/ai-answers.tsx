import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'

import type { BrandFigures, Mode } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { AnswersActions } from '#web/areas/visibility/ai-answers/answers-actions.tsx'
import { metricsQuery } from '#web/areas/visibility/ai-answers/answers-query.ts'
import type { AnswersSearch } from '#web/areas/visibility/ai-answers/answers-search.ts'
import { basis, headline, modeWords } from '#web/areas/visibility/ai-answers/finding.ts'
import { Findings } from '#web/areas/visibility/ai-answers/findings.tsx'
import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { TableSkeleton } from '#web/parts/data-table.tsx'
import { late } from '#web/parts/late.ts'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { TabLinks } from '#web/parts/tab-links.tsx'
import { Time } from '#web/parts/time.tsx'
import { ViewLinks } from '#web/parts/view-links.tsx'
import { useOperation } from '#web/use-operation.ts'

const Sources = late(() => import('#web/areas/visibility/ai-answers/sources.tsx'))
const Questions = late(() => import('#web/areas/visibility/set-up/questions.tsx'))
const Engines = late(() => import('#web/areas/visibility/set-up/engines.tsx'))
const Competitors = late(() => import('#web/areas/visibility/set-up/competitors.tsx'))
const Analyses = late(() => import('#web/areas/visibility/set-up/analyses.tsx'))
const Runs = late(() => import('#web/areas/visibility/set-up/runs.tsx'))
const NothingAsked = late(() => import('#web/areas/visibility/ai-answers/nothing-asked.tsx'))

const tabs = [
  [undefined, 'Findings'],
  ['sources', 'Sources'],
  ['questions', 'Questions'],
  ['engines', 'Engines'],
  ['competitors', 'Competitors'],
  ['analyses', 'Analyses'],
  ['runs', 'Runs'],
] as const

/** Measure > AI answers: what they say about the brand, and what is asked. */
export function AiAnswers() {
  const asked = useSearch({ from: '/o/$orgSlug/ai-answers' })
  const { slug: orgSlug } = useOrganization()
  const range = asked.range ?? '28d'
  const input = metricsQuery(asked)
  const metrics = useOperation('getAsvMetrics', input)
  const { data } = metrics
  const modes = modesOf(data?.items ?? [])
  const mode = modes.find((one) => one === asked.mode) ?? modes[0]
  const brands = (data?.items ?? []).filter((one) => one.mode === mode)
  const [own] = brands
  const link = (search: AnswersSearch) => ({ to: '/o/$orgSlug/ai-answers' as const, params: { orgSlug }, search })
  const kept = { ...(asked.range && { range: asked.range }), ...(asked.mode && { mode: asked.mode }) }

  return (
    <Page
      title={own ? headline(own) : 'AI answers'}
      heading={data ? own && unbroken(headline(own)) : <span className="block max-sm:min-h-[2lh]">AI answers</span>}
      lead={<Lead own={own} data={data} />}
      isFinding
      isWide
      actions={<AnswersActions asked={asked} range={range} hasAnswers={data === undefined || own !== undefined} />}
    >
      <div className="mb-4 flex flex-wrap items-end justify-between gap-y-3 border-line sm:border-b print:hidden">
        <div className="-mb-px min-w-0 flex-1 max-sm:basis-full">
          <TabLinks
            label="AI answers"
            tabs={tabs.map(([tab, label]) => ({
              label,
              isCurrent: asked.tab === tab,
              link: link({ ...kept, ...(tab && { tab }) }),
            }))}
          />
        </div>
        <div className="flex flex-wrap gap-2 pl-3 empty:hidden max-sm:pl-0 sm:mb-1.5">
          {modes.length > 1 && asked.tab === undefined && (
            <ViewLinks
              label="How they were asked"
              views={modes.map((one) => ({
                label: modeWords[one],
                isCurrent: one === mode,
                link: link({ ...asked, mode: one }),
              }))}
            />
          )}
          {(own || !data) && (asked.tab === undefined || asked.tab === 'sources') && (
            <Button disabled={!own} className="max-sm:hidden" onClick={() => print()}>
              Print
            </Button>
          )}
        </div>
      </div>
      <Suspense fallback={<TableSkeleton label="Reading" rows={10} rowHeight="h-[37px]" />}>
        {asked.tab === 'sources' && <Sources asked={asked} range={range} />}
        {asked.tab === 'questions' && <Questions asked={asked} />}
        {asked.tab === 'engines' && <Engines />}
        {asked.tab === 'competitors' && <Competitors asked={asked} />}
        {asked.tab === 'analyses' && <Analyses />}
        {asked.tab === 'runs' && <Runs asked={asked} />}
        {asked.tab === undefined && (
          <>
            {metrics.error && !data && <Problem error={metrics.error} onRetry={() => void metrics.refetch()} />}
            {!data && !metrics.error && <Skeleton className="h-96 w-full" />}
            {data && own && <Findings metrics={data} brands={brands} step={input.series} asked={asked} />}
            {data && !own && <NothingAsked range={range} />}
          </>
        )}
      </Suspense>
    </Page>
  )
}

type LeadProps = { own: BrandFigures | undefined; data: OutputOf<'getAsvMetrics'> | undefined }

function Lead({ own, data }: LeadProps) {
  if (own === undefined || data === undefined)
    return (
      <span className="block max-w-2xl min-h-15 sm:min-h-10">
        How often AI engines name you when people ask what you know.
      </span>
    )
  return (
    <span className="block max-w-2xl min-h-15 sm:min-h-10">
      {basis(own, data.engines)}
      {data.lastAnswerAt !== null && (
        <>
          {' '}
          Last answer <Time at={data.lastAnswerAt} />.
        </>
      )}
    </span>
  )
}

/** A sentence whose share stays on one line: "54" without its "%" is another number. */
function unbroken(sentence: string) {
  const [before, share, after] = sentence.split(/(\d+ %)/)
  return share === undefined ? (
    sentence
  ) : (
    <>
      {before}
      <span className="whitespace-nowrap">{share}</span>
      {after}
    </>
  )
}

/** The modes that have answers, those with the most first. They are never mixed. */
function modesOf(items: readonly BrandFigures[]): Mode[] {
  const most = new Map<Mode, number>()
  for (const { mode, n } of items) most.set(mode, Math.max(n, most.get(mode) ?? 0))
  return [...most].toSorted((a, b) => b[1] - a[1]).map(([mode]) => mode)
}
