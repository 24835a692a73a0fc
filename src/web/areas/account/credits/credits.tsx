import { Link, useNavigate, useSearch } from '@tanstack/react-router'

import { pageSearch } from '#web/app/page-search.ts'
import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { buttonLook } from '#web/parts/button.tsx'
import { DataTable, TableSkeleton, type Column } from '#web/parts/data-table.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Fact } from '#web/parts/fact.tsx'
import { ListBody } from '#web/parts/list-body.tsx'
import { Page } from '#web/parts/page.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { useAllowed } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

type Movement = OutputOf<'listCreditTransactions'>['items'][number]

/** Settings > Credits: what is left, what jobs took, what came back. */
export function Credits() {
  const { slug } = useOrganization()
  const { isAllowed: maySetUp } = useAllowed('setDefaultModel')
  const { page = 1 } = useSearch({ from: '/o/$orgSlug/settings/credits' })
  const navigate = useNavigate({ from: '/o/$orgSlug/settings/credits' })
  const input = { page, pageSize: 20 }
  const list = useOperation('listCreditTransactions', input)
  const billing = useOperation('getBillingStatus', {})
  const credits = billing.data?.credits
  return (
    <Page title="Credits" lead="What models cost, by job.">
      {!billing.error && (
        <dl className="mb-5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <Fact name="Left">{credits ? leftWords(credits) : <Skeleton className="h-5 w-60" />}</Fact>
          {credits && credits.includedPerPeriod !== null && (
            <Fact name="Included">{credits.includedPerPeriod.toLocaleString('en')} per period</Fact>
          )}
          <Fact name="Used">
            {credits ? (
              `${credits.usedThisPeriod.toLocaleString('en')} in this period`
            ) : (
              <Skeleton className="h-5 w-32" />
            )}
          </Fact>
        </dl>
      )}
      <ListBody
        list={list}
        skeleton={<TableSkeleton label="Reading the movements" rows={5} rowHeight="h-[37px]" />}
        isCounted
        empty={() => (
          <EmptyState
            title="No credits have moved yet"
            action={
              maySetUp && (
                <Link to="/o/$orgSlug/settings/models" params={{ orgSlug: slug }} className={buttonLook('ink')}>
                  Set up a model
                </Link>
              )
            }
          >
            Each job that uses a model is listed here with its cost.
          </EmptyState>
        )}
        onPage={(next) => void navigate({ search: pageSearch({ page: next }) })}
      >
        {({ items }) => <DataTable label="Movements" columns={columns} rows={items} keyOf={({ id }) => id} />}
      </ListBody>
    </Page>
  )
}

function leftWords({ balance }: OutputOf<'getBillingStatus'>['credits']): string {
  return balance?.toLocaleString('en') ?? 'Unlimited: this installation bills nothing'
}

const columns: Column<Movement>[] = [
  { title: 'When', className: 'w-32', cell: ({ at }) => <Time at={at} /> },
  { title: 'Why', cell: ({ reason }) => reasons[reason] ?? reason },
  { title: 'Job', cellClass: 'mono', className: 'max-sm:hidden', cell: ({ jobId }) => jobId ?? '' },
  {
    title: 'Credits',
    className: 'w-24',
    cellClass: 'tabular-nums',
    cell: ({ delta }) => (delta > 0 ? `+${delta.toLocaleString('en')}` : delta.toLocaleString('en')),
  },
]

const reasons: Record<string, string> = { grant: 'Added', refund: 'Given back' }
