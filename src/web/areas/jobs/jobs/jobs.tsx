import { Link, useNavigate, useSearch } from '@tanstack/react-router'

import { defined, keysOf } from '#std/objects.ts'
import { jobKinds } from '#web/areas/jobs/jobs/job-kinds.ts'
import { JobSheet } from '#web/areas/jobs/jobs/job-sheet.tsx'
import { JobState } from '#web/areas/jobs/jobs/job-state.tsx'
import { jobWords, kindWords } from '#web/areas/jobs/jobs/job-words.ts'
import { type JobsSearch, jobsSearch, jobStates } from '#web/areas/jobs/jobs/jobs-search.ts'
import { KindAndState, useKnown } from '#web/areas/jobs/kind-and-state.tsx'
import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { DataTable, TableSkeleton, type Column } from '#web/parts/data-table.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ListBody } from '#web/parts/list-body.tsx'
import { Page } from '#web/parts/page.tsx'
import { inPlainWords } from '#web/parts/plain-words.ts'
import { Time } from '#web/parts/time.tsx'
import { useAllowed } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

type Job = OutputOf<'listJobs'>['items'][number]
type Change = { [K in keyof JobsSearch]: JobsSearch[K] | undefined }

/** Settings > Jobs: what takes longer than a moment, how far it is, how it ended. The whole state of the list is in the address. */
export function Jobs() {
  const { slug } = useOrganization()
  const { isAllowed: mayImport } = useAllowed('importItems')
  const given = useSearch({ from: '/o/$orgSlug/settings/jobs' })
  const navigate = useNavigate({ from: '/o/$orgSlug/settings/jobs' })
  const asked = useKnown(given, jobsSearch, (search) => void navigate({ search, replace: true }))
  const { search, kind, state, page = 1, job } = asked
  const list = useOperation('listJobs', { page, pageSize: 20, ...defined({ search, kind, state }) })
  const isBare = list.data?.total === 0 && !search && !kind && !state
  const go = (change: Change, resetScroll = true) =>
    void navigate({ search: jobsSearch({ ...asked, ...change }), resetScroll })
  const narrow = (change: Change) => go({ ...change, page: undefined })
  const clear = () => narrow({ search: undefined, kind: undefined, state: undefined })
  return (
    <Page title="Jobs" lead="What takes longer than a moment: imports, exports, changes of many articles." isWide>
      <div hidden={isBare}>
        <KindAndState
          of="jobs"
          hint="Part of an id"
          asked={asked}
          kinds={kinds}
          states={jobStates.map((name) => [name, jobWords[name].words] as const)}
          onChange={narrow}
          onClear={clear}
        />
      </div>
      <ListBody
        list={list}
        skeleton={<TableSkeleton label="Reading the jobs" rows={5} rowHeight="h-[37px] max-sm:h-[68px]" />}
        isCounted
        empty={() =>
          search || kind || state ? (
            <EmptyState title="Nothing matches" action={<Button onClick={clear}>Show all</Button>}>
              No job is like this.
            </EmptyState>
          ) : (
            <EmptyState
              title="No jobs yet"
              isBare
              action={
                mayImport && (
                  <Link to="/o/$orgSlug/content/import" params={{ orgSlug: slug }} className={buttonLook('ink')}>
                    Import articles…
                  </Link>
                )
              }
            >
              One appears here with the first import, export or change of many articles, and says how far it is.
            </EmptyState>
          )
        }
        onPage={(next) => go({ page: next })}
      >
        {({ items }) => (
          <DataTable
            label="Jobs"
            isDense
            columns={columnsFor(asked)}
            rows={items}
            keyOf={({ id }) => id}
            onOpen={({ id }) => go({ job: id }, false)}
          />
        )}
      </ListBody>
      {job !== undefined && (
        <JobSheet
          key={job}
          id={job}
          onOpen={(next) => go({ job: next }, false)}
          onClose={() => go({ job: undefined }, false)}
        />
      )}
    </Page>
  )
}

const kinds = keysOf(jobKinds)
  .map((name) => [name, kindWords(name)] as const)
  .toSorted(([, one], [, other]) => one.localeCompare(other))

const columnsFor = (asked: JobsSearch): Column<Job>[] => [
  {
    title: 'Job',
    className: 'max-sm:flex-1',
    cell: ({ id, kind }) => (
      <Link
        to="/o/$orgSlug/settings/jobs"
        from="/o/$orgSlug/settings/jobs"
        search={{ ...asked, job: id }}
        data-row-link
        resetScroll={false}
        className="font-medium hover:underline max-sm:inline-block max-sm:py-0.5"
      >
        {kindWords(kind)}
      </Link>
    ),
  },
  {
    title: 'What went wrong',
    className: 'w-full max-w-0 truncate max-lg:hidden',
    cellClass: 'text-muted',
    cell: ({ error }) => error && <span title={error.message}>{inPlainWords(error.message)}</span>,
  },
  { title: 'State', cell: ({ state, progress }) => <JobState state={state} progress={progress} /> },
  {
    title: 'Started',
    className: 'text-right',
    cellClass: 'text-muted max-sm:basis-full max-sm:text-left',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]
