import { Suspense, useState } from 'react'

import { counted } from '#web/areas/visibility/ai-answers/finding.ts'
import { dollars } from '#web/areas/visibility/ai-answers/money.ts'
import { allAnalyses, MonthCost } from '#web/areas/visibility/set-up/month-cost.tsx'
import { runStates } from '#web/areas/visibility/set-up/run-words.ts'
import { type Analysis, schedules } from '#web/areas/visibility/set-up/set-up-types.ts'
import { Button } from '#web/parts/button.tsx'
import { type Column, DataTable, TableSkeleton } from '#web/parts/data-table.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { late } from '#web/parts/late.ts'
import { Problem } from '#web/parts/problem.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

const AnalysisForm = late(() => import('#web/areas/visibility/set-up/analysis-form.tsx'))
const DeleteAnalysis = late(() => import('#web/areas/visibility/set-up/delete-analysis.tsx'))
const AskAgain = late(() => import('#web/areas/visibility/ai-answers/ask-again.tsx'))

type Open = { what: 'form'; analysis: Analysis | null } | { what: 'ask' | 'delete'; analysis: Analysis } | null

/** What is asked together, of whom, how often, and what a month of it costs. */
export default function Analyses() {
  const list = useOperation('listAsvAnalyses', allAnalyses)
  const mayWrite = useCatalogEntry('createAsvAnalysis')?.allowed ?? false
  const mayAsk = useCatalogEntry('startAsvRun')?.allowed ?? false
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)

  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <div className="min-w-60 flex-1">
          <MonthCost />
        </div>
        {mayWrite && (
          <Button look="ink" onClick={() => setOpen({ what: 'form', analysis: null })}>
            New analysis…
          </Button>
        )}
      </div>
      {list.error && !list.data && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {!list.data && !list.error && <TableSkeleton label="Reading the analyses" rows={4} rowHeight="h-[57px]" />}
      {list.data?.items.length === 0 && (
        <EmptyState title="Nothing is asked by itself yet">
          An analysis keeps which questions are asked of which engines, and how often. The same questions, asked again
          and again, are what makes a change visible.
        </EmptyState>
      )}
      {list.data && list.data.items.length > 0 && (
        <DataTable
          label="Analyses"
          columns={analysisColumns({ mayAsk, mayWrite, onOpen: setOpen })}
          rows={list.data.items}
          keyOf={({ id }) => id}
        />
      )}
      <Suspense>
        {open?.what === 'form' && <AnalysisForm analysis={open.analysis} onClose={close} />}
        {open?.what === 'delete' && <DeleteAnalysis analysis={open.analysis} onClose={close} />}
        {open?.what === 'ask' && <AskAgain analysisId={open.analysis.id} onClose={close} />}
      </Suspense>
    </>
  )
}

type Actions = { mayAsk: boolean; mayWrite: boolean; onOpen(open: Open): void }

function analysisColumns({ mayAsk, mayWrite, onOpen }: Actions): Column<Analysis>[] {
  return [
    {
      title: 'Analysis',
      className: 'max-sm:w-full!',
      cell: ({ name, perRun }) => (
        <>
          <span className="t-row wrap-anywhere">{name}</span>
          <span className="block text-muted">
            {counted(perRun.calls, 'answer')}, about {dollars(perRun.expected)} a run
            {!perRun.complete && ', and what has no known price'}
          </span>
        </>
      ),
    },
    {
      title: 'How often',
      className: 'w-44',
      cell: ({ schedule, nextRunAt }) => (
        <>
          {schedules.find(([name]) => name === schedule)?.[1]}
          {nextRunAt !== null && (
            <span className="block text-muted">
              next <Time at={nextRunAt} />
            </span>
          )}
        </>
      ),
    },
    {
      title: 'At most',
      className: 'w-24 max-md:hidden',
      cellClass: 'tabular-nums',
      cell: ({ maxCostPerRun }) => (maxCostPerRun === null ? 'no limit' : dollars(maxCostPerRun)),
    },
    {
      title: 'Last run',
      className: 'w-36 max-md:hidden',
      cell: ({ lastRun }) =>
        lastRun === null ? (
          <span className="text-muted">never</span>
        ) : (
          <>
            <Status tone={runStates[lastRun.state].tone}>{runStates[lastRun.state].words}</Status>
            <span className="block text-muted">
              <Time at={lastRun.createdAt} />
            </span>
          </>
        ),
    },
    {
      title: 'Actions',
      isTitleHidden: true,
      className: 'w-64 max-sm:w-full!',
      cell: (analysis) => (
        <div className="flex flex-wrap gap-1 sm:justify-end">
          {mayAsk && (
            <Button size="small" onClick={() => onOpen({ what: 'ask', analysis })}>
              Ask now…<span className="sr-only"> {analysis.name}</span>
            </Button>
          )}
          {mayWrite && (
            <>
              <Button size="small" look="quiet" onClick={() => onOpen({ what: 'form', analysis })}>
                Change…<span className="sr-only"> {analysis.name}</span>
              </Button>
              <Button size="small" look="quiet" onClick={() => onOpen({ what: 'delete', analysis })}>
                Delete…<span className="sr-only"> {analysis.name}</span>
              </Button>
            </>
          )}
        </div>
      ),
    },
  ]
}
