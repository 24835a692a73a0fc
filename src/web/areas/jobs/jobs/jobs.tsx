import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import { type PageSearch, pageSearch } from '#web/app/page-search.ts'
import { kindWords } from '#web/areas/jobs/jobs/job-kinds.ts'
import { JobSheet } from '#web/areas/jobs/jobs/job-sheet.tsx'
import { JobState } from '#web/areas/jobs/jobs/job-state.tsx'
import { jobStates, jobWords } from '#web/areas/jobs/jobs/job-words.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { DataTable, TableSkeleton, type Column } from '#web/parts/data-table.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ListBody } from '#web/parts/list-body.tsx'
import { Page } from '#web/parts/page.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { Time } from '#web/parts/time.tsx'
import { useOperation } from '#web/use-operation.ts'

type Job = OutputOf<'listJobs'>['items'][number]

/** Settings > Jobs: what takes longer than a moment, how far it is, how it ended. */
export function Jobs() {
  const asked = useSearch({ from: '/o/$orgSlug/settings/jobs' })
  const navigate = useNavigate({ from: '/o/$orgSlug/settings/jobs' })
  const [open, setOpen] = useState<string | null>(null)
  const input = {
    page: asked.page ?? 1,
    pageSize: 20,
    ...(asked.state && { state: asked.state }),
  } as InputOf<'listJobs'>
  const list = useOperation('listJobs', input)
  const go = (next: PageSearch) => void navigate({ search: pageSearch(jobStates)({ ...next }) })
  const columns: Column<Job>[] = [
    {
      title: 'Job',
      cell: ({ id, kind }) => (
        <button type="button" className="text-left underline" onClick={() => setOpen(id)}>
          {kindWords(kind)}
        </button>
      ),
    },
    {
      title: 'State',
      className: 'w-40',
      cell: ({ state, progress }) => <JobState state={state} progress={progress} />,
    },
    { title: 'Begun', className: 'w-32 max-sm:hidden', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: 'What went wrong',
      className: 'max-lg:hidden',
      cellClass: 'text-muted [overflow-wrap:anywhere]',
      cell: ({ error }) => error?.message ?? '',
    },
  ]
  return (
    <Page title="Jobs" lead="What takes longer than a moment: imports, exports, changes of many articles." isWide>
      <div className="mb-3 md:max-w-60">
        <LabelledSelect
          label="State"
          value={asked.state ?? ''}
          options={[['', 'All'] as const, ...jobStates.map((state) => [state, jobWords[state].words] as const)]}
          onChange={(state) => go({ state })}
        />
      </div>
      <ListBody
        list={list}
        skeleton={<TableSkeleton label="Reading the jobs" rows={5} rowHeight="h-[37px]" />}
        isCounted
        empty={() =>
          asked.state ? (
            <EmptyState title="Nothing matches" action={<Button onClick={() => go({})}>Show all</Button>}>
              No job is in this state.
            </EmptyState>
          ) : (
            <EmptyState title="No jobs yet">
              One appears here with the first import, export or change of many articles.
            </EmptyState>
          )
        }
        onPage={(page) => go({ ...asked, page })}
      >
        {({ items }) => <DataTable label="Jobs" columns={columns} rows={items} keyOf={({ id }) => id} />}
      </ListBody>
      {open !== null && <JobSheet id={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}
