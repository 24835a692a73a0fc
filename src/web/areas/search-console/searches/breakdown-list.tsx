import { clsx } from 'clsx'
import { useState } from 'react'

import { AskGoogle } from '#web/areas/search-console/searches/ask-google.tsx'
import {
  type Days,
  type Filters,
  type Measure,
  measures,
  measureWords,
  pathOf,
  written,
} from '#web/areas/search-console/searches/search-words.ts'
import { type Breakdown, breakdowns, type SearchesSearch } from '#web/areas/search-console/searches/searches-search.ts'
import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { ListBody } from '#web/parts/list-body.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { TabLinks } from '#web/parts/tab-links.tsx'
import { useOperation } from '#web/use-operation.ts'

const tabs: Record<Breakdown, string> = { query: 'Queries', page: 'Pages', country: 'Countries', device: 'Devices' }

type Props = { asked: SearchesSearch; days: Days; filters: Filters; onAsk(next: SearchesSearch): void }

/** Queries, pages, countries or devices; a row narrows everything on the screen. */
export function BreakdownList({ asked, days, filters, onAsk }: Props) {
  const { slug } = useOrganization()
  const by = asked.by ?? 'query'
  const [orderBy, setOrderBy] = useState<Measure>('clicks')
  const { by: _by, ...rest } = asked
  return (
    <section aria-label="Breakdown">
      <TabLinks
        label="Breakdown"
        tabs={breakdowns.map((one) => ({
          label: tabs[one],
          isCurrent: one === by,
          link: {
            to: '/o/$orgSlug/search',
            params: { orgSlug: slug },
            search: { ...rest, ...(one === 'query' ? {} : { by: one }) },
            resetScroll: false,
          },
        }))}
      />
      <Rows
        key={by}
        by={by}
        orderBy={orderBy}
        onOrder={setOrderBy}
        days={days}
        filters={filters}
        onNarrow={(value) => onAsk({ ...asked, [by]: value })}
      />
    </section>
  )
}

type RowsProps = Pick<Props, 'days' | 'filters'> & Omit<TableProps, 'rows'>

/** One of them, page by page. */
function Rows({ days, filters, by, orderBy, onOrder, onNarrow }: RowsProps) {
  const [page, setPage] = useState(1)
  const list = useOperation('querySearchConsole', {
    dimensions: [by],
    filters,
    orderBy,
    page,
    from: days.from,
    to: days.to,
  })
  return (
    <ListBody
      list={list}
      skeleton={<Skeleton className="h-80" />}
      empty={() => <p className="py-6 text-muted">Nothing was searched for that fits.</p>}
      onPage={setPage}
    >
      {({ items }) => (
        <BreakdownTable
          rows={items}
          by={by}
          orderBy={orderBy}
          onOrder={(measure) => {
            onOrder(measure)
            setPage(1)
          }}
          onNarrow={(value) => {
            setPage(1)
            onNarrow(value)
          }}
        />
      )}
    </ListBody>
  )
}

type TableProps = {
  rows: OutputOf<'querySearchConsole'>['items']
  by: Breakdown
  orderBy: Measure
  onOrder(measure: Measure): void
  onNarrow(value: string): void
}

function BreakdownTable({ rows, by, orderBy, onOrder, onNarrow }: TableProps) {
  return (
    <table className="w-full tabular-nums">
      <thead>
        <tr className="border-b border-edge text-left text-sm text-muted">
          <th scope="col" className="py-1.5 font-medium">
            {tabs[by]}
          </th>
          {measures.map((one) => (
            <th
              key={one}
              scope="col"
              aria-sort={orderBy === one ? (one === 'position' ? 'ascending' : 'descending') : undefined}
              className={clsx('py-1.5 pl-4 text-right font-medium whitespace-nowrap', one === 'ctr' && 'max-sm:hidden')}
            >
              <button type="button" className="min-h-6 hover:underline" onClick={() => onOrder(one)}>
                {measureWords[one].column} <span aria-hidden>{orderBy === one ? '↓' : ''}</span>
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const value = row[by] ?? ''
          return (
            <tr key={value} className="border-b border-line">
              <td className="w-full max-w-0 min-w-28 py-1.5">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <button
                    type="button"
                    title={value}
                    onClick={() => onNarrow(value)}
                    className="block min-h-6 min-w-28 flex-1 truncate text-left hover:underline"
                  >
                    {by === 'page' ? pathOf(value) : value}
                  </button>
                  {by === 'page' && <AskGoogle url={value} />}
                </div>
              </td>
              {measures.map((one) => (
                <td
                  key={one}
                  className={clsx('py-1.5 pl-4 text-right whitespace-nowrap', one === 'ctr' && 'max-sm:hidden')}
                >
                  {written(one, row[one])}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
