import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import type { Run } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { type AnswersSearch, answersSearch } from '#web/areas/visibility/ai-answers/answers-search.ts'
import { counted, listed } from '#web/areas/visibility/ai-answers/finding.ts'
import { dollars } from '#web/areas/visibility/ai-answers/money.ts'
import { faultWords, isUnderWay, runStates } from '#web/areas/visibility/set-up/run-words.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { type Column, DataTable, TableSkeleton } from '#web/parts/data-table.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { late } from '#web/parts/late.ts'
import { ListBody } from '#web/parts/list-body.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

const RunDetails = late(() => import('#web/areas/visibility/set-up/run-details.tsx'))

const often = 2000

/** Every time engines were asked or answers were brought: how many came, what failed, what it cost. */
export default function Runs({ asked }: { asked: AnswersSearch }) {
  const navigate = useNavigate({ from: '/o/$orgSlug/ai-answers' })
  const [isLive, setLive] = useState(false)
  const list = useOperation(
    'listAsvRuns',
    { pageSize: 25, page: asked.page ?? 1 },
    { refetchInterval: isLive ? often : false },
  )
  const runs = list.data?.items ?? []
  if (list.data && runs.some(isUnderWay) !== isLive) setLive(!isLive)
  const analyses = useOperation('listAsvAnalyses', { pageSize: 100 })
  const cancel = useAction('cancelJob')
  const mayCancel = useCatalogEntry('cancelJob')?.allowed ?? false
  const [shown, setShown] = useState<Run | null>(null)
  const nameOf = ({ analysisId, imported }: Run) =>
    imported ? 'Collected by hand' : (analyses.data?.items.find(({ id }) => id === analysisId)?.name ?? 'Asked once')

  const columns = runColumns({
    nameOf,
    mayStop: mayCancel,
    isStopping: cancel.isPending,
    onStop: (jobId) => void cancel.run({ jobId }),
    onShow: setShown,
  })

  return (
    <>
      <ListBody
        list={list}
        skeleton={<TableSkeleton label="Reading the runs" rows={8} rowHeight="h-[57px]" />}
        onPage={(page) => void navigate({ search: answersSearch({ ...asked, page }), resetScroll: false })}
        empty={() => (
          <EmptyState
            title="Nobody has been asked yet"
            action={
              <Link from="/o/$orgSlug/ai-answers" to="." search={{ tab: 'questions' }} className={buttonLook('plain')}>
                See the questions
              </Link>
            }
          >
            Each time engines are asked, or answers are brought, it is listed here with what it cost and what failed.
          </EmptyState>
        )}
      >
        {({ items }) => <DataTable label="Runs" columns={columns} rows={items} keyOf={({ id }) => id} />}
      </ListBody>
      <Suspense>
        {shown && (
          <RunDetails
            run={runs.find(({ id }) => id === shown.id) ?? shown}
            name={nameOf(shown)}
            before={runs.find(
              ({ id, analysisId, state }) =>
                id < shown.id &&
                analysisId !== null &&
                analysisId === shown.analysisId &&
                (state === 'succeeded' || state === 'partial'),
            )}
            onClose={() => setShown(null)}
          />
        )}
      </Suspense>
    </>
  )
}

type Actions = {
  nameOf(run: Run): string
  mayStop: boolean
  isStopping: boolean
  onStop(jobId: string): void
  onShow(run: Run): void
}

function runColumns({ nameOf, mayStop, isStopping, onStop, onShow }: Actions): Column<Run>[] {
  return [
    {
      title: 'Run',
      className: 'max-sm:w-full!',
      cell: (run) => (
        <>
          <span className="t-row">{nameOf(run)}</span>
          <span className="block text-muted">
            <Time at={run.createdAt} />, {listed(run.engineSnapshots.map(({ label }) => label))}
          </span>
        </>
      ),
    },
    {
      title: 'State',
      className: 'w-36',
      cell: ({ state }) => <Status tone={runStates[state].tone}>{runStates[state].words}</Status>,
    },
    {
      title: 'Answers',
      className: 'w-64 max-md:hidden',
      cellClass: 'tabular-nums',
      cell: (run) => (
        <>
          {(run.counts.ok + run.counts.refused).toLocaleString('en')} of {counted(run.counts.planned, 'answer')}
          <span className="block text-muted wrap-anywhere">{faultWords(run)}</span>
        </>
      ),
    },
    {
      title: 'Cost',
      className: 'w-28 max-sm:ml-auto',
      cellClass: 'tabular-nums',
      cell: ({ cost, costComplete, imported }) =>
        imported ? 'free' : `${dollars(cost)}${costComplete ? '' : ' and more'}`,
    },
    {
      title: 'Actions',
      isTitleHidden: true,
      className: 'w-32',
      cell: (run) => (
        <div className="flex justify-end gap-1">
          {isUnderWay(run) && run.jobId !== null && mayStop && (
            <Button size="small" isBusy={isStopping} onClick={() => run.jobId !== null && onStop(run.jobId)}>
              Stop
            </Button>
          )}
          <Button size="small" look="quiet" onClick={() => onShow(run)}>
            Details…<span className="sr-only"> of {nameOf(run)}</span>
          </Button>
        </div>
      ),
    },
  ]
}
